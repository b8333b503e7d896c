import AudioComponents
import SQLite
import TestSupport
import Testing

/// The catalog is a cache: it may be deleted, damaged, shared, and is never in the way.
struct CatalogLifeTests {
  private let bundles = HandmadeBundles()
  private var folder: TemporaryFolder { bundles.folder }

  init() {
    bundles.effect("hall.lv2", uri: "urn:test:hall", name: "Hall")
  }

  private func names(_ manager: ComponentManager, _ predicate: String = "") throws -> [String] {
    try manager.components(matching: predicate).map(\.name)
  }

  @Test("what one manager's scan commits, another sees at its next query, and makes the catalog anew if it is deleted")
  func sharing() throws {
    let (one, two) = (try bundles.manager(), try bundles.manager())
    try verify(names(two), equals: ["Hall"])
    bundles.effect("new.lv2", uri: "urn:test:new", name: "New")
    let addition = try one.scan()
    verify((addition.added, addition.changed, addition.removed, addition.unchanged) == (1, 0, 0, 1))
    try verify(names(two), equals: ["Hall", "New"])
    let idle = try one.scan()
    verify((idle.added, idle.changed, idle.removed, idle.unchanged) == (0, 0, 0, 2))
    verify(idle.generation, equals: addition.generation, "nothing is written")
    let before = try demand(two.component(uri: "urn:test:hall"))
    bundles.effect("hall.lv2", uri: "urn:test:hall", name: "Hall", version: (1, 2))
    let update = try one.scan()
    verify((update.added, update.changed, update.removed) == (0, 1, 0) && update.generation > idle.generation)
    let after = try demand(two.component(uri: "urn:test:hall"))
    verify(after.version == Version(minor: 1, micro: 2) && after.addedAt == before.addedAt)
    folder.remove("lv2/hall.lv2/manifest.ttl")
    try verify(one.scan().removed, equals: 1)
    try verify(names(two), equals: ["New"])
    folder.removeStore()
    try verify(names(two), equals: ["New"])
  }

  @Test("a search after an interrupted first scan finds everything")
  func interruptedFirstScan() throws {
    bundles.effects(0..<5)
    var options = ScanOptions()
    options.workers = 1
    var isDone = false
    verify(throws: (any Error).self) {
      try bundles.manager().scan(
        options, progress: { isDone = $0.bundlesDone > 0 }, isCancelled: { isDone })
    }
    let catalog = try Connection(folder("catalog.sqlite"), for: .reading)
    let partly = try catalog.number("SELECT count(*) FROM component") ?? 0
    try demand((1...5).contains(partly), "a part was read")
    try verify(names(bundles.manager()).count, equals: 6)
  }

  @Test("hosts share one catalog, and each sees its path: of one URI the higher version, else the first directory's")
  func roots() throws {
    let other = HandmadeBundles(folder, root: "other")
    other.effect("echo.lv2", uri: "urn:test:echo", name: "Echo")
    let (one, two) = (try bundles.manager(), try other.manager())
    let both = try bundles.manager(path: "\(bundles.path):\(other.path)")
    try one.scan()
    let report = try two.scan()
    verify((report.added, report.removed) == (1, 0), "a scan changes only rows of the roots that it looked at")
    try verify(names(one), equals: ["Hall"])
    try verify(names(two), equals: ["Echo"])
    try verify(names(both), equals: ["Echo", "Hall"])
    other.effect("hall.lv2", uri: "urn:test:hall", name: "Newer Hall", version: (2, 0))
    try both.scan()
    try verify(names(both), equals: ["Echo", "Newer Hall"])
    let everything = try both.search(.constant(true), everything: true).components
    verify(
      everything.map { "\($0.name) \($0.verdict)" }, equals: ["Echo scanned", "Hall shadowed", "Newer Hall scanned"])
    other.effect("hall.lv2", uri: "urn:test:hall", name: "Equal Hall", version: (1, 0))
    try both.scan()
    try verify(names(both), equals: ["Echo", "Hall"], "the first of the path")
  }

  @Test("a quarantined bundle is not read again, and hides no other; presets of another bundle belong to the plugin")
  func quarantine() throws {
    folder.write("this is not Turtle", to: "lv2/bad.lv2/manifest.ttl")
    bundles.presets("presets.lv2", of: "urn:test:hall", names: ["Church", "Cave"])
    let manager = try bundles.manager()
    let report = try manager.scan()
    verify(report.quarantined.map(\.verdict), equals: [.failed])
    try verify(demand(report.quarantined.first).reason.contains("manifest.ttl"))
    try verify(manager.search(.constant(true), everything: true).quarantined.count, equals: 1)
    try verify(manager.scan().quarantined, equals: report.quarantined, "the verdict and its time stay")
    folder.write("# nothing yet\n", to: "lv2/bad.lv2/manifest.ttl")
    try verify(manager.scan().quarantined.isEmpty, "a manifest that declares nothing is no fault")

    let hall = try demand(manager.component(uri: "urn:test:hall"))
    verify(hall.presets, equals: 2)
    try verify(manager.details(of: hall).presets.map(\.name), equals: ["Cave", "Church"])
    try verify(names(manager, "preset.name contains Chur"), equals: ["Hall"])
  }
}
