import Glibc
import Linux
import TestSupport
import Testing

/// How programs start and end.
@Suite(.timeLimit(.minutes(1)), .serialized) struct ChildProcessTests {
  private func run(_ script: String, within milliseconds: Int = 10_000, messageLimit: Int? = nil) throws -> ChildEnd {
    try ChildProcess(
      "/bin/sh", arguments: ["-c", script], descriptors: [nil, nil], environment: ["PATH": "/usr/bin:/bin"],
      messageLimit: messageLimit
    ).end(within: milliseconds)
  }

  @Test(
    arguments: [
      ("exit 0", 0, nil), ("exit 3", 3, nil), ("kill -SEGV $$", nil, "signal 11 (segmentation fault)"),
      ("kill -TERM $$", nil, "signal 15 (terminated)"),
    ] as [(String, Int?, String?)])
  func aProgramsEnd(script: String, status: Int?, signal: String?) throws {
    let end = try run(script)
    #expect(end.exitStatus == status)
    #expect(end.signalName == signal)
    #expect(end.peakBytes > 0)
  }

  @Test func aProgramThatGoesOnIsKilled() throws {
    let end = try run("exec sleep 100", within: 10)
    #expect(end.status == nil && end.exitStatus == nil && end.signalName == nil)
  }

  @Test(arguments: [nil, 1 << 16] as [Int?]) func theLastLineOfItsMessagesIsKept(limit: Int?) throws {
    #expect(try run("echo one >&2; echo two >&2", messageLimit: limit).lastWords == "two")
    #expect(try run("true", messageLimit: limit).lastWords == "")
    #expect(
      try run("head -c 10000 /dev/zero | tr '\\0' x >&2; echo; echo end >&2", messageLimit: limit).lastWords.hasSuffix(
        "xend"))
  }

  @Test func messagesAreBounded() throws {
    #expect(try run("for n in 0 1 2 3 4 5 6 7; do printf $n$n >&2; done", messageLimit: 10).lastWords == "0011223344")
  }

  @Test func signalsThatAreIgnoredHereAreNotThere() throws {
    let old = signal(SIGPIPE, SIG_IGN)
    defer { signal(SIGPIPE, old) }
    #expect(try run("kill -PIPE $$").signalName == "signal 13 (broken pipe)")
  }

  @Test func aProgramHasNoOtherDescriptors() throws {
    let file = try FileDescriptor("/dev/null", for: .reading)
    _ = fcntl(file.number, F_SETFD, 0)
    // The shell looks itself: a pipe or a directory that it lists would be a descriptor of its own.
    let search = "n=3; while [ $n -lt 512 ]; do [ ! -e /proc/$$/fd/$n ] || open=\"$open$n \"; n=$((n + 1)); done"
    #expect(try run("\(search); printf 'open:%s' \"$open\" >&2").lastWords == "open:")
  }

  @Test func whatDoesNotStart() throws {
    let error = #expect(throws: ChildProcess.Failure.self) {
      _ = try ChildProcess("/nowhere", descriptors: [], environment: [:])
    }
    #expect(error == .program(SystemError(ENOENT)))
    #expect(error?.reason == "no such file or directory")
  }

  @Test func thisProcessHasProcessors() { #expect(CurrentProcess.processorCount >= 1) }
}
