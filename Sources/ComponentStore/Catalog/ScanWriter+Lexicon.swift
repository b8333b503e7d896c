internal import ComponentModel
internal import ComponentQuery
internal import SQLite

/// The lexicon of search phrases, as the catalog stores it.
package struct LexiconTexts {
  /// Ways to state a condition, and the condition as a predicate.
  package var phrases: [(forms: [String], condition: String)]
  /// Ways to state an intent, and what helps.
  package var intents: [(forms: [String], targets: String)]
  /// Words that say nothing.
  package var fillers: [String]
  /// Names of tags, whose words are spelt right.
  package var names: [String]

  /// The texts.
  package init(
    phrases: [(forms: [String], condition: String)], intents: [(forms: [String], targets: String)],
    fillers: [String], names: [String] = []
  ) {
    self.phrases = phrases
    self.intents = intents
    self.fillers = fillers
    self.names = names
  }
}

extension ScanWriter {
  /// If the catalog's lexicon was made of other texts, makes it anew.
  package func updateLexicon(version: String, _ texts: () -> LexiconTexts) throws {
    let version = "\(version)-\(LexiconWriter.version)-\(WordIndexVersion(rules))"
    try catalog.write { connection in
      guard try connection.texts("SELECT lexicon_rules FROM catalog").first != version else { return }
      try connection.execute("DELETE FROM lexicon")
      try LexiconWriter(texts(), connection, rules: rules).write()
      try connection.run("UPDATE catalog SET lexicon_rules = ?", [Value(version)])
    }
  }
}

/// Writes a lexicon by keys that are the same however a phrase is spelt.
private struct LexiconWriter {
  /// Raise it when other rows are written for the same texts.
  static let version = 2

  private let connection: Connection
  private let rules: any TextRules
  private let texts: LexiconTexts
  private let fillers: Set<String>

  init(_ texts: LexiconTexts, _ connection: Connection, rules: any TextRules) {
    self.connection = connection
    self.rules = rules
    self.texts = texts
    fillers = Set(texts.fillers.map { Self.words(of: $0, rules).joined() })
  }

  func write() throws {
    for phrase in texts.phrases {
      for form in phrase.forms { try insert(.phrase, phraseKey(form), phrase.condition) }
    }
    for intent in texts.intents {
      for form in intent.forms { try insert(.intent, intentKey(form), intent.targets) }
    }
    for filler in fillers.sorted() { try insert(.filler, filler, "") }
    try insert(.spelling, LexiconReader.spellingKey, spelledWords.sorted().joined(separator: "\n"))
    try connection.execute("UPDATE catalog SET lexicon_count = (SELECT count(*) FROM lexicon)")
  }

  /// The words of more than one letter that people type beside others to mean something.
  private var spelledWords: Set<String> {
    let phrases = texts.phrases.flatMap(\.forms).flatMap { $0.split(separator: "#") }.map {
      Self.words(of: String($0), rules)
    }
    let intents = texts.intents.flatMap(\.forms).map { Self.words(of: $0, rules) }
    let names = texts.names.map { Self.words(of: $0, rules) }.filter { $0.count > 1 }
    return Set((phrases + intents + names).joined().filter { $0.unicodeScalars.count > 1 })
  }

  /// The words of a text, as those of a search.
  private static func words(of text: String, _ rules: any TextRules) -> [String] {
    rules.words(of: WordTexts.searched(text))
  }

  /// `#` is no letter, so it is kept apart while words are broken.
  private func phraseKey(_ form: String) -> String {
    form.split(separator: "#", omittingEmptySubsequences: false).map { Self.words(of: String($0), rules).joined() }
      .joined(separator: "#")
  }

  /// Without fillers, unless only one word would be left, which might mean anything.
  private func intentKey(_ form: String) -> String {
    let tokens = Self.words(of: form, rules)
    let content = tokens.filter { !fillers.contains($0) }
    return Set((content.count > 1 ? content : tokens).map { Stem.of($0) })
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
