import Linux
import ComponentModel
import Glibc
import TestSupport
import Testing

@testable import ComponentScan

/// How a scan ends: interrupted, refused by its caller, and with no process left behind.
@Suite(.endsIfItHangs) struct ScanLifeTests {
  @Test func anInterruptedScanSaysSo() {
    let worker = FakeWorker(then: "exec sleep 100")
    let start = ContinuousClock.now
    let error = #expect(throws: ScanError.self) {
      try Scan(worker.folder("lv2"), worker: worker.path, isCancelled: { ContinuousClock.now - start > .seconds(0.5) })
    }
    #expect(error == .interrupted)
    #expect(ContinuousClock.now - start < .seconds(60))
  }

  @Test func anErrorOfTheReceiverEndsTheScan() {
    struct Full: Error {}
    let survey = BundleSurvey(SearchPath(entries: [Fixtures.folder], environment: [:]))
    let jobs = ScanPlan(survey: survey, known: [], full: false).jobs
    let options = WorkerPool.Options(program: Scan.worker, workers: 2, seconds: 20, environment: [:])
    #expect(throws: Full.self) {
      try WorkerPool.run(jobs, options: options, isCancelled: { false }) { _ in throw Full() }
    }
  }

  @Test func noJobsNeedNoWorker() throws {
    let options = WorkerPool.Options(program: "/nowhere", workers: 1, seconds: 1, environment: [:])
    try WorkerPool.run([], options: options, isCancelled: { false }) { _ in }
  }

  @Test func anEndedWorkerLeavesNoProcessBehind() throws {
    let worker = FakeWorker(then: "exec sleep 100")
    let process = try WorkerProcess(program: worker.path, environment: [:])
    #expect(kill(process.process, 0) == 0)
    #expect(process.end().status == nil, "it had to be killed")
    #expect(kill(process.process, 0) == -1)
    #expect(errno == ESRCH, "a zombie would still be there")
  }

  @Test func aWorkerThatHasDiedTellsHow() throws {
    for (script, expected) in [
      ("exit 3", "the scan worker exited with status 3 before its answer ended"),
      ("kill -SEGV $$", "reading it ends with signal 11 (segmentation fault)"),
    ] {
      let worker = FakeWorker(then: "echo last words >&2\n" + script)
      let process = try WorkerProcess(program: worker.path, environment: [:])
      while process.receive() { usleep(1_000) }
      let end = process.end(within: 60_000)
      #expect(end.fault.description == expected)
      #expect(end.lastWords == "last words")
    }
  }

  @Test func aWorkerEndsWhenItsScanGoes() throws {
    let process = try WorkerProcess(program: Scan.worker, environment: [:])
    while try process.nextReply() == nil, !process.hasGreeted { _ = process.receive() }
    shutdown(process.socket, Int32(SHUT_WR))
    var isOpen = true
    for _ in 0..<20_000 where isOpen {
      isOpen = process.receive()
      usleep(1_000)
    }
    #expect(!isOpen)
    #expect(process.end(within: 60_000).status == 0, "the end of its input is the end of its work")
  }

  @Test func aWorkerServesManyBundles() throws {
    let folder = TemporaryFolder()
    for number in 0..<100 { folder.bundleWithGoodPlugin("\(number).lv2") }
    let scan = try Scan(folder.path, workers: 1)
    #expect(scan.plugins.count == 100)
    #expect(scan.reports.values.allSatisfy { $0.verdict == .scanned })
  }

  @Test func theEnvironmentNamesTheWorker() throws {
    let worker = FakeWorker(then: "exit")
    #expect(try WorkerLocation.find(environment: ["AUCAT_WORKER": worker.path]) == worker.path)
    #expect(try WorkerLocation.find(environment: ["AUCAT_WORKER": ""]) == Scan.worker, "beside this program")
    #expect(try WorkerLocation.find(environment: [:]) == Scan.worker)
    let error = #expect(throws: ScanError.self) { try WorkerLocation.find(environment: ["AUCAT_WORKER": "/nowhere"]) }
    guard case .workerMissing(["/nowhere"]) = error else {
      Issue.record("\(String(describing: error))")
      return
    }
  }
}
