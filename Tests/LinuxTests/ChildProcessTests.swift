import Glibc
import TestSupport
import Testing

@testable import Linux

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

  @Test func aProgramExitsDiesIsKilledOrDoesNotStart() throws {
    // Signals that are ignored here are not there.
    let old = signal(SIGPIPE, SIG_IGN)
    defer { signal(SIGPIPE, old) }
    let ends: [(String, Int?, String?)] = [
      ("exit 0", 0, nil), ("exit 3", 3, nil), ("kill -SEGV $$", nil, "signal 11 (segmentation fault)"),
      ("kill -TERM $$", nil, "signal 15 (terminated)"), ("kill -PIPE $$", nil, "signal 13 (broken pipe)"),
    ]
    for (script, status, signal) in ends {
      let end = try run(script)
      verify(end.exitStatus, equals: status, "\(script)")
      verify(end.signalName, equals: signal, "\(script)")
      verify(!end.isUnknown && end.isFault == (signal?.contains("segmentation") == true), "\(script)")
    }
    let killed = try run("exec sleep 100", within: 10)
    verify(killed.status == nil && killed.exitStatus == nil && killed.signalName == nil && !killed.isUnknown)
    let error = verify(throws: ChildProcess.Failure.self) {
      _ = try ChildProcess("/nowhere", descriptors: [], environment: [:])
    }
    verify(error, equals: .program(SystemError(ENOENT)))
    verify(error?.reason, equals: "no such file or directory")
  }

  @Test func theLastLineOfItsMessagesIsKeptAndAllAreBounded() throws {
    for limit in [nil, 1 << 16] {
      try verify(run("echo one >&2; echo two >&2", messageLimit: limit).lastWords, equals: "two")
      try verify(run("true", messageLimit: limit).lastWords, equals: "")
      let long = try run("head -c 10000 /dev/zero | tr '\\0' x >&2; echo; echo end >&2", messageLimit: limit)
      verify(long.lastWords.hasSuffix("xend"))
    }
    let bounded = try run("for n in 0 1 2 3 4 5 6 7; do printf $n$n >&2; done", messageLimit: 10)
    verify(bounded.lastWords, equals: "0011223344")
  }

  @Test func aProgramHasNoOtherDescriptorsAndPrintsNoBacktraceUnlessThatIsWanted() throws {
    let file = try FileDescriptor("/dev/null", for: .reading)
    _ = fcntl(file.number, F_SETFD, 0)
    // The shell looks itself: a pipe or a directory that it lists would be a descriptor of its own.
    let search = "n=3; while [ $n -lt 512 ]; do [ ! -e /proc/$$/fd/$n ] || open=\"$open$n \"; n=$((n + 1)); done"
    try verify(run("\(search); printf 'open:%s' \"$open\" >&2").lastWords, equals: "open:")
    let told = "echo \"$SWIFT_BACKTRACE\" >&2"
    try verify(run(told).lastWords, equals: "enable=no")
    let wanted = try shell(told, environment: ["SWIFT_BACKTRACE": "enable=yes"])
    verify(wanted.end(within: 10_000).lastWords, equals: "enable=yes")
  }

  @Test func aStatusThatWentElsewhereIsUnknown() throws {
    let child = try shell("exit 3")
    // As where SIGCHLD is ignored: the system has forgotten the child, and its number may be another process's.
    var status: Int32 = 0
    verify(waitpid(child.process, &status, 0), equals: child.process)
    verify(child.hasEnded)
    let end = child.end(within: 5_000)
    verify(end.isUnknown && end.status == nil && end.exitStatus == nil)
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
    try verify(end("trap 'exit 0' TERM").status == nil, "it had to be told")
    verify(ContinuousClock.now - start < .seconds(5))
    try verify(end("trap '' TERM").status == nil)
  }

  @Test func aKilledSupervisorLeavesNoProcess() throws {
    let folder = TemporaryFolder()
    // It is in a session of its own, and nobody's child any more.
    let child = try shell(
      "setsid sleep 100 & echo $! > '\(folder("new"))'; mv '\(folder("new"))' '\(folder("process"))'; kill -KILL $$",
      isSupervised: true)
    for _ in 0..<5_000 where !child.hasEnded { usleep(1_000) }
    let text = String(decoding: try WholeFile.bytes(folder("process"), limit: 100), as: UTF8.self)
    let process = try demand(Int32(text.split(separator: "\n").first ?? ""))
    // Between two programs it has no command line.
    for _ in 0..<5_000 where !isRunning(process) { usleep(1_000) }
    verify(isRunning(process))
    verify(child.end().isKilled)
    for _ in 0..<5_000 where isRunning(process) { usleep(1_000) }
    verify(!isRunning(process))
  }

  /// Whether a process has a command line, which one that has ended lacks, even if nobody has waited for it.
  private func isRunning(_ process: Int32) -> Bool {
    let line = try? WholeFile.bytes("/proc/\(process)/cmdline", limit: 4_096)
    return line.map { !$0.isEmpty } ?? false
  }

  @Test func aStoppedSupervisorIsContinuedToEnd() throws {
    let child = try shell("trap 'exit 0' TERM; kill -STOP $$; while :; do sleep 0.01; done", isSupervised: true)
    for _ in 0..<5_000 where !child.isStopped { usleep(1_000) }
    verify(child.isStopped)
    let start = ContinuousClock.now
    verify(child.end().status == nil)
    verify(ContinuousClock.now - start < .milliseconds(1_500))
  }

  @Test func thatAChildIsStoppedAndHowMuchItComputesIsKnown() throws {
    let stopped = try shell("exec sleep 100")
    verify(!stopped.isStopped)
    kill(stopped.process, SIGSTOP)
    for _ in 0..<5_000 where !stopped.isStopped { usleep(1_000) }
    verify(stopped.isStopped && !stopped.hasEnded)
    verify(stopped.end(), equals: ChildEnd(status: nil, lastWords: ""))
    verify(!stopped.isStopped)
    let busy = try shell("while :; do :; done")
    for _ in 0..<20_000 where busy.processorSeconds < 0.05 { usleep(1_000) }
    verify(busy.processorSeconds >= 0.05)
    _ = busy.end()
    verify(busy.processorSeconds, equals: 0)
  }
}
