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
    let worker = FakeWorker(
      [.began(Self.record.uri)],
      then:
        "n=$(cat count 2>/dev/null || echo 0); echo $((n + 1)) >count; [ $n -ge \(count) ] || { \(first); }; cat rest; exec sleep 100"
    )
    worker.folder.write(
      ([.plugin(Self.record), Self.finished] as [WorkerReply]).flatMap { Frame.encode($0) }, to: "rest")
    return worker
  }

  private static let signals = ["KILL", "TERM", "HUP", "XCPU", "ALRM"]

  @Test(arguments: signals) func aBundleWhoseWorkerIsKilledFromOutsideIsReadAgain(signal: String) throws {
    let scan = try worker(first: "kill -\(signal) $$").scan()
    #expect(scan.plugins.map(\.uri) == [Self.record.uri])
    let report = try #require(scan.reports["one.lv2"])
    #expect(report.verdict == .scanned && report.rejections == [] && report.interruption == nil)
  }

  @Test(arguments: signals) func twiceIsNoVerdictEither(signal: String) throws {
    let scan = try worker(first: "kill -\(signal) $$", count: 9).scan()
    let report = try #require(scan.reports["one.lv2"])
    #expect(report.verdict == .scanned && report.rejections == [])
    #expect(report.interruption?.description.hasPrefix("killed from outside by signal ") == true)
  }

  @Test func aFaultIsAVerdictAtOnce() throws {
    let scan = try worker(first: "kill -SEGV $$").scan()
    #expect(scan.reports["one.lv2"]?.rejections.map(\.verdict) == [.crashed])
  }

  @Test func aWorkerThatIsStoppedIsNotLate() throws {
    let report = try #require(try worker(first: "kill -STOP $$", count: 9).scan(seconds: 0.5).reports["one.lv2"])
    #expect(report.interruption == .stopped && report.rejections == [])
    let later = try #require(try worker(first: "kill -STOP $$").scan(seconds: 3).reports["one.lv2"])
    #expect(later.interruption == nil && later.rejections == [] && later.verdict == .scanned)
  }

  @Test func aWorkerThatWaitsOnceAndComputesNothingIsGivenASecondTry() throws {
    let scan = try worker(first: "exec sleep 100").scan(seconds: 3)
    #expect(scan.plugins.map(\.uri) == [Self.record.uri])
    #expect(scan.reports["one.lv2"]?.rejections == [])
  }

  @Test func aWorkerThatComputesTooLongIsLate() throws {
    let report = try worker(first: "while :; do :; done", count: 9).report(seconds: 0.5)
    #expect(report.rejections.first?.verdict == .timedOut && report.interruption == nil)
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
    #expect(scan.plugins.count == 4)
    #expect(scan.reports.values.allSatisfy { $0.verdict == .scanned && $0.interruption == nil }, "\(scan.reports)")
  }

  @Test func aLackThatAWorkerTellsOfIsNoVerdict() throws {
    let reply = WorkerReply.finished(
      WorkerReply.Summary(content: nil, problem: .interrupted(.system("too many open files"))))
    let report = try FakeWorker([reply], then: "exec sleep 100").report()
    #expect(report.verdict == .scanned && report.interruption == .system("too many open files"))
  }

  @Test func workersThatAreKilledBeforeTheyStartEndTheScan() throws {
    let error = #expect(throws: ScanError.self) { try FakeWorker(greeting: nil, then: "kill -KILL $$").scan() }
    #expect(error == .workersKilled(.killed(signal: "signal 9 (killed)")), "\(error?.description ?? "")")
  }

  private static let memory = [("ulimit -v 90000", "killed from outside by signal 9 (killed)")]
  private static let lacks =
    [("ulimit -n 5", "too many open files")] + (Sanitizer.allowsMemoryLimits ? memory : [])

  /// The real worker, in a machine that lacks something.
  @Test(arguments: lacks) func aMachineThatLacksSomethingIsNoVerdict(lack: String, words: String) throws {
    let folder = TemporaryFolder()
    folder.bundleWithGoodPlugin("lv2/a.lv2", more: plugin("urn:aucat:a.lv2:large", data: "large.ttl"))
    let text = (0..<300_000).map { "<urn:s\($0)> <http://www.w3.org/2000/01/rdf-schema#label> \"\($0)\" .\n" }
    folder.write(text.joined(), to: "lv2/a.lv2/large.ttl")
    folder.write("#!/bin/sh\n\(lack)\nexec '\(Scan.worker)'\n", to: "worker")
    chmod(folder("worker"), 0o755)
    let scan = try Scan(folder("lv2"), worker: folder("worker"))
    let report = try #require(scan.reports["a.lv2"])
    #expect(report.problem == nil && report.rejections == [])
    #expect(report.interruption?.description.contains(words) == true, "\(report)")
  }

  @Test func aKilledWorkerLeavesNothing() throws {
    let worker = FakeWorker(
      then: "mkdir -m 700 /dev/shm/aucat-manifest-$$-test; ln -s nowhere /dev/shm/aucat-manifest-$$-test/manifest.ttl; "
        + "echo $$ >>numbers; kill -KILL $$")
    _ = try worker.scan()
    let numbers = String(decoding: Child.contents(worker.folder("numbers")), as: UTF8.self).split(separator: "\n")
    #expect(numbers.count == 2)
    for number in numbers { #expect(!Path.exists("/dev/shm/aucat-manifest-\(number)-test")) }
  }
}
