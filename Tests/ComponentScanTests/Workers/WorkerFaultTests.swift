import ComponentModel
import Glibc
import TestSupport
import Testing

@testable import ComponentScan
@testable import Linux

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
    try demand(scan(seconds: seconds).reports["one.lv2"])
  }
}

/// Workers that die, hang, talk nonsense or can't be started.
@Suite(.part(.faults), .endsIfItHangs) struct WorkerFaultTests {
  private static let finished = WorkerReply.finished(
    WorkerReply.Summary(content: 7, remarks: [.repeatedSymbol("in")]))

  @Test func aWorkerThatDiesCostsThePluginThatItHadBegunAndACompleteAnswerCountsHoweverItEnds() throws {
    let first = PluginRecord(uri: "urn:aucat:one:a")
    let worker = FakeWorker([.began(first.uri), .plugin(first), .began("urn:aucat:one:b")], then: "kill -SEGV $$")
    let scan = try worker.scan()
    verify(scan.plugins.first?.uri, equals: first.uri)
    verify(scan.reports["one.lv2"]?.rejections.first?.uri, equals: "urn:aucat:one:b")
    let report = try demand(scan.reports["one.lv2"])
    verify(report.verdict == .crashed && report.reason == "reading it ends with signal 11 (segmentation fault)")
    for status in [0, 1, 77] {
      let expected = "the scan worker exited with status \(status) before its answer ended"
      let report = try FakeWorker(then: "exit \(status)").report()
      verify(report.verdict == .crashed && report.reason == expected)
    }
    let complete = try FakeWorker([Self.finished], then: "exit 1").report()
    verify(complete.verdict == .scanned && complete.content == 7 && complete.remarks == [.repeatedSymbol("in")])
    // Whose fault it is.
    let faults: [(Int32?, WorkerFault)] = [
      (ScanLimits.memoryStatus << 8, .verdict(.memory(1_024))),
      (SIGSEGV, .verdict(.signal("signal 11 (segmentation fault)"))),
      (SIGKILL, .interruption(.killed(signal: "signal 9 (killed)"))), (nil, .uncertain(.noAnswer)),
    ]
    for (status, fault) in faults {
      verify(ChildEnd(status: status, lastWords: "", isUnknown: status == nil).fault, equals: fault)
    }
  }

  @Test func aWorkerThatHangsIsEndedAtTheTimeLimit() throws {
    let start = ContinuousClock.now
    let hanging = try FakeWorker(then: "exec sleep 100").report(seconds: 1)
    verify(hanging.verdict == .timedOut && hanging.reason == "no answer within 1 s")
    let elapsed = ContinuousClock.now - start
    verify(elapsed >= .seconds(1) && elapsed < .seconds(60))
  }

  @Test func aWorkerThatTalksForEverOrNeverReadsIsEndedAtTheTimeLimit() throws {
    let talking = FakeWorker(then: "while cat flood; do :; done")
    let began = Frame.encode(WorkerReply.began("urn:x"))
    talking.folder.write(Array(repeatElement(began, count: 20_000).joined()), to: "flood")
    try verify(talking.report(seconds: 0.2).verdict, equals: .timedOut)
    let name = String(repeating: "long", count: 30)
    let uris = (0..<ScanLimits.plugins).map { "urn:aucat:one:a-\(name)-name-of-a-plugin-\($0)" }
    let deaf = FakeWorker([.outline([uris]), Self.finished], then: "exec sleep 100")
    deaf.folder.write(String(repeating: "#", count: 2 << 20), to: "lv2/one.lv2/large.ttl")
    try verify(deaf.report(seconds: 0.2).verdict, equals: .timedOut)
  }

  @Test func nonsenseIsACrashAndOutlinesEnd() throws {
    let nonsense: [(String, [UInt8])] = [
      ("a frame that is too large", [0xFF, 0xFF, 0xFF, 0xFF]), ("an unknown answer", [1, 0, 0, 0, 99]),
      ("an empty answer", [0, 0, 0, 0]), ("a text that is not UTF-8", [3, 0, 0, 0, 2, 1, 0xFF]),
      ("a text longer than its frame", [3, 0, 0, 0, 2, 100, 65]), ("more than an answer", [2, 0, 0, 0, 0, 0]),
      ("a plugin that it never announced", Frame.encode(WorkerReply.plugin(PluginRecord(uri: "urn:x")))),
      ("an outline that was not requested", Frame.encode(WorkerReply.outline([["urn:x"]]))),
      ("no change of what is not known", Frame.encode(WorkerReply.unchanged)),
      ("an endless list of nothing", Frame.encode(WorkerReply.outline([[String]](repeating: [], count: 20_000)))),
    ]
    for (what, bytes) in nonsense {
      let report = try FakeWorker(bytes: Frame.encode(WorkerSession.version) + bytes, then: "exec sleep 100").report()
      verify(
        report.verdict == .crashed && report.reason.hasPrefix("the scan worker's answer is not valid: "), "\(what)")
    }
    // A worker that could ask for more and more requests would keep a scan for ever.
    let worker = FakeWorker([], then: "while cat flood; do :; done; exec sleep 100")
    let outlines = (0..<1_000).flatMap { [WorkerReply.outline([["urn:aucat:one:\($0)"]]), Self.finished] }
    worker.folder.write(outlines.flatMap { Frame.encode($0) }, to: "flood")
    worker.folder.write(String(repeating: "#", count: 2 << 20), to: "lv2/one.lv2/large.ttl")
    let report = try worker.report()
    verify(report.reason, equals: "the scan worker's answer is not valid: it sends an outline that was not requested")
  }

  @Test func aWorkerOfAnotherVersionOrThatCannotBeStartedIsAnErrorWithARemedy() {
    let other = FakeWorker(greeting: WorkerSession.version + 1, then: "exec sleep 100")
    expectUnusable(other.path)
    let unlinked = FakeWorker(greeting: nil, then: "echo 'cannot load library' >&2; exit 127")
    expectUnusable(unlinked.path, says: "cannot load library")
    let chatty = FakeWorker(greeting: nil, then: "exec yes")
    expectUnusable(chatty.path)
    let folder = TemporaryFolder()
    expectUnusable(folder("missing"))
    expectUnusable(folder.write("#!/bin/sh\n", to: "not-executable"))
    expectUnusable(folder.path)
  }

  private func expectUnusable(_ program: String, says words: String = "") {
    let folder = TemporaryFolder()
    folder.bundleWithGoodPlugin("a.lv2")
    let error = verify(throws: ScanError.self) { try Scan(folder.path, worker: program) }
    guard case .workerUnusable(program, let defect) = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    verify(words.isEmpty || defect.description.contains(words), "\(defect)")
    verify(!"\(defect)".contains("\n"))
  }
}
