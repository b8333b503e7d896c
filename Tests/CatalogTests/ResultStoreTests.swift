import ComponentModel
import Linux
import SQLite
import TestSupport
import Testing

@testable import CatalogStore
@testable import StoreFiles

/// What is kept of components that were run, in the catalog and in the file of results, which outlives catalogs.
struct ResultStoreTests {
  private let folder = TemporaryFolder()
  private let bundle = "\(SmallCatalog.root)/a.lv2"
  private let said = Notes()
  private let long = "2020-01-01T00:00:00Z"
  private var path: String { folder("catalog.sqlite") }
  private var store: ResultStore { store("results.sqlite") }

  private func store(_ name: String) -> ResultStore { ResultStore(folder(name)) { [said] in said.add($0) } }

  private func catalog(_ results: ResultStore? = nil) throws -> Catalog {
    try SmallCatalog.write(to: path, results: results)
    return try Catalog.openForWriting(path)
  }

  private func measurement(_ component: String = "urn:a", in name: String = "a") -> StoredMeasurement {
    var row = StoredMeasurement(
      component: component, bundle: "\(SmallCatalog.root)/\(name).lv2", content: .max, outcome: "measured",
      reason: nil, version: 1, machine: "any")
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

  private func change(_ sql: String, in file: String? = nil) throws {
    try Connection(file ?? path, for: .writing).execute(sql)
  }

  /// The components of which results are in the file.
  private func owners() throws -> [String] {
    try ["measurement", "validation"].flatMap { try texts("SELECT component FROM \($0)", in: store.path) }
  }

  /// What a search shows of them.
  private func shown() throws -> [String] {
    try texts(
      """
      SELECT uri || ' ' || coalesce(validation, '') || ' ' || coalesce(cost, '') || ' ' || added_at
      FROM component ORDER BY uri
      """)
  }

  private func removeCatalog() { for ending in ["", "-wal", "-shm"] { folder.remove("catalog.sqlite\(ending)") } }

  @Test("it is read with its time, which is not said if it is none; another number is a change; a verdict is replaced")
  func kept() throws {
    let catalog = try catalog()
    try catalog.keep([measurement(), measurement("urn:b")])
    var read = try demand(catalog.measurement(of: "urn:a", bundle: bundle))
    verify(UTCTime(read.at) != nil && read.days == 0)
    verify(read.bundleContent == 3 && read.bundleStamp == 2, "what the scan knows of the bundle's files")
    (read.at, read.bundleContent, read.bundleStamp) = ("", nil, nil)
    try verify(read == measurement() && catalog.measurement(of: "urn:c", bundle: bundle) == nil)
    try change("UPDATE measurement SET at = 'x' WHERE component = 'urn:a'")
    try verify(catalog.measurements().map(\.component), equals: ["urn:b"])
    try verify(catalog.measurement(of: "urn:a", bundle: bundle) == nil)
    var generations: [Int64?] = []
    for cost in [2, 3, 3, nil] as [Double?] {
      var row = measurement()
      row.cost = cost
      try catalog.keep([row])
      generations.append(try catalog.read { try $0.number("SELECT generation FROM catalog") })
    }
    verify(generations[0] != generations[1] && generations[1] == generations[2] && generations[2] != generations[3])
    var failed = validation
    failed.verdict = "failed"
    try catalog.keep([validation])
    try catalog.keep([failed])
    try verify(catalog.validations().map(\.verdict), equals: ["failed"])
  }

  @Test("a new catalog, also in memory, has what the deleted one had; what was found by other files is not shown")
  func newCatalog() throws {
    for column in [nil, "bundle_stamp", "bundle_content"] { try ResultStoreTests().checkNewCatalog(changed: column) }
  }

  private func checkNewCatalog(changed column: String?) throws {
    let former = try catalog()
    try store.follow(former)
    try verify(former.keep([measurement()], with: store) == nil && former.keep([validation], with: store) == nil)
    try change("UPDATE first_seen SET at = '\(long)'", in: store.path)
    removeCatalog()
    for table in ["measurement", "validation"] {
      if let column { try change("UPDATE \(table) SET \(column) = 9", in: store.path) }
    }
    let catalog = try catalog(store)
    try verify(shown(), equals: ["urn:a \(column == nil ? "passed 1.5" : " ") \(long)", "urn:b   \(long)"])
    try verify(catalog.measurements().count == 1 && catalog.validations().count == 1)
    try verify(Catalog.inMemory(userStore: nil, results: store).measurements().count, equals: 1)
  }

  @Test("without a file of results, a catalog that was set aside hands on what it has, before and behind damage")
  func withoutFile() throws {
    let count = 400
    try SmallCatalog.write(bundles: count, to: path)
    try Catalog.openForWriting(path).keep([measurement("urn:0", in: "0")])
    try change("UPDATE component SET added_at = '\(long)'; PRAGMA wal_checkpoint(TRUNCATE)")
    let pages = try Connection(path, for: .reading).numbers(
      "SELECT pageno FROM dbstat WHERE name = 'component' AND pagetype = 'leaf' ORDER BY path")
    var bytes = Child.contents(path)
    let start = (Int(try demand(pages.dropFirst(20).first)) - 1) * 4_096
    for index in start..<start + 4_096 { bytes[index] = 0xA5 }
    removeCatalog()
    folder.write(bytes, to: "catalog.sqlite.damaged-1700000000")
    let catalog = try Catalog.openForWriting(path)
    let seen = try texts("SELECT at FROM first_seen")
    verify(seen.count > count * 9 / 10 && seen.count < count && Set(seen) == [long])
    try verify(catalog.measurements().map(\.component), equals: ["urn:0"])
  }

  @Test("a file that is damaged is set aside, one of an older schema is not, and both are made anew from the catalog")
  func madeAnew() throws {
    for place in [0, 4_096, nil] { try ResultStoreTests().checkMakingAnew(damagedFrom: place) }
  }

  private func checkMakingAnew(damagedFrom place: Int?) throws {
    let catalog = try catalog()
    try store.follow(catalog)
    try catalog.keep([measurement()], with: store)
    if let place {
      store.checkpoint()
      var bytes = Child.contents(store.path)
      for index in place..<bytes.count { bytes[index] = 0x5A }
      folder.write(bytes, to: "results.sqlite")
    } else {
      try change("DROP TABLE validation; PRAGMA user_version = 0; PRAGMA wal_checkpoint(TRUNCATE)", in: store.path)
    }
    try verify(catalog.keep([validation], with: store) == nil)
    verify(said.all.count == (place == nil ? 0 : 1) && store.filesAside.count == said.all.count, "\(said.all)")
    verify(said.all.allSatisfy { $0.contains("recreated from the catalog") } && store.problem() == nil, "\(said.all)")
    try verify(owners(), equals: ["urn:a", "urn:a"])
    try verify(texts("SELECT component FROM first_seen", in: store.path), equals: ["urn:a", "urn:b"])
  }

  @Test("a newer file and another program's are left alone; what couldn't be written gets there by the next scan")
  func unwritable() throws {
    let catalog = try catalog()
    folder.write("", to: "file")
    let nowhere = store("file/results.sqlite")
    verify(throws: StoreError.self) { try nowhere.follow(catalog) }
    try store.follow(catalog)
    try verify(catalog.keep([measurement()], with: nowhere)?.store, equals: .results)
    try verify(catalog.measurements().count == 1 && owners().isEmpty)
    try store.follow(catalog)
    try verify(owners(), equals: ["urn:a"])
    try change("CREATE TABLE t (a); PRAGMA application_id = 7", in: folder("other.sqlite"))
    let bytes = Child.contents(folder("other.sqlite"))
    try verify(catalog.keep([measurement()], with: store("other.sqlite"))?.code, equals: .foreign)
    try change("PRAGMA user_version = 99", in: store.path)
    try verify(catalog.keep([measurement()], with: store)?.code, equals: .newer)
    verify(Child.contents(folder("other.sqlite")) == bytes && said.all == [])
  }

  @Test("a component that has gone and comes back is new; a scan that finds nothing new doesn't touch the file")
  func goneComponent() throws {
    let catalog = try catalog()
    try store.follow(catalog)
    store.checkpoint()
    let bytes = Child.contents(store.path)
    try store.follow(catalog)
    verify(Child.contents(store.path) == bytes && folder.names(in: "").allSatisfy { $0 != "results.sqlite-wal" })
    try change("UPDATE first_seen SET at = '\(long)'", in: store.path)
    let writer = try ScanWriter(catalog, roots: [SmallCatalog.root], scannerVersion: 1, rules: SmallCatalog.rules)
    try writer.writeItems([.gone(bundle: bundle)])
    try writer.complete()
    try store.follow(catalog)
    try verify(texts("SELECT component FROM first_seen", in: store.path), equals: [])
    try SmallCatalog.write(to: path)
    try store.follow(catalog)
    try verify(texts("SELECT at FROM first_seen", in: store.path).allSatisfy { $0 > "2026" })
  }

  @Test func twoProcessesKeepAtOnce() async throws {
    let store = store
    let rows = (0..<2).map { number in (0..<20).map { measurement("urn:\(number):\($0)") } }
    let catalogs = try (0..<2).map { number in
      try SmallCatalog.write(to: folder("\(number).sqlite"))
      return try Catalog.openForWriting(folder("\(number).sqlite"))
    }
    await withTaskGroup { group in
      for (catalog, rows) in zip(catalogs, rows) {
        group.addTask { for row in rows { verify((try? catalog.keep([row], with: store)) == .some(nil)) } }
      }
    }
    try verify(owners().count, equals: 40)
  }
}

extension ResultStore {
  /// Moves the log into the file.
  fileprivate func checkpoint() {
    try? Connection(path, for: .writing).execute("PRAGMA wal_checkpoint(TRUNCATE)")
  }
}
