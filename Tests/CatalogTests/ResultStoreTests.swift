import ComponentModel
import Linux
import SQLite
import TestSupport
import Testing

@testable import CatalogStore
@testable import StoreFiles

/// The file of results, which outlives catalogs.
@Suite struct ResultStoreTests {
  private let folder = TemporaryFolder()
  private let bundle = "\(SmallCatalog.root)/a.lv2"
  private let said = Notes()
  private var path: String { folder("catalog.sqlite") }
  private var store: ResultStore { store("results.sqlite") }

  private func store(_ name: String) -> ResultStore { ResultStore(folder(name)) { [said] in said.add($0) } }

  private func catalog(_ results: ResultStore? = nil) throws -> Catalog {
    try SmallCatalog.write(to: path, results: results)
    return try Catalog.openForWriting(path)
  }

  private func measurement(_ component: String = "urn:a") -> StoredMeasurement {
    var row = StoredMeasurement(
      component: component, bundle: bundle, content: .max, outcome: "measured", reason: nil, version: 1, machine: "any")
    (row.cost, row.latency, row.loadTime, row.memory) = (1.5, 64, 2.5, 3)
    return row
  }

  private var validation: StoredValidation {
    StoredValidation(
      component: "urn:a", bundle: bundle, content: 1, verdict: "passed", level: "normal", version: 1, seed: 1,
      findings: #"[{"test":"real-time","outcome":"passed","message":null}]"#)
  }

  private func texts(_ sql: String, in file: String? = nil) throws -> [String] {
    try Connection(file ?? path, for: .reading).texts(sql)
  }

  private func change(_ sql: String, in file: String) throws { try Connection(file, for: .writing).execute(sql) }

  private func removeCatalog() { for ending in ["", "-wal", "-shm"] { folder.remove("catalog.sqlite\(ending)") } }

  private let shown = """
    SELECT uri || ' ' || coalesce(validation, '') || ' ' || coalesce(cost, '') || ' ' || added_at
    FROM component ORDER BY uri
    """

  /// A catalog with results, and components that were first seen long ago; then it is deleted.
  private func lose() throws {
    let catalog = try catalog()
    try store.follow(catalog)
    #expect(try catalog.keep([measurement()], with: store) == nil)
    #expect(try catalog.keep([validation], with: store) == nil)
    try change("UPDATE first_seen SET at = '2020-01-01T00:00:00Z'", in: store.path)
    removeCatalog()
  }

  @Test("a new catalog shows what the deleted one did")
  func newCatalog() throws {
    try lose()
    let catalog = try catalog(store)
    #expect(try texts(shown) == ["urn:a passed 1.5 2020-01-01T00:00:00Z", "urn:b   2020-01-01T00:00:00Z"])
    #expect(try texts("SELECT measured_latency || ' ' || waits FROM component WHERE uri = 'urn:a'") == ["64 0"])
    #expect(try catalog.measurement(of: "urn:a", bundle: bundle)?.cost == 1.5)
    #expect(try texts("SELECT verdict FROM validations") == ["passed"])
  }

  @Test("what was shown by other files is kept, and not shown", arguments: ["bundle_stamp", "bundle_content"])
  func otherFiles(column: String) throws {
    try lose()
    for table in ["measurement", "validation"] { try change("UPDATE \(table) SET \(column) = 9", in: store.path) }
    let catalog = try catalog(store)
    #expect(try texts(shown) == ["urn:a   2020-01-01T00:00:00Z", "urn:b   2020-01-01T00:00:00Z"])
    #expect(try catalog.measurements().count == 1 && catalog.validations().count == 1)
  }

  @Test("a copy of the machine's catalog shows a user's own results at once")
  func copyOfTheMachines() throws {
    try lose()
    let system = SystemCatalog(folder("shared/catalog.sqlite"))
    _ = try system.replace(isCancelled: { false }) { try SmallCatalog.write(to: $0) }
    _ = try Catalog.openForWriting(path, copying: { system }, results: store)
    #expect(try texts(shown) == ["urn:a passed 1.5 2020-01-01T00:00:00Z", "urn:b   2020-01-01T00:00:00Z"])
    #expect(try texts(shown, in: system.path).allSatisfy { !$0.contains("passed") && !$0.contains("2020") })
  }

  @Test func aCatalogInMemoryHasThemToo() throws {
    try lose()
    #expect(try Catalog.inMemory(userStore: nil, results: store).measurements().count == 1)
  }

  @Test("catalogs of earlier schemas hand on what they have", arguments: [10, 11])
  func earlierSchema(version: Int) throws {
    folder.write(fixture(version), to: "catalog.sqlite")
    try checkFixture(version)
    #expect(folder.names(in: "").allSatisfy { !$0.contains("damaged") })
  }

  @Test("so does one that was set aside as damaged", arguments: [10, 11])
  func setAside(version: Int) throws {
    folder.write(fixture(version), to: "catalog.sqlite.damaged-1700000000")
    try checkFixture(version)
  }

  /// A catalog that the release with this schema has made, of three plugins that were validated and, with schema 11, measured.
  private func fixture(_ version: Int) -> [UInt8] {
    Child.contents(Repository.path("Tests/CatalogTests/Fixtures/catalog-\(version).sqlite"))
  }

  private func checkFixture(_ version: Int) throws {
    let folder = "/test/lv2"
    let catalog = try Catalog.openForWriting(path)
    #expect(try catalog.validations().map(\.verdict) == ["passed", "passed", "passed"])
    #expect(try catalog.measurements().count == (version == 11 ? 3 : 0))
    let writer = try ScanWriter(catalog, roots: [folder], scannerVersion: 1, rules: SmallCatalog.rules)
    for (name, content, stamp) in Self.bundles {
      var report = BundleReport(
        path: "\(folder)/\(name).lv2", fingerprint: Fingerprint(turtle: 1, other: UInt64(bitPattern: stamp)))
      report.content = UInt64(bitPattern: content)
      let plugin = SmallCatalog.plugin("http://lv2plug.in/plugins/\(name)")
      try writer.writeItems([
        .read(bundle: report.path, roots: [folder], plugins: [plugin], presets: []), .finished(report, roots: [folder]),
      ])
    }
    try writer.complete()
    let seen = "2026-11-24T21:18:34Z"
    let costs = version == 11 ? ["0.00995625", "0.0052125", ""] : ["", "", ""]
    #expect(
      try texts(shown)
        == zip(["eg-amp", "eg-midigate", "eg-params"], costs).map {
          "http://lv2plug.in/plugins/\($0) passed \($1) \(seen)"
        })
    try store.follow(catalog)
    #expect(try texts("SELECT at FROM first_seen", in: store.path) == [seen, seen, seen])
    #expect(try texts("SELECT verdict FROM validation", in: store.path).count == 3)
  }

  /// Content and stamp of the fixtures' bundles.
  private static let bundles: [(String, Int64, Int64)] = [
    ("eg-params", 2_757_211_551_023_170_301, -7_381_927_795_045_102_445),
    ("eg-amp", -9_031_126_458_837_078_485, 4_433_074_157_145_737_406),
    ("eg-midigate", -7_570_250_254_997_614_438, -8_305_436_229_006_932_332),
  ]

  @Test("of a damaged catalog what lies before and after the damage is read")
  func beforeAndAfterDamage() throws {
    let count = 400
    try SmallCatalog.write(bundles: count, to: path)
    try change("PRAGMA wal_checkpoint(TRUNCATE)", in: path)
    let page = try #require(
      try Connection(path, for: .reading).numbers(
        "SELECT pageno FROM dbstat WHERE name = 'component' AND pagetype = 'leaf' ORDER BY path"
      ).dropFirst(20).first)
    var bytes = Child.contents(path)
    let start = (Int(page) - 1) * 4_096
    for index in start..<start + 4_096 { bytes[index] = 0xA5 }
    removeCatalog()
    folder.write(bytes, to: "catalog.sqlite.damaged-1700000000")
    _ = try Catalog.openForWriting(path)
    let seen = try #require(try Connection(path, for: .reading).number("SELECT count(*) FROM first_seen"))
    #expect(seen > count * 9 / 10 && seen < count)
  }

  @Test("a damaged file is set aside, and recreated from the catalog", arguments: [true, false])
  func damagedFile(header: Bool) throws {
    let catalog = try catalog()
    try store.follow(catalog)
    try catalog.keep([measurement()], with: store)
    store.checkpoint()
    var bytes = Child.contents(store.path)
    for index in (header ? 0 : 4_096)..<bytes.count { bytes[index] = 0x5A }
    folder.write(bytes, to: "results.sqlite")
    #expect(try catalog.keep([validation], with: store) == nil)
    #expect(said.all.count == 1 && said.all[0].contains("recreated from the catalog"), "\(said.all)")
    #expect(store.filesAside.count == 1 && store.problem() == nil)
    for table in ["measurement", "validation"] {
      #expect(try texts("SELECT component FROM \(table)", in: store.path) == ["urn:a"])
    }
    #expect(try texts("SELECT component FROM first_seen", in: store.path) == ["urn:a", "urn:b"])
  }

  @Test("what a place that can't be written has not kept gets there by the next scan that can")
  func unwritable() throws {
    let catalog = try catalog()
    folder.write("", to: "file")
    let nowhere = store("file/results.sqlite")
    #expect(throws: StoreError.self) { try nowhere.follow(catalog) }
    try store.follow(catalog)
    let failure = try catalog.keep([measurement()], with: nowhere)
    #expect(failure?.store == .results && said.all == [])
    #expect(try catalog.measurements().count == 1 && texts("SELECT component FROM measurement", in: store.path) == [])
    try store.follow(catalog)
    #expect(try texts("SELECT component FROM measurement", in: store.path) == ["urn:a"])
  }

  @Test func aNewerFileAndAnotherProgramsAreLeftAlone() throws {
    let catalog = try catalog()
    try store.follow(catalog)
    try change("PRAGMA user_version = 99", in: store.path)
    #expect(try catalog.keep([measurement()], with: store)?.code == .newer)
    try change("CREATE TABLE t (a); PRAGMA application_id = 7", in: folder("other.sqlite"))
    let bytes = Child.contents(folder("other.sqlite"))
    #expect(try catalog.keep([measurement()], with: store("other.sqlite"))?.code == .foreign)
    #expect(Child.contents(folder("other.sqlite")) == bytes && said.all == [])
  }

  @Test("a component that has gone and comes back is new")
  func goneComponent() throws {
    let catalog = try catalog()
    try store.follow(catalog)
    try change("UPDATE first_seen SET at = '2020-01-01T00:00:00Z'", in: store.path)
    let writer = try ScanWriter(catalog, roots: [SmallCatalog.root], scannerVersion: 1, rules: SmallCatalog.rules)
    try writer.writeItems([.gone(bundle: bundle)])
    try writer.complete()
    try store.follow(catalog)
    #expect(try texts("SELECT component FROM first_seen", in: store.path) == [])
    try SmallCatalog.write(to: path)
    try store.follow(catalog)
    #expect(try texts("SELECT at FROM first_seen", in: store.path).allSatisfy { $0 > "2026" })
  }

  @Test("a scan that finds nothing new doesn't touch the file")
  func unchanged() throws {
    let catalog = try catalog()
    try store.follow(catalog)
    store.checkpoint()
    let bytes = Child.contents(store.path)
    try store.follow(catalog)
    #expect(Child.contents(store.path) == bytes && folder.names(in: "").allSatisfy { $0 != "results.sqlite-wal" })
  }

  @Test func twoProcessesKeepAtOnce() async throws {
    let store = store
    let bundle = bundle
    let names = (0..<2).map { "\($0).sqlite" }
    let catalogs = try names.map { name in
      try SmallCatalog.write(to: folder(name))
      return try Catalog.openForWriting(folder(name))
    }
    await withTaskGroup { group in
      for (number, catalog) in catalogs.enumerated() {
        group.addTask {
          for index in 0..<20 {
            let row = StoredMeasurement(
              component: "urn:\(number):\(index)", bundle: bundle, content: 1, outcome: "failed", reason: "x",
              version: 1,
              machine: "any")
            #expect((try? catalog.keep([row], with: store)) == .some(nil))
          }
        }
      }
    }
    #expect(try texts("SELECT component FROM measurement", in: store.path).count == 40)
  }
}

extension ResultStore {
  /// Moves the log into the file.
  fileprivate func checkpoint() {
    try? Connection(path, for: .writing).execute("PRAGMA wal_checkpoint(TRUNCATE)")
  }
}
