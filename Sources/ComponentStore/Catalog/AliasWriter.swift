internal import ComponentModel
internal import SQLite

/// Writes the names by which standard tags are found.
struct AliasWriter {
  private let connection: Connection
  private let rules: any TextRules

  init(_ connection: Connection, rules: any TextRules) {
    self.connection = connection
    self.rules = rules
  }

  /// Replaces all names.
  func write(_ names: [(name: String, tag: String)]) throws {
    try connection.execute("DELETE FROM tag_alias")
    var lines: [String: Set<String>] = [:]
    for (name, tag) in names {
      let key = rules.words(of: name).joined()
      if !key.isEmpty { lines[Self.beginning(of: key), default: []].insert("\(key)\t\(tag)") }
    }
    for (beginning, lines) in lines.sorted(by: { $0.key < $1.key }) {
      let text = lines.sorted().joined(separator: "\n")
      try connection.run(
        "INSERT INTO tag_alias (beginning, checksum, names) VALUES (?, ?, ?)",
        [Value(beginning), Value(IndexChecksum.of(beginning, text)), Value(text)])
    }
    try connection.run("UPDATE catalog SET alias_count = ?", [Value(lines.count)])
  }

  /// What a name is looked up by.
  static func beginning(of key: String) -> String { String(Substring(key.unicodeScalars.prefix(2))) }
}

extension ScanWriter {
  /// Replaces the names by which standard tags are found if they are of another version, and not of fewer languages: a host
  /// without the files of languages leaves those of other programs alone.
  package func updateAliases(
    version: String, languages: [String] = [], names: () -> [(name: String, tag: String)]
  ) throws {
    let version = ([version] + languages.sorted()).joined(separator: " ")
    try catalog.write { connection in
      let stored = try connection.texts("SELECT alias_rules FROM catalog").first ?? ""
      let known = stored.split(separator: " ").dropFirst().map { String($0) }
      guard stored != version, Set(known).isSubset(of: languages) else { return }
      try AliasWriter(connection, rules: rules).write(names())
      try connection.run("UPDATE catalog SET alias_rules = ?", [Value(version)])
    }
  }
}
