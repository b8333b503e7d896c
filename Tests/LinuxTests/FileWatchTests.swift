import Linux
import TestSupport
import Testing

/// What a watch of directories notices.
@Suite(.endsIfItHangs) struct FileWatchTests {
  private let folder = TemporaryFolder()

  @Test func aNewFileIsNoticedWhateverElseIsMissing() {
    let watch = FileWatch()
    verify(!watch.watch([folder.path, folder("missing")]))
    verify(watch.wait(milliseconds: 0), equals: .timeOut)
    folder.write("text", to: "file")
    let entry = FileWatch.Entry(directory: folder.path, name: "file")
    verify(watch.wait(milliseconds: 10_000), equals: .changed([entry]))
    verify(watch.wait(milliseconds: 0), equals: .timeOut)
  }

  @Test func onlyWhatIsWatchedIsNoticed() {
    let watch = FileWatch()
    folder.write("", to: "a/file")
    folder.write("", to: "b/file")
    verify(watch.watch([folder("a"), folder("b")]))
    verify(watch.watch([folder("b")]))
    folder.write("", to: "a/file")
    let outcome = watch.wait(milliseconds: 0)
    verify(outcome == .timeOut || outcome == .changed([]), "at most, that `a` is let go")
    folder.remove("b")
    guard case .changed(let entries?) = watch.wait(milliseconds: 10_000) else {
      Issue.record("nothing")
      return
    }
    verify(entries.contains(FileWatch.Entry(directory: folder("b"), name: "")))
    verify(entries.contains(FileWatch.Entry(directory: folder("b"), name: "file")))
  }

  @Test func anInterruptionLastsAndADeafWatchNoticesNothingElse() {
    let watch = FileWatch()
    verify(watch.pause(milliseconds: 0))
    watch.interrupt()
    watch.interrupt()
    verify(watch.wait(milliseconds: 10_000), equals: .interrupted)
    verify(watch.wait(milliseconds: 10_000), equals: .interrupted)
    verify(!watch.pause(milliseconds: 10_000))
    let deaf = FileWatch(isDeaf: true)
    verify(!deaf.watch([folder.path]))
    folder.write("", to: "file")
    verify(deaf.wait(milliseconds: 1), equals: .timeOut)
    deaf.interrupt()
    verify(deaf.wait(milliseconds: 10_000), equals: .interrupted)
  }
}
