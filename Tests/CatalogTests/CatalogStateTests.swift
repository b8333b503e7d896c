import ComponentModel
import ComponentQuery
import SQLite
import TestSupport
import Testing

@testable import CatalogSearch
@testable import CatalogStore
@testable import StoreFiles

@Suite struct CatalogStateTests {
  @Test("a query sees what has just been written, with the same view") func ownChanges() throws {
    let catalog = try Catalog.inMemory(userStore: nil)
    let writer = try ScanWriter(
      catalog, roots: [SmallCatalog.root], scannerVersion: 1, rules: SmallCatalog.rules)
    let search = CatalogQuery(.constant(true))
    for number in 1...3 {
      let bundle = "\(SmallCatalog.root)/\(number).lv2"
      let plugin = SmallCatalog.plugin("urn:\(number)")
      try writer.writeItems(SmallCatalog.bundle(bundle, content: nil, plugins: [plugin]))
      try writer.complete()
      #expect(try catalog.count(search, view: SmallCatalog.view) == number)
    }
  }
}

/// A catalog from before a rule of types has changed.
@Suite struct RenewedTypeTests {
  private let small: SmallCatalog

  init() throws { small = try SmallCatalog() }

  private func types() throws -> [String] {
    try Connection(small.path, for: .reading).texts("SELECT type FROM component ORDER BY uri")
  }

  @Test("the same description gets the type that today's rules give it, and only that component has changed")
  func renewal() throws {
    let expected = try types()
    do {
      let connection = try Connection(small.path, for: .writing)
      try connection.run("UPDATE component SET type = 'Output', changed_at = 'then'")
      try connection.run("UPDATE component SET type = ? WHERE uri = 'urn:b'", [Value(expected[1])])
    }
    try SmallCatalog.write(to: small.path)
    #expect(try types() == expected)
    let times = try Connection(small.path, for: .reading).texts("SELECT changed_at FROM component ORDER BY uri")
    #expect(times[0] != "then" && times[1] == "then")
  }
}

/// A bundle with something that the catalog can't hold is quarantined, and no other is affected.
@Suite struct RefusedBundleTests {
  private let folder = TemporaryFolder()
  private var path: String { folder("catalog.sqlite") }

  private func item(_ name: String, _ plugins: [ScannedPlugin]) -> ScanWriter.Item {
    .read(bundle: "\(SmallCatalog.root)/\(name).lv2", roots: [SmallCatalog.root], plugins: plugins, presets: [])
  }

  private func end(_ name: String) -> ScanWriter.Item {
    .finished(
      BundleReport(path: "\(SmallCatalog.root)/\(name).lv2", fingerprint: Fingerprint(turtle: 1, other: 2)),
      roots: [SmallCatalog.root])
  }

  /// A plugin with two parameters of one URI, which the table's key forbids.
  private func impossible(_ uri: String) -> ScannedPlugin {
    var plugin = SmallCatalog.plugin(uri)
    plugin.record.patchParameters += plugin.record.patchParameters
    return plugin
  }

  private func scan(_ batches: [[ScanWriter.Item]]) throws -> Catalog {
    let catalog = try Catalog.openForWriting(path)
    try SmallCatalog.scan(catalog) { writer in for batch in batches { try writer.writeItems(batch) } }
    return catalog
  }

  private func check(_ catalog: Catalog) throws {
    let uris = try catalog.components(view: SmallCatalog.view).map(\.uri)
    #expect(uris == ["urn:first", "urn:last"])
    let quarantined = try catalog.quarantined(view: SmallCatalog.view)
    #expect(quarantined.map(\.path) == ["\(SmallCatalog.root)/bad.lv2"])
    #expect(quarantined.first?.reason.contains("UNIQUE") == true, "\(quarantined)")
    #expect(try StoreFile(kind: .catalog, path: catalog.path).damage() == nil)
  }

  @Test func inOneBatch() throws {
    try check(
      try scan([
        [
          item("first", [SmallCatalog.plugin("urn:first")]), end("first"),
          item("bad", [SmallCatalog.plugin("urn:good"), impossible("urn:bad")]), end("bad"),
          item("last", [SmallCatalog.plugin("urn:last")]), end("last"),
        ]
      ]))
  }

  @Test func inPartsOfSeveralBatches() throws {
    try check(
      try scan([
        [item("first", [SmallCatalog.plugin("urn:first")]), item("bad", [SmallCatalog.plugin("urn:good")])],
        [end("first"), item("bad", [impossible("urn:bad")]), item("last", [SmallCatalog.plugin("urn:last")])],
        [item("bad", [SmallCatalog.plugin("urn:good2")]), end("bad"), end("last")],
      ]))
  }

  @Test func aBundleThatIsMendedComesBack() throws {
    _ = try scan([[item("bad", [impossible("urn:bad")]), end("bad")]])
    let catalog = try scan([[item("bad", [SmallCatalog.plugin("urn:bad")]), end("bad")]])
    #expect(try catalog.components(view: SmallCatalog.view).map(\.uri) == ["urn:bad"])
    #expect(try catalog.quarantined(view: SmallCatalog.view).isEmpty)
  }

  @Test func aBundleThatWasGoodLosesItsPlugins() throws {
    _ = try scan([[item("bad", [SmallCatalog.plugin("urn:bad")]), end("bad")]])
    let catalog = try scan([[item("bad", [impossible("urn:bad")]), end("bad")]])
    #expect(try catalog.components(view: SmallCatalog.view).isEmpty)
    #expect(try catalog.quarantined(view: SmallCatalog.view).count == 1)
  }
}

@Suite struct ComponentOrderTests {
  private struct Unreadable: Error {}

  @Test("an order that can't be read is asked for again") func failure() throws {
    let order = ComponentOrder(largestRow: 2)
    #expect(throws: Unreadable.self) { try order.first(2, of: [1, 2, 0]) { throw Unreadable() } }
    #expect(order.first(2, of: [0, 1, 2]) { [2, 0, 1] } == [2, 0])
  }

  @Test("rows that don't exist come last, whether the order or the list has them") func inventedRows() throws {
    let order = ComponentOrder(largestRow: 3)
    #expect(order.first(4, of: [0, 1, 2, 3, 99]) { [3, 99, -1, 1, 0, 2] } == [3, 1, 0, 2])
  }

  @Test("the first of many rows are those of a whole sort") func manyRows() throws {
    let order = ComponentOrder(largestRow: 999)
    let sorted = (0..<1_000).map { Int64($0 * 7 % 1_000) }
    let rows = (0..<1_000).filter { !$0.isMultiple(of: 3) }.map { Int64($0) }
    let expected = sorted.filter { !$0.isMultiple(of: 3) }
    #expect(order.first(50, of: rows) { sorted } == nil, "one sort of a part costs less")
    for limit in [1, 31, 32, 33, 500, 666] {
      #expect(order.first(limit, of: rows) { sorted } == Array(expected.prefix(limit)))
    }
  }
}
