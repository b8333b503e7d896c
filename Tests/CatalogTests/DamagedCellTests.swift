import ComponentModel
import ComponentQuery
import SQLite
import TestSupport
import Testing

@testable import CatalogSearch
@testable import CatalogStore
@testable import StoreFiles
@testable import UserDataStore

/// A cell that holds what no schema allows is damage of its store, whoever reads it, and never a trap.
@Suite struct DamagedCellTests {
  private let sound: SmallCatalog

  init() throws { sound = try SmallCatalog() }

  private struct Outcome {
    var failures: [any Error] = []
    var count = 0
  }

  /// Everything that a host can ask.
  private func ask(_ catalog: Catalog, _ outcome: inout Outcome) throws {
    let view = SmallCatalog.view
    func run(_ body: () throws -> Void) {
      outcome.count += 1
      do { try body() } catch { outcome.failures.append(error) }
    }
    var components: [Component] = []
    run { components = try catalog.search(.constant(true), view: view, everything: true).components }
    for text in [
      "tag contains röhre", "in live", "in halls", "favorite", "name contains hall", "userTag == röhre", "hidden",
      "verdict == failed", "parameters > 0", "hall", "manufacturer == Somebody", "version > 1.0", "tag == reverb",
      "authorTag == Wobble", "tag == Wackler", "latency == null", "addedAt > \"2020-01-01\"",
    ] {
      let predicate = try ComponentPredicate(parsing: text)
      run { _ = try catalog.search(predicate, view: view) }
      // These read a part of what the search reads.
      guard text == "hall" || text == "tag contains röhre" else { continue }
      run { _ = try catalog.count(CatalogQuery(predicate), view: view) }
      run { _ = try catalog.uris(CatalogQuery(predicate), view: view, limit: 10) }
    }
    for component in components { run { _ = try catalog.details(of: component, view: view) } }
    run { _ = try catalog.components(view: view) }
    run { _ = try catalog.component(uri: "urn:a", view: view) }
    run { _ = try catalog.tagCounts(view: view) }
    run { _ = try catalog.quarantined(view: view) }
    run { _ = try catalog.componentCount(view: view) }
    run { _ = try catalog.replacements(view: view) }
    run { _ = try catalog.generation() }
    run { _ = try catalog.changePosition() }
    run { _ = try catalog.changes(after: ChangePosition(catalog: 0, userStore: 0), origin: 0, view: view, limit: 100) }
  }

  private func check(_ outcome: Outcome, _ store: StoreKind, _ path: String, _ what: String) -> Bool {
    #expect(outcome.count > 20, "\(what)")
    for failure in outcome.failures {
      // Without its roots or bundles, a catalog has nothing of the caller's; a collection may have another name.
      if failure is NotScanned || failure is InvalidPredicate { continue }
      let error = failure as? StoreError
      #expect(error?.code == .damaged && error?.store == store && error?.path == path, "\(what): \(failure)")
    }
    return outcome.failures.contains { $0 is StoreError }
  }

  @Test("the sound catalog answers everything")
  func isSound() throws {
    var outcome = Outcome()
    let catalog = try #require(try Catalog.openForReading(sound.path, userStore: sound.userStore))
    try ask(catalog, &outcome)
    #expect(outcome.failures.isEmpty && outcome.count > 30, "\(outcome.failures)")
    #expect(try catalog.search(.constant(true), view: SmallCatalog.view, everything: true).components.count == 2)
  }

  @Test("a damaged cell of the catalog", arguments: DamagedCells.values)
  func catalogCells(value: String) throws {
    let bytes = Child.contents(sound.path)
    var (tried, found) = (0, Set<String>())
    for cell in try DamagedCells.cells(of: sound.path) {
      let path = sound.folder.write(bytes, to: "\(cell)/catalog.sqlite")
      guard try DamagedCells.set(cell, to: value, in: path) else { continue }
      tried += 1
      var outcome = Outcome()
      let what = "\(cell) = \(value)"
      do {
        guard let catalog = try Catalog.openForReading(path, userStore: sound.userStore) else { continue }
        try ask(catalog, &outcome)
      } catch {
        outcome.failures.append(error)
        outcome.count = 21
      }
      if check(outcome, .catalog, path, what) { found.insert("\(cell)") }
    }
    #expect(tried > 20, "\(tried) cells hold \(value)")
    if value == "NULL" || value.hasPrefix("x") { #expect(found.count > 20, "\(found.sorted())") }
  }

  @Test("a damaged cell of the catalog, before a scan", arguments: DamagedCells.values)
  func scanCells(value: String) throws {
    let bytes = Child.contents(sound.path)
    for cell in try DamagedCells.cells(of: sound.path) where cell.table.hasPrefix("bundle") || cell.table == "root" {
      let path = sound.folder.write(bytes, to: "\(cell)/catalog.sqlite")
      guard try DamagedCells.set(cell, to: value, in: path) else { continue }
      do {
        let catalog = try Catalog.openForWriting(path)
        _ = try ScanWriter(
          catalog, roots: [SmallCatalog.root], scannerVersion: 1, rules: SmallCatalog.rules)
        _ = try catalog.knownBundles()
      } catch {
        let error = try #require(error as? StoreError, "\(cell): \(error)")
        #expect(error.code == .damaged && error.store == .catalog, "\(cell) = \(value): \(error)")
      }
    }
  }

  @Test("a damaged cell of the user store beside a sound catalog", arguments: DamagedCells.values)
  func userCells(value: String) throws {
    let bytes = Child.contents(sound.userStore)
    var (tried, found) = (0, 0)
    for cell in try DamagedCells.cells(of: sound.userStore) {
      let path = sound.folder.write(bytes, to: "\(cell)/user.sqlite")
      guard try DamagedCells.set(cell, to: value, in: path) else { continue }
      tried += 1
      var outcome = Outcome()
      do {
        let catalog = try #require(try Catalog.openForReading(sound.path, userStore: path))
        try ask(catalog, &outcome)
      } catch {
        outcome.failures.append(error)
        outcome.count = 21
      }
      if check(outcome, .userStore, path, "\(cell) = \(value)") { found += 1 }
    }
    #expect(tried > 5)
    if value == "NULL" || value.hasPrefix("x") { #expect(found >= 3) }
  }

  @Test("a damaged cell of the user store is read as damage, or the store is recovered", arguments: DamagedCells.values)
  func ownCells(value: String) throws {
    let bytes = Child.contents(sound.userStore)
    for cell in try DamagedCells.cells(of: sound.userStore) {
      let path = sound.folder.write(bytes, to: "\(cell)/own.sqlite")
      guard try DamagedCells.set(cell, to: value, in: path) else { continue }
      do {
        _ = try UserStore.data(path, rules: SmallCatalog.rules) { _ in }
      } catch {
        let error = try #require(error as? StoreError, "\(cell): \(error)")
        #expect(
          error.code == .damaged && error.store == .userStore && error.path == path, "\(cell) = \(value): \(error)")
      }
    }
  }
}

/// Puts values into a store that its schema forbids.
struct DamagedCells {
  /// A column of a table.
  struct Cell: CustomStringConvertible {
    var table: String
    var column: String
    var description: String { "\(table).\(column)" }
  }

  /// What a cell may hold instead: nothing, a text that is not a number, bytes, and a number out of reach.
  static let values = ["NULL", "'not this'", "x'FF00FF'", "-9223372036854775808"]

  /// Every column of every table of ours.
  static func cells(of path: String) throws -> [Cell] {
    let connection = try Connection(path, for: .reading)
    let tables = try connection.texts(
      """
      SELECT name FROM sqlite_schema WHERE type = 'table' AND sql LIKE '%STRICT%'
        AND name NOT LIKE 'name\\_index%' ESCAPE '\\' ORDER BY name
      """)
    return try tables.flatMap { table in
      try connection.texts("SELECT name FROM pragma_table_info('\(table)')").map { Cell(table: table, column: $0) }
    }
  }

  /// Sets a cell of every row, behind the schema's back, which is as before afterwards.
  ///
  /// - Returns: false where SQLite itself keeps the value out, or nothing was changed.
  static func set(_ cell: Cell, to value: String, in path: String) throws -> Bool {
    let schema = try relax(path)
    var count = 0
    do {
      let connection = try Connection(path, for: .writing)
      try connection.execute(
        "PRAGMA synchronous = OFF; PRAGMA foreign_keys = OFF; PRAGMA ignore_check_constraints = ON; PRAGMA recursive_triggers = OFF"
      )
      do {
        try connection.run(
          "UPDATE \(cell.table) SET \(cell.column) = \(value) WHERE \(cell.column) IS NOT \(value)")
        count = connection.changeCount
      } catch {}
    }
    try restore(schema, path)
    return count > 0
  }

  /// Takes types and constraints from the tables.
  private static func relax(_ path: String) throws -> [(name: String, sql: String)] {
    let connection = try Connection(path, for: .writing)
    let rows = try connection.rows("SELECT name, sql FROM sqlite_schema WHERE type = 'table' AND sql LIKE '%STRICT%'")
    var schema: [(name: String, sql: String)] = []
    while let row = try rows.next() { schema.append((name: try row.text("name"), sql: try row.text("sql"))) }
    try connection.execute("PRAGMA synchronous = OFF; PRAGMA journal_mode = DELETE; PRAGMA writable_schema = ON")
    for (name, sql) in schema {
      var relaxed = sql
      for word in [" STRICT,", " STRICT", " NOT NULL"] {
        relaxed = relaxed.split(separator: word, omittingEmptySubsequences: false).joined()
      }
      try connection.run("UPDATE sqlite_schema SET sql = ? WHERE name = ?", [Value(relaxed), Value(name)])
    }
    return schema
  }

  private static func restore(_ schema: [(name: String, sql: String)], _ path: String) throws {
    let connection = try Connection(path, for: .writing)
    try connection.execute("PRAGMA synchronous = OFF; PRAGMA writable_schema = ON")
    for (name, sql) in schema {
      try connection.run("UPDATE sqlite_schema SET sql = ? WHERE name = ?", [Value(sql), Value(name)])
    }
    try connection.execute("PRAGMA journal_mode = WAL; PRAGMA wal_checkpoint(TRUNCATE)")
  }
}
