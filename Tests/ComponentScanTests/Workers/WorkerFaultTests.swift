import ComponentModel
import Glibc
import TestSupport
import Testing

@testable import ComponentScan

/// A worker that is a shell script: it sends recorded answers whatever is asked, and then does what `after` says.
struct FakeWorker {
  let folder = TemporaryFolder()
  var path: String { folder("worker") }

  init(greeting: Int? = WorkerSession.version, _ replies: [WorkerReply] = [], then after: String) {
    let answers = (greeting.map { Frame.encode($0) } ?? []) + replies.flatMap { Frame.encode($0) }
    self.init(bytes: answers, then: after)
  }

  init(bytes: [UInt8], then after: String) {
    folder.write(bytes, to: "answers")
    folder.write("#!/bin/sh\ncd '\(folder.path)'\ncat answers\n\(after)\n", to: "worker")
    chmod(path, 0o755)
    folder.write("<urn:x> <urn:y> <urn:z> .\n", to: "lv2/one.lv2/manifest.ttl")
  }

  func scan(seconds: Double = 20) throws -> Scan {
    try Scan(folder("lv2"), worker: path, workers: 1, seconds: seconds)
  }

  /// What is said of the one bundle that there is.
  func report(seconds: Double = 20) throws -> BundleReport {
    try #require(try scan(seconds: seconds).reports["one.lv2"])
  }
}

/// Workers that die, hang, talk nonsense or can't be started.
@Suite(.endsIfItHangs) struct WorkerFaultTests {
  private static let finished = WorkerReply.finished(
    WorkerReply.Summary(content: 7, remarks: [.repeatedSymbol("in")]))

  @Test func aWorkerThatDiesInTheMiddleCostsThePluginThatItHadBegun() throws {
    let first = PluginRecord(uri: "urn:aucat:one:a")
    let worker = FakeWorker([.began(first.uri), .plugin(first), .began("urn:aucat:one:b")], then: "kill -SEGV $$")
    let scan = try worker.scan()
    #expect(scan.plugins.first?.uri == first.uri)
    #expect(scan.reports["one.lv2"]?.rejections.first?.uri == "urn:aucat:one:b")
    let report = try #require(scan.reports["one.lv2"])
    #expect(report.verdict == .crashed && report.reason == "reading it ends with signal 11 (segmentation fault)")
  }

  @Test func anExitStatusMeansNothingWithoutACompleteAnswer() throws {
    for status in [0, 1, 77] {
      let expected = "the scan worker exited with status \(status) before its answer ended"
      let report = try FakeWorker(then: "exit \(status)").report()
      #expect(report.verdict == .crashed && report.reason == expected)
    }
  }

  @Test func aCompleteAnswerCountsHoweverTheWorkerEnds() throws {
    let scan = try FakeWorker([Self.finished], then: "exit 1").scan()
    #expect(scan.reports["one.lv2"]?.verdict == .scanned)
    #expect(scan.reports["one.lv2"]?.content == 7)
    #expect(scan.reports["one.lv2"]?.remarks == [.repeatedSymbol("in")])
  }

  @Test func aWorkerThatHangsIsEndedAtTheTimeLimit() throws {
    let start = ContinuousClock.now
    let report = try FakeWorker(then: "exec sleep 100").report(seconds: 1)
    #expect(report.verdict == .timedOut)
    #expect(report.reason == "no answer within 1 s")
    let elapsed = ContinuousClock.now - start
    #expect(elapsed >= .seconds(1))
    #expect(elapsed < .seconds(60))
  }

  @Test func aWorkerThatTalksForEverIsEndedAtTheTimeLimit() throws {
    let worker = FakeWorker(then: "while cat flood; do :; done")
    let flood = Array(repeating: WorkerReply.began("urn:x"), count: 100_000)
    worker.folder.write(flood.flatMap { Frame.encode($0) }, to: "flood")
    #expect(try worker.report(seconds: 0.5).verdict == .timedOut)
  }

  @Test func aWorkerThatNeverReadsDoesNotHoldUpTheScan() throws {
    let name = String(repeating: "long", count: 30)
    let uris = (0..<ScanLimits.plugins).map { "urn:aucat:one:a-\(name)-name-of-a-plugin-\($0)" }
    let worker = FakeWorker([.outline([uris]), Self.finished], then: "exec sleep 100")
    worker.folder.write(String(repeating: "#", count: 2 << 20), to: "lv2/one.lv2/large.ttl")
    #expect(try worker.report(seconds: 1).verdict == .timedOut)
  }

  @Test(
    arguments: [
      ("a frame that is too large", [0xFF, 0xFF, 0xFF, 0xFF]), ("an unknown answer", [1, 0, 0, 0, 99]),
      ("an empty answer", [0, 0, 0, 0]), ("a text that is not UTF-8", [3, 0, 0, 0, 2, 1, 0xFF]),
      ("a text longer than its frame", [3, 0, 0, 0, 2, 100, 65]), ("more than an answer", [2, 0, 0, 0, 0, 0]),
      ("a plugin that it never announced", Frame.encode(WorkerReply.plugin(PluginRecord(uri: "urn:x")))),
      ("an outline that was not requested", Frame.encode(WorkerReply.outline([["urn:x"]]))),
      ("no change of what is not known", Frame.encode(WorkerReply.unchanged)),
      ("an endless list of nothing", Frame.encode(WorkerReply.outline([[String]](repeating: [], count: 20_000)))),
    ] as [(String, [UInt8])])
  func nonsenseIsACrash(what: String, bytes: [UInt8]) throws {
    let worker = FakeWorker(bytes: Frame.encode(WorkerSession.version) + bytes, then: "exec sleep 100")
    let report = try worker.report()
    #expect(report.verdict == .crashed, "\(what)")
    #expect(report.reason.hasPrefix("the scan worker's answer is not valid: "), "\(what)")
  }

  /// A worker that could ask for more and more requests would keep a scan for ever.
  @Test func outlinesEnd() throws {
    let worker = FakeWorker([], then: "while cat flood; do :; done; exec sleep 100")
    let outlines = (0..<1_000).flatMap { [WorkerReply.outline([["urn:aucat:one:\($0)"]]), Self.finished] }
    worker.folder.write(outlines.flatMap { Frame.encode($0) }, to: "flood")
    worker.folder.write(String(repeating: "#", count: 2 << 20), to: "lv2/one.lv2/large.ttl")
    let report = try worker.report()
    #expect(report.reason == "the scan worker's answer is not valid: it sends an outline that was not requested")
  }

  @Test func aWorkerOfAnotherVersionIsAnError() {
    let other = FakeWorker(greeting: WorkerSession.version + 1, then: "exec sleep 100")
    expectUnusable(other.path)
    let unlinked = FakeWorker(greeting: nil, then: "echo 'cannot load library' >&2; exit 127")
    expectUnusable(unlinked.path, says: "cannot load library")
    let chatty = FakeWorker(greeting: nil, then: "exec yes")
    expectUnusable(chatty.path)
  }

  @Test func aWorkerThatCannotBeStartedIsAnErrorWithARemedy() {
    let folder = TemporaryFolder()
    expectUnusable(folder("missing"))
    expectUnusable(folder.write("#!/bin/sh\n", to: "not-executable"))
    expectUnusable(folder.path)
  }

  private func expectUnusable(_ program: String, says words: String = "") {
    let folder = TemporaryFolder()
    folder.bundleWithGoodPlugin("a.lv2")
    let error = #expect(throws: ScanError.self) { try Scan(folder.path, worker: program) }
    guard case .workerUnusable(program, let defect) = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(words.isEmpty || defect.description.contains(words), "\(defect)")
    #expect(!"\(defect)".contains("\n"))
  }
}
