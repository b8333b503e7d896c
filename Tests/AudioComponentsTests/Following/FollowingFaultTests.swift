import AudioComponents
import Glibc
import Linux
import SQLite
import TestSupport
import Testing

/// What keeps an answer from counting what is new: it comes in time all the same, and the next one counts it.
struct FollowingFaultTests {
  private let scene = InstallationScene(.added)
  private let notices = Notices()

  private func manager(_ change: (inout Configuration) -> Void = { _ in }) throws -> ComponentManager {
    var configuration = try ScannedCatalog.manager(catalog: scene.folder("catalog.sqlite"), path: scene.path)
      .configuration
    configuration.notice = { [notices] in notices.add($0) }
    configuration.lookInterval = .zero
    change(&configuration)
    return ComponentManager(configuration)
  }

  private func names(_ manager: ComponentManager) throws -> [String] {
    try manager.components(matching: "").map(\.name)
  }

  @Test func aHalfCopiedBundleGetsNoVerdictAndCountsWhenItIsWhole() throws {
    let manager = try manager()
    try manager.scan()
    scene.happen()
    let whole = Child.contents(scene.folder("lv2/b.lv2/manifest.ttl"))
    for count in [0, 1, whole.count / 3, whole.count / 2, whole.count - 2] {
      scene.folder.write(Array(whole.prefix(count)), to: "lv2/b.lv2/manifest.ttl")
      try verify(names(manager), equals: ["Alpha", "Keep"], "\(count) bytes")
      try verify(manager.quarantined().isEmpty, "\(count) bytes")
    }
    scene.folder.write(whole, to: "lv2/b.lv2/manifest.ttl")
    try verify(names(manager), equals: ["Alpha", "Beta", "Keep"])
    // A file that is missing comes later.
    scene.write("lv2/c.lv2", "urn:c", "Gamma")
    scene.folder.remove("lv2/c.lv2/plugin.so")
    try verify(names(manager), equals: ["Alpha", "Beta", "Keep"])
    scene.folder.write("", to: "lv2/c.lv2/plugin.so")
    try verify(names(manager), equals: ["Alpha", "Beta", "Gamma", "Keep"])
    try verify(manager.quarantined().isEmpty)
    verify(notices.all, equals: ["1 new bundle: Beta", "1 new bundle: Gamma"])
  }

  @Test func whatStaysBrokenIsQuarantinedAndItsRepairIsNoticed() throws {
    let manager = try manager { $0.settling = 0.02 }
    try manager.scan()
    scene.folder.write("<urn:b> a", to: "lv2/b.lv2/manifest.ttl")
    usleep(50_000)
    try verify(names(manager), equals: ["Alpha", "Keep"])
    try verify(manager.quarantined().count, equals: 1)
    verify(notices.all.count == 1 && notices.all[0].hasPrefix("b.lv2 is kept away from hosts ("), "\(notices.all)")
    usleep(50_000)
    // An editor that writes into the file, which changes no folder.
    scene.happen()
    try verify(names(manager), equals: ["Alpha", "Beta", "Keep"])
    try verify(manager.quarantined().isEmpty)
  }

  @Test func aProgramThatWritesTheCatalogDelaysNothing() throws {
    let (manager, catalog) = (try manager(), scene.folder("catalog.sqlite"))
    try manager.scan()
    scene.happen()
    let writer = try Connection(catalog, for: .writing)
    try writer.execute("BEGIN IMMEDIATE; UPDATE catalog SET generation = generation")
    let start = ContinuousClock.now
    try verify(names(manager), equals: ["Alpha", "Keep"])
    verify(ContinuousClock.now - start < .seconds(10), "SQLite alone would wait for 30")
    verify(notices.all.count == 1 && notices.all[0].contains("is not shown: "), "\(notices.all)")
    try verify(names(manager), equals: ["Alpha", "Keep"])
    verify(notices.all.count, equals: 1, "told once: \(notices.all)")
    try writer.execute("ROLLBACK")
    try verify(names(manager), equals: ["Alpha", "Beta", "Keep"])
    verify(notices.all.last, equals: "1 new bundle: Beta")
  }

  @Test func anotherScanIsWaitedForButNotLong() throws {
    let manager = try manager { $0.following = .within(seconds: 0.3) }
    try manager.scan()
    scene.happen()
    // As scans have it.
    let lock = try FileLock(scene.folder("catalog.sqlite.scanning"))
    try verify(names(manager), equals: ["Alpha", "Keep"])
    verify(notices.all, equals: ["another program is scanning; this answer has what was known before"])
    lock.release()
    try verify(names(manager), equals: ["Alpha", "Beta", "Keep"])
  }

  @Test func whatCanNotBeReadInTimeFollowsAndWhatNeverCanIsLeftAlone() throws {
    try manager().scan()
    scene.happen()
    let slow = scene.folder.write("#!/bin/sh\nexec sleep 60\n", to: "slow")
    chmod(slow, 0o755)
    let waiting = try manager {
      $0.workerPath = slow
      $0.following = .within(seconds: 0.2)
    }
    for round in 1...3 {
      let start = ContinuousClock.now
      try verify(names(waiting), equals: ["Alpha", "Keep"])
      verify(ContinuousClock.now - start < .seconds(10), "\(round)")
      verify(notices.all.last?.contains("0 of 1 new or changed bundle could be read") == true, "\(notices.all)")
    }
    // Not a worker at all, and not in time.
    try verify(names(waiting), equals: ["Alpha", "Keep"])
    let quarantined = try waiting.quarantined()
    verify(quarantined.count == 1 && quarantined[0].reason.contains("in the time that an answer has"), "\(quarantined)")
    // A full scan has all the time.
    try manager().scan(.full)
    try verify(names(manager()), equals: ["Alpha", "Beta", "Keep"])
  }

  @Test func aMissingWorkerIsToldAndAnswersGoOn() throws {
    try manager().scan()
    scene.happen()
    let manager = try manager { $0.workerPath = "/nowhere/worker" }
    try verify(names(manager), equals: ["Alpha", "Keep"])
    verify(notices.all.count == 1 && notices.all[0].contains("/nowhere/worker"), "\(notices.all)")
  }
}
