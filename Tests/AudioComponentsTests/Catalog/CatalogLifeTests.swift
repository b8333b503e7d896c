import AudioComponents
import SQLite
import Glibc
import TestSupport
import Testing

/// The catalog is a cache: it may be deleted, damaged, shared, and is never in the way.
@Suite struct CatalogLifeTests {
  private let bundles = HandmadeBundles()
  private var folder: TemporaryFolder { bundles.folder }

  init() {
    bundles.effect("hall.lv2", uri: "urn:test:hall", name: "\"Hall\"")
  }

  private func manager(path: String? = nil, notice: @escaping @Sendable (String) -> Void = { _ in }) throws
    -> ComponentManager
  {
    try ScannedCatalog.manager(
      catalog: folder("catalog.sqlite"), path: path ?? bundles.path, isNew: true, notice: notice)
  }

  @Test("what one manager's scan commits, another sees at its next query")
  func sharing() throws {
    let (one, two) = (try manager(), try manager())
    #expect(try two.components(matching: "").map(\.name) == ["Hall"])
    bundles.effect("new.lv2", uri: "urn:test:new", name: "\"New\"")
    let report = try one.scan()
    #expect((report.added, report.changed, report.removed, report.unchanged) == (1, 0, 0, 1))
    #expect(try two.components(matching: "").map(\.name) == ["Hall", "New"])
  }

  @Test("a catalog that is deleted under an open manager is made anew")
  func deletion() throws {
    let manager = try manager()
    #expect(try manager.components(matching: "").count == 1)
    for ending in ["", "-wal", "-shm"] { unlink(folder("catalog.sqlite\(ending)")) }
    #expect(try manager.components(matching: "").count == 1)
  }

  @Test("a search after an interrupted first scan finds everything")
  func interruptedFirstScan() throws {
    for index in 0..<5 { bundles.effect("\(index).lv2", uri: "urn:\(index)", name: "\"Effect \(index)\"") }
    let first = try manager()
    var options = ScanOptions()
    options.workers = 1
    var isDone = false
    #expect(throws: (any Error).self) {
      try first.scan(options, progress: { isDone = $0.bundlesDone > 0 }, isCancelled: { isDone })
    }
    let catalog = try Connection(folder("catalog.sqlite"), for: .reading)
    let partly = try catalog.number("SELECT count(*) FROM component") ?? 0
    try #require((1...5).contains(partly), "a part was read")
    #expect(try manager().components(matching: "").count == 6)
  }

  @Test("a file that was never a catalog is refused, and stays as it is, with nothing beside it")
  func otherFile() throws {
    let text = String(repeating: "a person's notes ", count: 500)
    folder.write(text, to: "catalog.sqlite")
    let manager = try manager()
    for body in [{ _ = try manager.components(matching: "") }, { _ = try manager.scan() }] as [() throws -> Void] {
      #expect {
        try body()
      } throws: { error in
        if case .foreignStore(.catalog, _, _)? = error as? ComponentManagerError { true } else { false }
      }
    }
    #expect(Child.contents(folder("catalog.sqlite")) == Array(text.utf8))
    #expect(!folder.names(in: "").contains { $0.hasPrefix("catalog.sqlite.damaged") })
  }

  @Test(
    "a list in the catalog that is no list of texts is read as an empty one",
    arguments: ["[1]", "[\"]", "[]]", "[", ""])
  func oddList(text: String) throws {
    let manager = try manager()
    try manager.scan()
    try Connection(folder("catalog.sqlite"), for: .writing).run("UPDATE tag SET aliases = ?", [Value(text)])
    #expect(try manager.components(matching: "tag contains effect").map(\.name) == ["Hall"])
  }

  @Test("an update, a downgrade of nothing else, and a removal are told apart")
  func changes() throws {
    let manager = try manager()
    try manager.scan()
    let before = try #require(try manager.component(uri: "urn:test:hall"))
    bundles.effect("hall.lv2", uri: "urn:test:hall", name: "\"Hall\"", version: (1, 2))
    let update = try manager.scan()
    #expect((update.added, update.changed, update.removed) == (0, 1, 0))
    let after = try #require(try manager.component(uri: "urn:test:hall"))
    #expect(after.version == Version(minor: 1, micro: 2))
    #expect(after.addedAt == before.addedAt)
    #expect(update.generation > 1)
    unlink(folder("lv2/hall.lv2/manifest.ttl"))
    #expect(try manager.scan().removed == 1)
    #expect(try manager.components(matching: "").isEmpty)
  }

  @Test("a scan that finds nothing changed writes nothing and keeps the generation")
  func idle() throws {
    let manager = try manager()
    let first = try manager.scan()
    let second = try manager.scan()
    #expect(second.generation == first.generation)
    #expect((second.added, second.changed, second.removed, second.unchanged) == (0, 0, 0, 1))
  }

  @Test("of two bundles with the same URI, the higher version wins, then the earlier directory of the path")
  func shadowing() throws {
    let other = HandmadeBundles(folder, root: "other")
    other.effect("hall.lv2", uri: "urn:test:hall", name: "\"Newer Hall\"", version: (2, 0))
    let both = try manager(path: "\(bundles.path):\(other.path)")
    #expect(try both.components(matching: "").map(\.name) == ["Newer Hall"])
    let everything = try both.search(.constant(true), everything: true).components
    #expect(everything.map { "\($0.name) \($0.verdict)" } == ["Hall shadowed", "Newer Hall scanned"])
    other.effect("hall.lv2", uri: "urn:test:hall", name: "\"Equal Hall\"", version: (1, 0))
    try both.scan()
    #expect(try both.components(matching: "").map(\.name) == ["Hall"], "the first of the path")
  }

  @Test("hosts with different paths share one catalog, and each sees its own")
  func roots() throws {
    let other = HandmadeBundles(folder, root: "other")
    other.effect("echo.lv2", uri: "urn:test:echo", name: "\"Echo\"")
    let (one, two) = (try manager(), try manager(path: other.path))
    try one.scan()
    let report = try two.scan()
    #expect((report.added, report.removed) == (1, 0), "a scan changes only rows of the roots that it looked at")
    #expect(try one.components(matching: "").map(\.name) == ["Hall"])
    #expect(try two.components(matching: "").map(\.name) == ["Echo"])
    #expect(try manager(path: "\(other.path):\(bundles.path)").components(matching: "").count == 2)
  }

  @Test("presets of another bundle belong to the plugin")
  func foreignPresets() throws {
    bundles.presets("presets.lv2", of: "urn:test:hall", names: ["Church", "Cave"])
    let manager = try manager()
    let hall = try #require(try manager.component(uri: "urn:test:hall"))
    #expect(hall.presets == 2)
    #expect(try manager.details(of: hall).presets.map(\.name) == ["Cave", "Church"])
    #expect(try manager.components(matching: "preset.name contains Chur").count == 1)
  }

  @Test("a quarantined bundle is shown with its reason, not read again, and hides no other")
  func quarantine() throws {
    folder.write("this is not Turtle", to: "lv2/bad.lv2/manifest.ttl")
    let manager = try manager()
    let report = try manager.scan()
    #expect(report.quarantined.map(\.verdict) == [.failed])
    #expect(try #require(report.quarantined.first).reason.contains("manifest.ttl"))
    #expect(try manager.components(matching: "").map(\.name) == ["Hall"])
    #expect(try manager.search(.constant(true), everything: true).quarantined.count == 1)
    #expect(try manager.scan().quarantined == report.quarantined, "the verdict and its time stay")
    folder.write("", to: "lv2/bad.lv2/manifest.ttl")
    #expect(try manager.scan().quarantined.map(\.reason) == ["manifest.ttl: it is empty"])
    folder.write("# nothing yet\n", to: "lv2/bad.lv2/manifest.ttl")
    #expect(try manager.scan().quarantined.isEmpty, "a manifest that declares nothing is no fault")
  }
}
