/// The tables of the user store whose rows have a checksum: see `schema/user-004.sql`.
enum UserTable: String, CaseIterable {
  case label, labelled, succession
  case search = "saved_search"
  case use = "use_count"
  case undo = "undo_step"

  /// The tables with the user's entries, which a recovery saves.
  static let entered: [UserTable] = [.label, .labelled, .succession, .search, .use]

  /// The first schema with checksums.
  static let firstVerified = 4

  /// The columns that the checksum covers, in order.
  var columns: [String] {
    switch self {
    case .label: ["id", "kind", "name", "key"]
    case .labelled: ["label", "uri"]
    case .succession: ["old_uri", "new_uri"]
    case .search: ["id", "name", "key", "predicate", "digest"]
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

  /// Whether its rows have numbers: `id`.
  var hasRowNumbers: Bool { [.label, .search, .undo].contains(self) }

  /// The first schema that has the table.
  var firstSchema: Int {
    switch self {
    case .label, .labelled, .succession: 1
    case .search: 2
    case .use: 3
    case .undo: 5
    }
  }

  /// Distinguishes the checksums of equal values in different tables. 0 stands for the table `store`.
  var number: Int {
    switch self {
    case .label: 1
    case .labelled: 2
    case .succession: 3
    case .search: 4
    case .use: 5
    case .undo: 6
    }
  }

  /// The checksum as an expression, over the row's own columns or others in the same order.
  func checksum(of expressions: [String]? = nil) -> String {
    "\(RowChecksum.function)(\(number), \((expressions ?? columns).joined(separator: ", ")))"
  }
}
