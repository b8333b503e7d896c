import TestSupport
import Testing

/// The words of a command line arrive whatever the system lacks.
struct ArgumentTests {
  private let machine = Machine([Bundle(name: "hall", plugins: [.hall])])

  /// In a mount namespace of its own, with nothing in `/proc`.
  private func withoutProc(_ script: String) -> Child {
    machine.shell("exec unshare -m /bin/sh -c 'mount -t tmpfs none /proc && \(script)'")
  }

  private static var canHideProc: Bool {
    Machine([]).shell("unshare -m /bin/sh -c 'mount -t tmpfs none /proc'").status == 0
  }

  @Test(
    .enabled(if: canHideProc, "only root may hide /proc"),
    .enabled(if: Sanitizer.worksWithoutProc, "the sanitizer needs /proc"))
  func withoutProcEverythingWorks() {
    verify(withoutProc(#""$aucat" scan --strict --json"#).text.contains(#""components":1"#))
    verify(withoutProc(#""$aucat" tag add "Great Hall" kept"#).status, equals: 0)
    verify(withoutProc(#""$aucat" search --format uri "userTag == kept""#).lines, equals: [Plugin.hall.uri])
    let swedish = withoutProc(#""$aucat" search --locale sv "tag == Reverb""#)
    verify(swedish.text.contains("Effekt") && swedish.errors == "", "\(swedish.errors)")
    let render = withoutProc(#""$aucat" render nosuch.wav out.wav --through "Great Hall""#)
    verify(render.errors.contains("nosuch.wav"), "\(render.errors)")
  }
}
