import Glibc
@testable import Linux
import TestSupport
import Testing

/// How programs start and end.
@Suite(.endsIfItHangs, .serialized) struct ChildProcessTests {
  private func shell(
    _ script: String, environment: [String: String] = ["PATH": "/usr/bin:/bin"], messageLimit: Int? = nil,
    isSupervised: Bool = false
  ) throws -> ChildProcess {
    try ChildProcess(
      "/bin/sh", arguments: ["-c", script], descriptors: [nil, nil], environment: environment,
      messageLimit: messageLimit, isSupervised: isSupervised)
  }

  private func run(_ script: String, within milliseconds: Int = 10_000, messageLimit: Int? = nil) throws -> ChildEnd {
    try shell(script, messageLimit: messageLimit).end(within: milliseconds)
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
    #expect(!end.isUnknown)
    #expect(end.isFault == (signal?.contains("segmentation") == true))
  }

  @Test func aProgramThatGoesOnIsKilled() throws {
    let end = try run("exec sleep 100", within: 10)
    #expect(end.status == nil && end.exitStatus == nil && end.signalName == nil && !end.isUnknown)
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

  @Test func noCrashPrintsABacktraceUnlessThatIsWanted() throws {
    #expect(try run("echo \"$SWIFT_BACKTRACE\" >&2").lastWords == "enable=no")
    let child = try shell("echo \"$SWIFT_BACKTRACE\" >&2", environment: ["SWIFT_BACKTRACE": "enable=yes"])
    #expect(child.end(within: 10_000).lastWords == "enable=yes", "unless that is wanted")
  }

  @Test func aProgramHasNoOtherDescriptors() throws {
    let file = try FileDescriptor("/dev/null", for: .reading)
    _ = fcntl(file.number, F_SETFD, 0)
    // The shell looks itself: a pipe or a directory that it lists would be a descriptor of its own.
    let search = "n=3; while [ $n -lt 512 ]; do [ ! -e /proc/$$/fd/$n ] || open=\"$open$n \"; n=$((n + 1)); done"
    #expect(try run("\(search); printf 'open:%s' \"$open\" >&2").lastWords == "open:")
  }

  @Test func aStatusThatWentElsewhereIsUnknown() throws {
    let child = try shell("exit 3")
    // As where SIGCHLD is ignored: the system has forgotten the child, and its number may be another process's.
    var status: Int32 = 0
    #expect(waitpid(child.process, &status, 0) == child.process)
    #expect(child.hasEnded)
    let end = child.end(within: 5_000)
    #expect(end.isUnknown && end.status == nil && end.exitStatus == nil)
  }

  @Test func aProgramMayEndItselfInTime() throws {
    func end(_ script: String) throws -> ChildEnd {
      let folder = TemporaryFolder()
      let child = try shell(
        "\(script); : > '\(folder("ready"))'; while :; do sleep 0.01; done", isSupervised: true)
      for _ in 0..<5_000 where !Path.exists(folder("ready")) { usleep(1_000) }
      return child.end()
    }
    let start = ContinuousClock.now
    #expect(try end("trap 'exit 0' TERM").status == nil, "it had to be told")
    #expect(ContinuousClock.now - start < .seconds(5))
    #expect(try end("trap '' TERM").status == nil)
  }

  @Test func whatDoesNotStart() throws {
    let error = #expect(throws: ChildProcess.Failure.self) {
      _ = try ChildProcess("/nowhere", descriptors: [], environment: [:])
    }
    #expect(error == .program(SystemError(ENOENT)))
    #expect(error?.reason == "no such file or directory")
  }

  @Test func aStoppedChildIsKnown() throws {
    let child = try ChildProcess("/bin/sleep", arguments: ["100"], descriptors: [nil, nil], environment: [:])
    #expect(!child.isStopped)
    kill(child.process, SIGSTOP)
    for _ in 0..<5_000 where !child.isStopped { usleep(1_000) }
    #expect(child.isStopped && !child.hasEnded)
    #expect(child.end() == ChildEnd(status: nil, lastWords: ""))
    #expect(!child.isStopped)
  }

  @Test func theTimeThatAChildComputesIsKnown() throws {
    let child = try shell("while :; do :; done")
    for _ in 0..<20_000 where child.processorSeconds < 0.2 { usleep(1_000) }
    #expect(child.processorSeconds >= 0.2)
    _ = child.end()
    #expect(child.processorSeconds == 0)
  }

  @Test func thisProcessHasProcessors() { #expect(CurrentProcess.processorCount >= 1) }
}
