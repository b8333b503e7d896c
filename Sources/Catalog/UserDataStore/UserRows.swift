internal import StoreFiles
internal import ComponentModel
package import SQLite

/// Reads the tables of a user store.
package struct UserRows {
  private let connection: Connection
  private let schema: String

  /// Reads the store that a connection has opened, or attached as `schema`.
  package init(_ connection: Connection, schema: String = "main") {
    self.connection = connection
    self.schema = schema
  }

  /// Reads a table in the order of its primary key.
  ///
  /// - Parameter body: receives each row; its columns are those of ``UserTable/columns``.
  package func read(_ table: UserTable, _ body: (Row) throws -> Void) throws {
    let columns = table.columns.joined(separator: ", ")
    let rows = try rows("SELECT \(columns) FROM \(schema).\(table.rawValue) NOT INDEXED ORDER BY \(table.key)")
    while let row = try rows.next() { try body(row) }
  }

  /// The revision with which the store was started anew on purpose; 0 if it never was.
  func firstRevision() throws -> Int {
    Int(try rows("SELECT first_revision FROM \(schema).store").nextNumber() ?? 0)
  }

  /// The rows of a statement that is known to be valid: if SQLite finds an error in it, the file's schema is damaged.
  private func rows(_ sql: String) throws -> Rows {
    do throws(SQLiteError) {
      return try connection.rows(sql)
    } catch {
      throw error.code == .error ? SQLiteError(.corrupt, error.message, path: connection.path) : error
    }
  }
}

/// The tables of the user store that hold what users have entered, and the log of their changes.
package enum UserTable: String, CaseIterable {
  case label, labelled, succession
  case search = "saved_search"
  case use = "use_count"
  case undo = "undo_step"

  /// The tables with the user's entries.
  static let entered: [UserTable] = [.label, .labelled, .succession, .search, .use]

  /// Its columns.
  var columns: [String] {
    switch self {
    case .label: ["id", "kind", "name", "key"]
    case .labelled: ["label", "uri"]
    case .succession: ["old_uri", "new_uri"]
    case .search: ["id", "name", "key", "predicate"]
    case .use: ["uri", "source", "count", "last_used"]
    case .undo: ["id", "at", "program", "title", "size", "changes"]
    }
  }

  /// The primary key. Rows are read in its order, and thus from the table, not from an index of it.
  var key: String {
    switch self {
    case .label, .search, .undo: "id"
    case .labelled: "label, uri"
    case .succession: "old_uri, new_uri"
    case .use: "uri, source"
    }
  }
}

/// The rules for rows of a user store beyond SQLite's checks: texts are valid UTF-8, and a key is the folded name.
struct UserStoreRules {
  let rules: any TextRules

  /// The damage to an open store, found by SQLite's own check of every page, by its schema and by these rules; nil if
  /// it is sound.
  func problem(with connection: Connection) throws -> String? {
    try StoreKind.userStore.problem(with: connection) ?? problemOfRows(connection)
  }

  /// The damage to a store that only these rules can find; nil if every row follows them.
  func problemOfRows(_ connection: Connection) throws -> String? {
    let rows = UserRows(connection)
    for table in UserTable.allCases {
      var isSound = true
      try rows.read(table) { isSound = try isSound && follows($0, table) }
      if !isSound { return "a row of `\(table.rawValue)` has a name that doesn't match its key, or invalid text" }
    }
    return nil
  }

  /// Whether a row with the columns of ``UserTable/columns`` follows the rules.
  func follows(_ row: Row, _ table: UserTable) throws -> Bool {
    let texts = table.columns.indices.allSatisfy { position in
      guard case .text(let bytes) = row.value(at: position) else { return true }
      // SAFETY: the bytes are only read during the call.
      return String(validating: bytes, as: UTF8.self) != nil
    }
    guard texts, table == .label || table == .search else { return texts }
    return try rules.tagKey(row.text("name")) == row.text("key")
  }
}
