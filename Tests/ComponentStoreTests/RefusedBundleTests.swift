import ComponentModel
import TestSupport
import Testing

@testable import ComponentStore

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
    let writer = try ScanWriter(
      catalog, roots: [SmallCatalog.root], scannerVersion: 1, rules: SmallCatalog.rules)
    for batch in batches { try writer.write(batch) }
    try writer.complete()
    _ = try writer.finish()
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
