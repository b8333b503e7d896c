import ComponentModel
import SQLite
import TestSupport
import Testing

@testable import CatalogSearch
@testable import CatalogStore
@testable import StoreFiles

struct CatalogStateTests {
  @Test("the same description gets the type that today's rules give it, and only that component has changed")
  func renewal() throws {
    let small = try SmallCatalog()
    func texts(_ column: String) throws -> [String] {
      try Connection(small.path, for: .reading).texts("SELECT \(column) FROM component ORDER BY uri")
    }
    let expected = try texts("type")
    do {
      let connection = try Connection(small.path, for: .writing)
      try connection.run("UPDATE component SET type = 'Output', changed_at = 'then'")
      try connection.run("UPDATE component SET type = ? WHERE uri = 'urn:b'", [Value(expected[1])])
    }
    try SmallCatalog.write(to: small.path)
    try verify(texts("type"), equals: expected)
    let times = try texts("changed_at")
    verify(times[0] != "then" && times[1] == "then")
  }

  // MARK: A bundle with something that the catalog can't hold

  private func item(_ name: String, _ plugins: [ScannedPlugin]) -> ScanWriter.Item {
    .read(bundle: "\(SmallCatalog.root)/\(name).lv2", roots: [SmallCatalog.root], plugins: plugins, presets: [])
  }

  private func end(_ name: String) -> ScanWriter.Item {
    let report = BundleReport(path: "\(SmallCatalog.root)/\(name).lv2", fingerprint: Fingerprint(turtle: 1, other: 2))
    return .finished(report, roots: [SmallCatalog.root])
  }

  /// A plugin with two parameters of one URI, which the table's key forbids.
  private func impossible(_ uri: String) -> ScannedPlugin {
    var plugin = SmallCatalog.plugin(uri)
    plugin.record.patchParameters += plugin.record.patchParameters
    return plugin
  }

  private func scan(_ path: String, _ batches: [[ScanWriter.Item]]) throws -> Catalog {
    let catalog = try Catalog.openForWriting(path)
    try SmallCatalog.scan(catalog) { writer in for batch in batches { try writer.writeItems(batch) } }
    return catalog
  }

  @Test("it is quarantined, in one batch or in parts of several, and no other bundle is affected")
  func quarantine() throws {
    let plugin = SmallCatalog.plugin
    for batches in [
      [
        [
          item("first", [plugin("urn:first")]), end("first"),
          item("bad", [plugin("urn:good"), impossible("urn:bad")]), end("bad"),
          item("last", [plugin("urn:last")]), end("last"),
        ]
      ],
      [
        [item("first", [plugin("urn:first")]), item("bad", [plugin("urn:good")])],
        [end("first"), item("bad", [impossible("urn:bad")]), item("last", [plugin("urn:last")])],
        [item("bad", [plugin("urn:good2")]), end("bad"), end("last")],
      ],
    ] {
      let folder = TemporaryFolder()
      let catalog = try scan(folder("catalog.sqlite"), batches)
      try verify(catalog.components(view: SmallCatalog.view).map(\.uri), equals: ["urn:first", "urn:last"])
      let quarantined = try catalog.quarantined(view: SmallCatalog.view)
      verify(quarantined.map(\.path), equals: ["\(SmallCatalog.root)/bad.lv2"])
      verify(quarantined.first?.reason.contains("UNIQUE"), equals: true, "\(quarantined)")
      try verify(StoreFile(kind: .catalog, path: catalog.path).damage() == nil)
    }
  }

  @Test("one that was good loses its plugins, and one that is mended comes back")
  func mended() throws {
    let folder = TemporaryFolder()
    for isGood in [true, false, true] {
      let plugin = isGood ? SmallCatalog.plugin("urn:bad") : impossible("urn:bad")
      let catalog = try scan(folder("catalog.sqlite"), [[item("bad", [plugin]), end("bad")]])
      try verify(catalog.components(view: SmallCatalog.view).map(\.uri), equals: isGood ? ["urn:bad"] : [])
      try verify(catalog.quarantined(view: SmallCatalog.view).count, equals: isGood ? 0 : 1)
    }
  }
}
