internal import ComponentModel

/// What people call things in a search, from `Data/phrases.tsv`, `intents.tsv` and `fillers.tsv`, which document their
/// formats.
package struct Lexicon: Sendable {
  /// Words that state what a component has.
  package struct Phrase: Hashable, Sendable {
    /// Several ways to say it; `#` stands for a number.
    package var forms: [String]
    /// The condition, as a predicate with `#` in place of the number.
    package var condition: String
  }

  /// What people want to achieve.
  package struct Intent: Hashable, Sendable {
    /// Several ways to say it: the words that matter, in any order.
    package var forms: [String]
    /// What helps: tags by identifier and words in quotes, each with a weight.
    package var targets: String
  }

  /// The phrases of all languages.
  package let phrases: [Phrase]
  /// The intents of all languages.
  package let intents: [Intent]
  /// The words of all languages that mean nothing in a search.
  package let fillers: [String]
  /// The names of standard tags in English, and what musicians call these, in all languages.
  package let names: [String]

  /// The lexicon that ships with the project.
  package static var standard: Lexicon {
    Lexicon(
      phrases: EmbeddedTables.phrases, intents: EmbeddedTables.intents, fillers: EmbeddedTables.fillers,
      names: TagAliases(folder: nil).names.map(\.name))
  }

  /// Changes with the tables.
  package static let standardVersion = TagRules.version(of: [
    EmbeddedTables.phrases, EmbeddedTables.intents, EmbeddedTables.fillers, EmbeddedTables.aliases,
    EmbeddedTables.vocabulary,
  ])

  init(phrases: String, intents: String, fillers: String, names: [String] = []) {
    self.phrases = Self.rows(of: phrases, 3).map {
      Phrase(forms: Self.list($0[1], UInt8(ascii: "|")), condition: String($0[2]))
    }
    self.intents = Self.rows(of: intents, 3).map {
      Intent(forms: Self.list($0[1], UInt8(ascii: "|")), targets: String($0[2]))
    }
    self.names = names
    self.fillers = Self.rows(of: fillers, 2).flatMap { Self.list($0[1], UInt8(ascii: ",")) }
  }

  private static func rows(of table: String, _ count: Int) -> [[Substring]] {
    TabTable(table).rows.filter { $0.count == count }
  }

  private static func list(_ field: Substring, _ separator: UInt8) -> [String] {
    field.utf8.split(separator: separator).map { Substring($0).withoutOuterSpaces }.filter { !$0.isEmpty }.map(
      String.init)
  }
}
