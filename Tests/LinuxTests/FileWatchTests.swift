import Linux
import TestSupport
import Testing

/// What a watch of directories notices.
@Suite(.endsIfItHangs) struct FileWatchTests {
  private let folder = TemporaryFolder()

  @Test func aNewFileIsNoticed() {
    let watch = FileWatch()
    #expect(watch.watch([folder.path]))
    #expect(watch.wait(milliseconds: 0) == .timeOut)
    folder.write("text", to: "file")
    let entry = FileWatch.Entry(directory: folder.path, name: "file")
    #expect(watch.wait(milliseconds: 10_000) == .changed([entry]))
    #expect(watch.wait(milliseconds: 0) == .timeOut)
  }

  @Test func onlyWhatIsWatchedIsNoticed() {
    let watch = FileWatch()
    folder.write("", to: "a/file")
    folder.write("", to: "b/file")
    #expect(watch.watch([folder("a"), folder("b")]))
    #expect(watch.watch([folder("b")]))
    folder.write("", to: "a/file")
    let outcome = watch.wait(milliseconds: 0)
    #expect(outcome == .timeOut || outcome == .changed([]), "at most, that `a` is let go")
    folder.remove("b")
    guard case .changed(let entries?) = watch.wait(milliseconds: 10_000) else {
      Issue.record("nothing")
      return
    }
    #expect(entries.contains(FileWatch.Entry(directory: folder("b"), name: "")))
    #expect(entries.contains(FileWatch.Entry(directory: folder("b"), name: "file")))
  }

  @Test func aMissingDirectoryIsNoneToWatch() {
    let watch = FileWatch()
    #expect(!watch.watch([folder.path, folder("missing")]))
    folder.write("", to: "file")
    #expect(watch.wait(milliseconds: 10_000) != .timeOut, "the others are watched")
  }

  @Test func anInterruptionLasts() {
    let watch = FileWatch()
    #expect(watch.pause(milliseconds: 0))
    watch.interrupt()
    watch.interrupt()
    #expect(watch.wait(milliseconds: 10_000) == .interrupted)
    #expect(watch.wait(milliseconds: 10_000) == .interrupted)
    #expect(!watch.pause(milliseconds: 10_000))
  }

  @Test func aDeafWatchNoticesNothingButInterruptions() {
    let watch = FileWatch(isDeaf: true)
    #expect(!watch.watch([folder.path]))
    folder.write("", to: "file")
    #expect(watch.wait(milliseconds: 1) == .timeOut)
    watch.interrupt()
    #expect(watch.wait(milliseconds: 10_000) == .interrupted)
  }
}
