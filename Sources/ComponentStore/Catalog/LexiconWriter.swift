package import ComponentModel
internal import ComponentQuery
internal import SQLite

/// Writes a lexicon by keys that are the same however a phrase is spelt.
private struct LexiconWriter {
  /// Raise it when other rows are written for the same texts.
  static let version = 2

  private let connection: Connection
  private let rules: any TextRules
  private let lexicon: Lexicon
  private let fillers: Set<String>
  /// The words of more than one letter that people type beside others to mean something.
  private var spelledWords: Set<String> = []

  init(_ lexicon: Lexicon, _ connection: Connection, rules: any TextRules) {
    self.connection = connection
    self.rules = rules
    self.lexicon = lexicon
    fillers = Set(lexicon.fillers.map { Self.words(of: $0, rules).joined() })
  }

  mutating func write() throws {
    for phrase in lexicon.phrases {
      for form in phrase.forms {
        let key = phraseKey(form)
        try insert(.phrase, key, phrase.condition)
      }
    }
    for intent in lexicon.intents {
      for form in intent.forms {
        let key = intentKey(form)
        try insert(.intent, key, intent.targets)
      }
    }
    for filler in fillers.sorted() { try insert(.filler, filler, "") }
    for name in lexicon.names {
      let words = Self.words(of: name, rules)
      if words.count > 1 { note(words) }
    }
    try insert(.spelling, LexiconReader.spellingKey, spelledWords.sorted().joined(separator: "\n"))
    try connection.execute("UPDATE catalog SET lexicon_count = (SELECT count(*) FROM lexicon)")
  }

  private mutating func note(_ words: [String]) {
    for word in words where word.unicodeScalars.count > 1 { spelledWords.insert(word) }
  }

  /// The words of a text, as those of a search.
  private static func words(of text: String, _ rules: any TextRules) -> [String] {
    rules.words(of: WordTexts.searched(text))
  }

  /// `#` is no letter, so it is kept apart while words are broken.
  private mutating func phraseKey(_ form: String) -> String {
    let parts = form.split(separator: "#", omittingEmptySubsequences: false).map { Self.words(of: String($0), rules) }
    for words in parts { note(words) }
    return parts.map { $0.joined() }.joined(separator: "#")
  }

  /// Without fillers, unless only one word would be left, which might mean anything.
  private mutating func intentKey(_ form: String) -> String {
    let words = Self.words(of: form, rules)
    note(words)
    let content = words.filter { !fillers.contains($0) }
    return Set((content.count > 1 ? content : words).map { Stem.of($0) })
      .sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }.joined(separator: " ")
  }

  /// Of two entries with one key, the first counts.
  private func insert(_ kind: LexiconKind, _ key: String, _ value: String) throws {
    guard !key.isEmpty else { return }
    try connection.run(
      "INSERT OR IGNORE INTO lexicon (kind, key, value, checksum) VALUES (?, ?, ?, ?)",
      [Value(kind.rawValue), Value(key), Value(value), Value(IndexChecksum.of(kind.rawValue, key, value))])
  }
}

extension ScanWriter {
  /// Replaces the catalog's lexicon if it is of another version.
  package func updateLexicon(version: String, _ lexicon: () -> Lexicon) throws {
    let version = "\(version)-\(LexiconWriter.version)-\(WordIndexVersion(rules))"
    try catalog.write { connection in
      guard try connection.texts("SELECT lexicon_rules FROM catalog").first != version else { return }
      try connection.execute("DELETE FROM lexicon")
      var writer = LexiconWriter(lexicon(), connection, rules: rules)
      try writer.write()
      try connection.run("UPDATE catalog SET lexicon_rules = ?", [Value(version)])
    }
  }
}
