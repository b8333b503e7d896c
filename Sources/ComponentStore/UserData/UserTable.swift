/// The tables of the user store that hold what users have entered, and the log of their changes.
enum UserTable: String, CaseIterable {
  case label, labelled, succession
  case search = "saved_search"
  case use = "use_count"
  case undo = "undo_step"

  /// The tables with the user's entries.
  static let entered: [UserTable] = [.label, .labelled, .succession, .search, .use]

  /// The columns that every schema with the table has.
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

  /// The first schema that has the table.
  var firstSchema: Int {
    switch self {
    case .label, .labelled, .succession: 1
    case .search: 2
    case .use: 3
    case .undo: 5
    }
  }
}
