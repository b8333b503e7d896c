package import ComponentModel
internal import ComponentQuery
internal import SQLite

/// A lexicon as the catalog stores it: under keys that don't depend on a phrase's spelling.
package struct LexiconRows: Sendable {
  /// Increase this when the same texts produce different rows.
  static let version = 6

  private var rows: [(kind: LexiconKind, key: String, value: String)] = []
  private let rules: any TextRules
  private let fillers: Set<String>
  /// The words of more than one letter that people combine with others to express something.
  private var spelledWords: Set<String> = []
  /// A cache of stems: intents combine few words in many ways.
  private var stems: [String: String] = [:]

  /// The rows of a lexicon.
  package init(_ lexicon: Lexicon, rules: any TextRules) {
    self.rules = rules
    fillers = Set(lexicon.fillers.map { Self.words(of: $0, rules).joined() })
    for phrase in lexicon.phrases {
      for form in phrase.forms { add(phrase.condition, for: phraseKey(form), of: .phrase) }
    }
    for intent in lexicon.intents {
      for form in intent.forms { add(intent.targets, for: intentKey(form), of: .intent) }
    }
    for (number, feature) in lexicon.features.enumerated() {
      add(feature.evidence, for: "\(number)", of: .evidence)
      for form in feature.forms { add("\(number)", for: intentKey(form), of: .feature) }
    }
    for filler in fillers.sorted() { add("", for: filler, of: .filler) }
    for name in lexicon.names {
      let words = Self.words(of: name, rules)
      guard words.count > 1 else { continue }
      note(words)
      // Longer names are not written as one word.
      if words.count <= 3 { add(words.joined(separator: " "), for: words.joined(), of: .division) }
    }
    add(spelledWords.sorted().joined(separator: "\n"), for: LexiconReader.spellingKey, of: .spelling)
  }

  private mutating func add(_ value: String, for key: String, of kind: LexiconKind) {
    if !key.isEmpty { rows.append((kind: kind, key: key, value: value)) }
  }

  private mutating func note(_ words: [String]) {
    for word in words where word.unicodeScalars.count > 1 { spelledWords.insert(word) }
  }

  /// The words of a text, which is split like that of a search.
  private static func words(of text: String, _ rules: any TextRules) -> [String] {
    rules.words(of: WordTexts.searched(text))
  }

  /// The key of a phrase. `#` and a plus sign after it aren't letters, so they are kept apart while the rest is split
  /// into words.
  private mutating func phraseKey(_ form: String) -> String {
    var key = ""
    for (index, part) in form.utf8.split(separator: UInt8(ascii: "#"), omittingEmptySubsequences: false).enumerated() {
      if index > 0 { key += part.first == UInt8(ascii: "+") ? "#+" : "#" }
      let words = Self.words(of: String(Substring(part)), rules)
      note(words)
      key += words.joined()
    }
    return key
  }

  /// The key of an intent or a feature, without fillers, unless the form is in quotes, or only one word would be left,
  /// which could mean anything.
  private mutating func intentKey(_ form: String) -> String {
    let words = Self.words(of: form, rules)
    note(words)
    let content = form.hasPrefix("\"") ? words : words.filter { !fillers.contains($0) }
    return Set((content.count > 1 ? content : words).map { stem(of: $0) })
      .sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }.joined(separator: " ")
  }

  private mutating func stem(of word: String) -> String {
    if let known = stems[word] { return known }
    let stem = Stem.of(word)
    stems[word] = stem
    return stem
  }

  /// Replaces the lexicon. Of two entries with the same kind and key, the first wins.
  func writeRows(_ connection: Connection) throws {
    try connection.execute("DELETE FROM lexicon")
    for (kind, key, value) in rows {
      try connection.run(
        "INSERT OR IGNORE INTO lexicon (kind, key, value) VALUES (?, ?, ?)",
        [Value(kind.rawValue), Value(key), Value(value)])
    }
  }
}

extension ScanWriter {
  /// Whether the catalog's lexicon has another version.
  package func needsLexicon(version: String) throws -> Bool {
    try catalog.read { try $0.texts("SELECT lexicon_rules FROM catalog").first } != lexiconRules(version)
  }

  /// Replaces the catalog's lexicon.
  package func writeLexicon(_ lexicon: LexiconRows, version: String) throws {
    try catalog.write { connection in
      try lexicon.writeRows(connection)
      try connection.run("UPDATE catalog SET lexicon_rules = ?", [Value(lexiconRules(version))])
    }
  }

  private func lexiconRules(_ version: String) -> String {
    "\(version)-\(LexiconRows.version)-\(WordIndexVersion(rules))"
  }
}
