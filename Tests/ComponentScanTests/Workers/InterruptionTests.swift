import ComponentModel
import Glibc
import Linux
import TestSupport
import Testing

@testable import ComponentScan

/// What comes from outside a bundle is no verdict on it.
@Suite(.endsIfItHangs) struct InterruptionTests {
  private static let finished = WorkerReply.finished(WorkerReply.Summary(content: 7))
  private static let record = PluginRecord(uri: "urn:aucat:one:a")

  /// A worker that ends by `first` when it starts for the first time, and later completes its answer.
  private func worker(first: String, count: Int = 1) -> FakeWorker {
    let script = """
      n=$(cat count 2>/dev/null || echo 0); echo $((n + 1)) >count
      [ $n -ge \(count) ] || { \(first); }
      cat rest; exec sleep 100
      """
    let worker = FakeWorker([.began(Self.record.uri)], then: script)
    worker.folder.write(
      ([.plugin(Self.record), Self.finished] as [WorkerReply]).flatMap { Frame.encode($0) }, to: "rest")
    return worker
  }

  @Test func aBundleWhoseWorkerIsKilledFromOutsideIsReadAgainAndTwiceIsNoVerdictEither() throws {
    for signal in ["KILL", "TERM", "HUP", "XCPU", "ALRM"] {
      let again = try worker(first: "kill -\(signal) $$").scan()
      verify(again.plugins.map(\.uri), equals: [Self.record.uri], "\(signal)")
      let report = try demand(again.reports["one.lv2"])
      verify(report.verdict == .scanned && report.rejections == [] && report.interruption == nil, "\(signal)")
      let twice = try worker(first: "kill -\(signal) $$", count: 9).report()
      verify(twice.verdict == .scanned && twice.rejections == [], "\(signal)")
      verify(twice.interruption?.description.hasPrefix("killed from outside by signal "), equals: true, "\(signal)")
    }
    let fault = try worker(first: "kill -SEGV $$").report()
    verify(fault.rejections.map(\.verdict), equals: [.crashed], "a verdict at once")
  }

  @Test func aWorkerThatIsStoppedOrWaitsOnceIsNotLateAndOneThatComputesIs() throws {
    let stopped = try worker(first: "kill -STOP $$", count: 9).report(seconds: 0.5)
    verify(stopped.interruption == .stopped && stopped.rejections == [])
    for first in ["kill -STOP $$", "exec sleep 100"] {
      let later = try worker(first: first).scan(seconds: 2)
      verify(later.plugins.map(\.uri), equals: [Self.record.uri], "\(first)")
      let report = try demand(later.reports["one.lv2"])
      verify(report.interruption == nil && report.rejections == [] && report.verdict == .scanned, "\(first)")
    }
    let busy = try worker(first: "while :; do :; done", count: 9).report(seconds: 0.2)
    verify(busy.rejections.first?.verdict == .timedOut && busy.interruption == nil)
  }

  /// Three workers that have each begun a bundle are killed; those that follow are real.
  @Test func bundlesWhoseWorkersAreKilledAreAllRead() throws {
    let folder = TemporaryFolder()
    for name in ["one", "two", "three", "four"] { folder.bundleWithGoodPlugin("lv2/\(name).lv2") }
    folder.write(Frame.encode(WorkerSession.version), to: "greeting")
    folder.write(
      """
      #!/bin/sh
      cd '\(folder.path)'
      for n in 1 2 3; do mkdir killed-$n 2>/dev/null && { cat greeting; kill -KILL $$; }; done
      exec '\(Scan.worker)'
      """, to: "worker")
    chmod(folder("worker"), 0o755)
    let scan = try Scan(folder("lv2"), worker: folder("worker"), workers: 2)
    verify(scan.plugins.count, equals: 4)
    verify(scan.reports.values.allSatisfy { $0.verdict == .scanned && $0.interruption == nil }, "\(scan.reports)")
  }

  @Test func aLackThatAWorkerTellsOfIsNoVerdictAndWorkersThatAreKilledAtTheirStartEndTheScan() throws {
    let reply = WorkerReply.finished(
      WorkerReply.Summary(content: nil, problem: .interrupted(.system("too many open files"))))
    let report = try FakeWorker([reply], then: "exec sleep 100").report()
    verify(report.verdict == .scanned && report.interruption == .system("too many open files"))
    let error = verify(throws: ScanError.self) { try FakeWorker(greeting: nil, then: "kill -KILL $$").scan() }
    verify(error, equals: .workersKilled(.killed(signal: "signal 9 (killed)")), "\(error?.description ?? "")")
  }

  /// The real worker, in a machine that lacks something. The worker's own limit of memory is the bundle's doing, and costs
  /// the plugin that was being read.
  @Test(.part(.faults)) func aMachineThatLacksSomethingIsNoVerdictAndAPluginThatNeedsTooMuchMemoryIsRefused() throws {
    let folder = TemporaryFolder()
    folder.bundleWithGoodPlugin("lv2/a.lv2", more: plugin("urn:aucat:a.lv2:large", data: "large.ttl"))
    let text = (0..<300_000).map { "<urn:s\($0)> <http://www.w3.org/2000/01/rdf-schema#label> \"\($0)\" .\n" }
    folder.write(text.joined(), to: "lv2/a.lv2/large.ttl")
    let memory = ("ulimit -v 90000", "killed from outside by signal 9 (killed)")
    for (lack, words) in [("ulimit -n 5", "too many open files")] + (Sanitizer.allowsMemoryLimits ? [memory] : []) {
      folder.write("#!/bin/sh\n\(lack)\nexec '\(Scan.worker)'\n", to: "worker")
      chmod(folder("worker"), 0o755)
      let report = try demand(Scan(folder("lv2"), worker: folder("worker")).reports["a.lv2"])
      verify(report.problem == nil && report.rejections == [])
      verify(report.interruption?.description.contains(words), equals: true, "\(report)")
    }
    guard Sanitizer.allowsMemoryLimits else { return }
    let report = try Scan(folder("lv2"), memory: 100 << 20).reports["a.lv2"]
    verify(report?.rejections.map(\.reason), equals: ["it needs more than 1024 MiB of memory"])
  }

  @Test func aKilledWorkerLeavesNothing() throws {
    let worker = FakeWorker(
      then: "mkdir -m 700 /dev/shm/aucat-manifest-$$-test; ln -s nowhere /dev/shm/aucat-manifest-$$-test/manifest.ttl; "
        + "echo $$ >>numbers; kill -KILL $$")
    _ = try worker.scan()
    let numbers = String(decoding: Child.contents(worker.folder("numbers")), as: UTF8.self).split(separator: "\n")
    verify(numbers.count, equals: 2)
    for number in numbers { verify(!Path.exists("/dev/shm/aucat-manifest-\(number)-test")) }
  }
}
