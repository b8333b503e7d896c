import ComponentModel
import Glibc
import Linux
import TestSupport
import Testing

@testable import ComponentScan

/// How a scan ends: interrupted, refused by its caller, and with no process left behind.
@Suite(.endsIfItHangs) struct ScanLifeTests {
  @Test func aScanEndsWhenItIsInterruptedOrItsReceiverFailsAndNeedsNoWorkerForNothing() throws {
    let worker = FakeWorker(then: "exec sleep 100")
    let start = ContinuousClock.now
    let error = verify(throws: ScanError.self) {
      try Scan(worker.folder("lv2"), worker: worker.path, isCancelled: { ContinuousClock.now - start > .seconds(0.5) })
    }
    verify(error, equals: .interrupted)
    verify(ContinuousClock.now - start < .seconds(60))
    struct Full: Error {}
    let jobs = ScanPlan(survey: Scan.survey(faultyBundles), known: [], full: false).jobs
    let options = WorkerPool.Options(program: Scan.worker, workers: 2, seconds: 20, environment: [:])
    verify(throws: Full.self) {
      try WorkerPool.run(jobs, options: options, isCancelled: { false }) { _ in throw Full() }
    }
    let nowhere = WorkerPool.Options(program: "/nowhere", workers: 1, seconds: 1, environment: [:])
    try WorkerPool.run([], options: nowhere, isCancelled: { false }) { _ in }
  }

  @Test func anEndedWorkerLeavesNoProcessBehindAndADeadOneTellsHow() throws {
    let worker = FakeWorker(then: "exec sleep 100")
    let process = try WorkerProcess(program: worker.path, environment: [:])
    verify(kill(process.process, 0), equals: 0)
    verify(process.end().status == nil, "it had to be killed")
    verify(kill(process.process, 0), equals: -1)
    verify(errno, equals: ESRCH, "a zombie would still be there")
    for (script, expected) in [
      ("exit 3", "the scan worker exited with status 3 before its answer ended"),
      ("kill -SEGV $$", "reading it ends with signal 11 (segmentation fault)"),
    ] {
      let worker = FakeWorker(then: "echo last words >&2\n" + script)
      let process = try WorkerProcess(program: worker.path, environment: [:])
      while process.receive() { usleep(1_000) }
      let end = process.end(within: 60_000)
      verify(end.fault.description == expected && end.lastWords == "last words")
    }
  }

  @Test func aWorkerServesManyBundlesAndEndsWhenItsScanGoes() throws {
    let folder = TemporaryFolder()
    for number in 0..<100 { folder.bundleWithGoodPlugin("\(number).lv2") }
    let scan = try Scan(folder.path, workers: 1)
    verify(scan.plugins.count == 100 && scan.reports.values.allSatisfy { $0.verdict == .scanned })
    let process = try WorkerProcess(program: Scan.worker, environment: [:])
    while try process.nextReply() == nil, !process.hasGreeted { _ = process.receive() }
    shutdown(process.socket, Int32(SHUT_WR))
    var isOpen = true
    for _ in 0..<20_000 where isOpen {
      isOpen = process.receive()
      usleep(1_000)
    }
    verify(!isOpen)
    verify(process.end(within: 60_000).status, equals: 0, "the end of its input is the end of its work")
  }
}
