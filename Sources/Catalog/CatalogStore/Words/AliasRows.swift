package import ComponentModel
internal import SQLite

/// The names by which standard tags are found, as the catalog stores them: grouped by the first letters of their keys.
package struct AliasRows: Sendable {
  private let rows: [(beginning: String, names: String)]

  /// The rows of the names, which may contain duplicates.
  package init(_ names: [(name: String, tag: String)], rules: any TextRules) {
    var lines: [String: Set<String>] = [:]
    for (name, tag) in names {
      let key = rules.words(of: name).joined()
      if !key.isEmpty { lines[Self.beginning(of: key), default: []].insert("\(key)\t\(tag)") }
    }
    rows = lines.sorted { $0.key < $1.key }
      .map { (beginning: $0.key, names: $0.value.sorted().joined(separator: "\n")) }
  }

  /// The key by which a name is looked up.
  static func beginning(of key: String) -> String { String(Substring(key.unicodeScalars.prefix(2))) }

  /// Replaces the names of all tags.
  func writeRows(_ connection: Connection) throws {
    try connection.execute("DELETE FROM tag_alias")
    for (beginning, names) in rows {
      try connection.run(
        "INSERT INTO tag_alias (beginning, names) VALUES (?, ?)", [Value(beginning), Value(names)])
    }
  }
}

extension ScanWriter {
  /// Whether the catalog needs these names of standard tags, because its own have another version or fewer languages.
  /// False if it has any in other languages: a host without the language files leaves those of other programs alone.
  package func needsAliases(version: String, languages: [String]) throws -> Bool {
    let stored = try catalog.read { try $0.texts("SELECT alias_rules FROM catalog").first ?? "" }
    let known = stored.split(separator: " ").dropFirst().map { String($0) }
    return stored != Self.aliasRules(version, languages) && Set(known).isSubset(of: languages)
  }

  /// Replaces the names by which standard tags are found.
  package func writeAliases(_ aliases: AliasRows, version: String, languages: [String]) throws {
    try catalog.write { connection in
      try aliases.writeRows(connection)
      try connection.run("UPDATE catalog SET alias_rules = ?", [Value(Self.aliasRules(version, languages))])
    }
  }

  private static func aliasRules(_ version: String, _ languages: [String]) -> String {
    ([version] + languages.sorted()).joined(separator: " ")
  }
}
