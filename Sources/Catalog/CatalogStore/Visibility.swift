package import SQLite

/// The rows that a caller sees: those of the caller's roots; if several bundles declare one URI, only the first.
///
/// The highest version wins, then the order of the search path, then the bundle's path, byte by byte as SQLite compares
/// it. The public view `components` has the same rule.
package struct Visibility {
  /// The caller's roots, as rows; nil if every root of the catalog that has bundles is the caller's.
  package var roots: [Int64]?
  /// Rows that another row shadows.
  package var shadowed: Set<Int64>

  /// Whether the caller's roots have any bundle, quarantined or not, after a complete scan.
  package private(set) var hasBundles = false

  /// What a caller with these roots sees; they are in the order of the search path.
  package init(_ connection: Connection, roots callers: [String]) throws {
    var order: [(row: Int64, position: Int)] = []
    var isComplete = true
    let rows = try connection.rows(
      "SELECT id, path, scanned AND EXISTS (SELECT 1 FROM bundle_root WHERE root = root.id) AS answers FROM root")
    while let row = try rows.next() {
      if let position = callers.firstIndex(of: try row.text("path")) {
        order.append((row: try row.rowID("id"), position: position))
        if try row.flag("answers") { hasBundles = true }
      } else if try Self.hasBundles(connection, root: try row.rowID("id")) {
        isComplete = false
      }
    }
    roots = isComplete ? nil : order.map(\.row).sorted()
    shadowed = []
    shadowed = try shadowed(connection, order)
  }

  private static func hasBundles(_ connection: Connection, root: Int64) throws -> Bool {
    try connection.number("SELECT EXISTS (SELECT 1 FROM bundle_root WHERE root = ?)", [Value(root)]) == 1
  }

  /// A condition on a column that holds a bundle's row; nil if every row is the caller's.
  package func condition(on column: String) -> String? {
    roots.map { roots in
      let list = roots.map(String.init).joined(separator: ", ")
      return "\(column) IN (SELECT bundle FROM bundle_root WHERE root IN (\(list)))"
    }
  }

  /// As ``condition(on:)``, but faster for few rows: looks up each row's bundle instead of listing all bundles.
  package func lookup(on column: String) -> String? {
    roots.map { roots in
      let list = roots.map(String.init).joined(separator: ", ")
      return "EXISTS (SELECT 1 FROM bundle_root AS x WHERE x.bundle = \(column) AND x.root IN (\(list)))"
    }
  }

  private struct Rival {
    var row: Int64
    var version: (Int, Int)
    var root: Int
    var bundle: String

    func goesBefore(_ other: Rival) -> Bool {
      if version != other.version { return version > other.version }
      if root != other.root { return root < other.root }
      return bundle.utf8.lexicographicallyPrecedes(other.bundle.utf8)
    }
  }

  private func shadowed(_ connection: Connection, _ order: [(row: Int64, position: Int)]) throws -> Set<Int64> {
    guard try connection.number("SELECT EXISTS (SELECT 1 FROM component WHERE rival)") == 1 else { return [] }
    let rows = try connection.rows(
      """
      SELECT c.id, c.uri, c.version_minor, c.version_micro, b.path, r.root
      FROM component AS c JOIN bundle AS b ON b.id = c.bundle JOIN bundle_root AS r ON r.bundle = b.id
      WHERE c.rival
      """)
    var best: [String: Rival] = [:]
    var all: Set<Int64> = []
    while let row = try rows.next() {
      let root = try row.rowID("root")
      guard let position = order.first(where: { $0.row == root })?.position else { continue }
      let version = (try row.integer("version_minor"), try row.integer("version_micro"))
      let rival = Rival(
        row: try row.rowID("id"), version: version, root: position, bundle: try row.text("path"))
      all.insert(rival.row)
      let uri = try row.text("uri")
      if best[uri].map(rival.goesBefore) ?? true { best[uri] = rival }
    }
    return all.subtracting(best.values.map(\.row))
  }
}
