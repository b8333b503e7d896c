internal import ComponentModel
internal import SQLite

/// What the rows of a user store follow beyond what SQLite checks: texts are valid UTF-8, and a key is the folded name.
struct UserStoreRules {
  private let rules: any TextRules

  init(_ rules: any TextRules) { self.rules = rules }

  /// What is wrong with an open store, by SQLite's own check of every page, the schema and these rules; nil if it is sound.
  func problem(with connection: Connection) throws -> String? {
    try StoreKind.userStore.problem(with: connection) ?? problemOfRows(connection)
  }

  private func problemOfRows(_ connection: Connection) throws -> String? {
    let rows = try UserRows(connection)
    for table in UserTable.allCases {
      var isSound = true
      try rows.read(table) { isSound = try isSound && follows($0, table) }
      if !isSound { return "a row of `\(table.rawValue)` has a name that doesn't match its key, or no valid text" }
    }
    return nil
  }

  /// Whether a row of ``UserTable/columns`` follows the rules.
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
