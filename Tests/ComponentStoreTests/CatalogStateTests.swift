import ComponentModel
import ComponentQuery
import Testing

@testable import ComponentStore

@Suite struct CatalogStateTests {
  @Test("a query sees what has just been written, with the same view") func ownChanges() throws {
    let catalog = try Catalog.inMemory(userStore: nil)
    let writer = try ScanWriter(
      catalog, roots: [SmallCatalog.root], scannerVersion: 1, rules: SmallCatalog.rules)
    let search = CatalogSearch(.constant(true))
    for number in 1...3 {
      let bundle = "\(SmallCatalog.root)/\(number).lv2"
      let plugin = SmallCatalog.plugin("urn:\(number)")
      try writer.write([
        .read(bundle: bundle, roots: [SmallCatalog.root], plugins: [plugin], presets: []),
        .finished(
          BundleReport(path: bundle, fingerprint: Fingerprint(turtle: 1, other: 2)), roots: [SmallCatalog.root]),
      ])
      try writer.complete()
      #expect(try catalog.count(search, view: SmallCatalog.view) == number)
    }
  }
}
