internal import ComponentModel
internal import SQLite

/// Digests of all rows that belong to a plugin or a bundle, read back from the tables, to detect records that change
/// without a scan. SQLite's own checks find a broken page but not a changed letter.
///
/// Columns that other bundles' scans change are left out: see ``CatalogVerification``.
struct RecordSeals {
  private let connection: Connection
  /// The statements that read a plugin's rows.
  private let statements: [String]

  init(_ connection: Connection) throws {
    self.connection = connection
    let columns = try connection.texts(
      "SELECT name FROM pragma_table_info('component') WHERE name NOT IN ('rival', 'shown')")
    let own = columns.filter { !ShownResults.newerColumns.contains($0) }
    statements = ["SELECT \(own.joined(separator: ", ")) FROM component WHERE id = ?"] + Self.dependents
  }

  /// What running the plugin has shown beside its verdict. Of one that was not run, nothing enters the digest, which is then
  /// that of a schema without these columns.
  private static let shown =
    "SELECT \(ShownResults.newer) FROM component WHERE id = ? AND \(ShownResults.isAnyNewer)"

  /// The statements that read a plugin's rows outside the table `component`.
  private static let dependents = [
    "SELECT * FROM search_text WHERE component = ?", "SELECT * FROM port WHERE component = ? ORDER BY position",
    "SELECT * FROM patch_parameter WHERE component = ? ORDER BY uri",
    "SELECT * FROM replaced WHERE component = ? ORDER BY uri", "SELECT * FROM lilv_answer WHERE component = ?",
    """
    SELECT t.identifier, t.standard, t.aliases, x.source FROM component_tag AS x LEFT JOIN tag AS t ON t.id = x.tag
    WHERE x.component = ? ORDER BY x.tag, x.source
    """,
    """
    SELECT t.identifier, n.language, n.name FROM tag_name AS n LEFT JOIN tag AS t ON t.id = n.tag
    WHERE n.component = ? ORDER BY n.tag, n.language
    """,
  ]

  /// The statements that read a bundle's rows, including the seals of its plugins.
  private static let bundleStatements = [
    "SELECT path, verdict, reason, remarks, since FROM bundle WHERE id = ?",
    "SELECT * FROM refusal WHERE bundle = ? ORDER BY uri",
    "SELECT * FROM preset WHERE bundle = ? ORDER BY applies_to, uri",
    """
    SELECT c.uri, s.digest FROM component AS c LEFT JOIN component_seal AS s ON s.component = c.id
    WHERE c.bundle = ? ORDER BY c.uri
    """,
  ]

  /// The digest of the rows of a plugin.
  func digest(ofPlugin row: Int64) throws -> UInt64 {
    var hash = StableHash()
    for statement in statements { hash.add(try add(statement, row, to: &hash)) }
    let rows = try add(Self.shown, row, to: &hash)
    if rows > 0 { hash.add(rows) }
    return hash.value
  }

  /// The digest of the rows of a bundle.
  func digest(ofBundle row: Int64) throws -> UInt64 {
    var hash = StableHash()
    for statement in Self.bundleStatements { hash.add(try add(statement, row, to: &hash)) }
    return hash.value
  }

  /// - Returns: how many rows the statement has read.
  private func add(_ statement: String, _ row: Int64, to hash: inout StableHash) throws -> UInt64 {
    let rows = try connection.rows(statement, [Value(row)])
    var count: UInt64 = 0
    while let row = try rows.next() {
      row.forEachValue { Self.add($0, to: &hash) }
      count += 1
    }
    return count
  }

  private static func add(_ value: StoredValue, to hash: inout StableHash) {
    switch value {
    case .null: hash.add(0)
    case .integer(let number):
      hash.add(1)
      hash.add(UInt64(bitPattern: number))
    case .real(let number):
      hash.add(2)
      hash.add(number.bitPattern)
    case .text(let bytes):
      hash.add(3)
      hash.add(bytes)
    case .blob(let bytes):
      hash.add(4)
      hash.add(bytes)
    }
  }

  /// The stored seal of a plugin; nil if it has none.
  func stored(ofPlugin row: Int64) throws -> UInt64? {
    try connection.number("SELECT digest FROM component_seal WHERE component = ?", [Value(row)])
      .map { UInt64(bitPattern: $0) }
  }

  /// Whether a plugin's rows are as they were written.
  func isIntact(plugin row: Int64) throws -> Bool {
    guard let seal = try stored(ofPlugin: row) else { return false }
    return try digest(ofPlugin: row) == seal
  }

  /// Whether the rows of a bundle and of all its plugins are as they were written.
  func isIntact(bundle row: Int64) throws -> Bool {
    let rows = try connection.rows("SELECT digest FROM bundle_seal WHERE bundle = ?", [Value(row)])
    guard let seal = try rows.next()?.optionalBits("digest"), try digest(ofBundle: row) == seal else { return false }
    return try connection.numbers("SELECT id FROM component WHERE bundle = ?", [Value(row)]).allSatisfy {
      try isIntact(plugin: $0)
    }
  }

  /// Seals a bundle that was read to its end, and those of its plugins that have been written.
  func seal(bundle row: Int64) throws {
    let unsealed = try connection.numbers(
      """
      SELECT id FROM component AS c
      WHERE bundle = ? AND NOT EXISTS (SELECT 1 FROM component_seal WHERE component = c.id)
      """, [Value(row)])
    for plugin in unsealed { try seal(plugin: plugin) }
    try connection.run(
      """
      INSERT OR REPLACE INTO bundle_seal (bundle, plugins, digest)
      VALUES (?1, (SELECT count(*) FROM component WHERE bundle = ?1), ?2)
      """, [Value(row), Value(try digest(ofBundle: row))])
  }

  /// Removes the seals of a bundle and of its plugins.
  func unseal(bundle row: Int64) throws {
    try connection.run(
      "DELETE FROM component_seal WHERE component IN (SELECT id FROM component WHERE bundle = ?)", [Value(row)])
    try connection.run("DELETE FROM bundle_seal WHERE bundle = ?", [Value(row)])
  }

  /// Changes a row of a plugin, and renews the seals that it and its bundle have: what was damaged before stays noticed.
  func changing(plugin row: Int64, of bundle: Int64, _ change: () throws -> Void) throws {
    let isIntact = try isIntact(plugin: row)
    let former = try connection.rows("SELECT digest FROM bundle_seal WHERE bundle = ?", [Value(bundle)]).next()
      .map { try $0.optionalBits("digest") }
    let isBundleIntact = try former == digest(ofBundle: bundle)
    try change()
    guard isIntact else { return }
    try connection.run("DELETE FROM component_seal WHERE component = ?", [Value(row)])
    try seal(plugin: row)
    guard isBundleIntact else { return }
    try connection.run(
      "UPDATE bundle_seal SET digest = ? WHERE bundle = ?", [Value(try digest(ofBundle: bundle)), Value(bundle)])
  }

  private func seal(plugin row: Int64) throws {
    try connection.run(
      "INSERT INTO component_seal (component, digest) VALUES (?, ?)",
      [Value(row), Value(try digest(ofPlugin: row))])
  }

  /// Seals every bundle that needs a new seal, after a change to many bundles.
  func sealEverything() throws {
    try connection.execute("DELETE FROM component_seal")
    for bundle in try connection.numbers("SELECT bundle FROM bundle_seal") { try seal(bundle: bundle) }
  }
}
