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
struct DamagedCellTests {
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

  /// Damages a cell of a store, asks a catalog and a user store of which it is one, and reads it by itself.
  ///
  /// - Returns: whether the damage was found; nil if the cell can't hold the value.
  private func isFound(_ store: StoreKind, _ cell: DamagedCells.Cell, _ value: String) throws -> Bool? {
    let isCatalog = store == .catalog
    let path = sound.folder.write(Child.contents(isCatalog ? sound.path : sound.userStore), to: "\(cell)/\(store.name)")
    defer { sound.folder.remove("\(cell)") }
    guard try DamagedCells.set(cell, to: value, in: path) else { return nil }
    var outcome = Outcome()
    do {
      let catalog = isCatalog ? path : sound.path
      guard let opened = try Catalog.openForReading(catalog, userStore: isCatalog ? sound.userStore : path) else {
        return false
      }
      try ask(opened, &outcome)
      verify(outcome.count > 20, "\(cell) = \(value)")
    } catch {
      outcome.failures.append(error)
    }
    let isFound = outcome.failures.contains { $0 is StoreError }
    do {
      if !isCatalog {
        _ = try UserStore.data(path, rules: SmallCatalog.rules) { _ in }
      } else if cell.table.hasPrefix("bundle") || cell.table == "root" {
        let catalog = try Catalog.openForWriting(path)
        _ = try ScanWriter(catalog, roots: [SmallCatalog.root], scannerVersion: 1, rules: SmallCatalog.rules)
        _ = try catalog.knownBundles()
      }
    } catch {
      verify(error is StoreError, "\(cell) = \(value): \(error)")
      outcome.failures.append(error)
    }
    for failure in outcome.failures {
      // Without its roots or bundles, a catalog has nothing of the caller's; a collection may have another name.
      if failure is NotScanned || failure is InvalidPredicate { continue }
      let error = failure as? StoreError
      let isRight = error?.code == .damaged && error?.store == store && error?.path == path
      verify(isRight, "\(cell) = \(value): \(failure)")
    }
    return isFound
  }

  @Test("the sound catalog answers everything, and a few damaged cells are damage")
  func some() throws {
    var outcome = Outcome()
    try ask(demand(Catalog.openForReading(sound.path, userStore: sound.userStore)), &outcome)
    verify(outcome.failures.isEmpty && outcome.count > 30, "\(outcome.failures)")
    for (store, path, step) in [(StoreKind.catalog, sound.path, 25), (.userStore, sound.userStore, 10)] {
      for (number, cell) in try DamagedCells.cells(of: path).enumerated() where number % step == 7 {
        _ = try isFound(store, cell, DamagedCells.values[number / step % 4])
      }
    }
  }

  @Test("a damaged cell", .part(.faults), arguments: DamagedCells.values)
  func every(value: String) throws {
    let isAlwaysWrong = value == "NULL" || value.hasPrefix("x")
    let ofCatalog = try DamagedCells.cells(of: sound.path).compactMap { try isFound(.catalog, $0, value) }
    verify(ofCatalog.count > 20 && (ofCatalog.count(where: \.self) > 20 || !isAlwaysWrong), "\(ofCatalog)")
    let ofUserStore = try DamagedCells.cells(of: sound.userStore).compactMap { try isFound(.userStore, $0, value) }
    verify(ofUserStore.count > 5 && (ofUserStore.count(where: \.self) >= 3 || !isAlwaysWrong), "\(ofUserStore)")
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
      SELECT name FROM sqlite_schema WHERE type = 'table' AND sql LIKE '%STRICT%' ORDER BY name
      """)
    return try tables.flatMap { table in
      try connection.texts("SELECT name FROM pragma_table_info('\(table)')").map { Cell(table: table, column: $0) }
    }
  }

  /// Sets a cell of every row, behind the schema's back, which is as before afterwards.
  ///
  /// - Returns: false where SQLite itself keeps the value out, or nothing was changed.
  static func set(_ cell: Cell, to value: String, in path: String) throws -> Bool {
    let setting = "PRAGMA synchronous = OFF; PRAGMA writable_schema = ON;"
    var schema: [(name: String, sql: String)] = []
    do {
      // Without types and constraints.
      let connection = try Connection(path, for: .writing)
      let rows = try connection.rows("SELECT name, sql FROM sqlite_schema WHERE type = 'table' AND sql LIKE '%STRICT%'")
      while let row = try rows.next() { schema.append((name: try row.text("name"), sql: try row.text("sql"))) }
      try connection.execute(
        """
        \(setting) PRAGMA journal_mode = DELETE;
        UPDATE sqlite_schema SET sql = replace(replace(replace(sql, ' STRICT,', ''), ' STRICT', ''), ' NOT NULL', '')
        WHERE type = 'table' AND sql LIKE '%STRICT%';
        """)
    }
    var count = 0
    do {
      let connection = try Connection(path, for: .writing)
      try connection.execute(
        """
        PRAGMA synchronous = OFF; PRAGMA foreign_keys = OFF; PRAGMA ignore_check_constraints = ON;
        PRAGMA recursive_triggers = OFF
        """)
      do {
        try connection.run("UPDATE \(cell.table) SET \(cell.column) = \(value) WHERE \(cell.column) IS NOT \(value)")
        count = connection.changeCount
      } catch {}
    }
    let connection = try Connection(path, for: .writing)
    try connection.execute(setting)
    for (name, sql) in schema {
      try connection.run("UPDATE sqlite_schema SET sql = ? WHERE name = ?", [Value(sql), Value(name)])
    }
    try connection.execute("PRAGMA journal_mode = WAL; PRAGMA wal_checkpoint(TRUNCATE)")
    return count > 0
  }
}
