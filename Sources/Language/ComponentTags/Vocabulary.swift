internal import ICU

/// The standard tags, from `Data/vocabulary.tsv`, which documents its format.
package struct Vocabulary: Sendable {
  /// A standard tag with its names.
  package struct Entry: Hashable, Sendable {
    /// The English name in lower case with hyphens.
    package var identifier: String
    /// The English name: the identifier without hyphens, each word with a capital letter.
    package var englishName: String { LocalizedNames.englishName(identifier) }
    /// The identifier of the tag that it belongs to; nil if there is none.
    package var group: String?
    /// Local names of the LV2 classes that give it.
    package var classes: [String]
    /// Other names by which it is found.
    package var aliases: [String]
  }

  /// All standard tags, in the order of the file.
  package let entries: [Entry]
  private let positions: [String: Int]
  private let byClass: [String: [Int]]
  private let byName: [String: Int]

  /// The vocabulary that ships with the project.
  package static let standard = Vocabulary(table: EmbeddedTables.vocabulary)

  init(table: String) {
    let entries = TabTable(table).rows.compactMap(Self.entry)
    self.entries = entries
    positions = Dictionary(
      entries.enumerated().map { ($1.identifier, $0) }, uniquingKeysWith: { first, _ in first })
    var byClass: [String: [Int]] = [:]
    for (position, entry) in entries.enumerated() {
      for name in entry.classes { byClass[name, default: []].append(position) }
    }
    self.byClass = byClass
    byName = Self.names(of: entries)
  }

  private static let rules = UnicodeRules(locale: LocaleIdentifier("en"))

  /// English names differ from identifiers only by hyphens and case, which a test checks against `Localizations/`.
  private static func names(of entries: [Entry]) -> [String: Int] {
    var names: [String: Int] = [:]
    for (position, entry) in entries.enumerated() {
      for name in [entry.identifier, entry.englishName] + entry.aliases {
        names[rules.tagKey(name)] = position
      }
    }
    return names
  }

  /// The tag with this English name, identifier or alias; nil if there is none. Names are compared as the query
  /// language compares whole names: by NFC and full case folding.
  package func entry(named name: String) -> Entry? { byName[Self.rules.tagKey(name)].map { entries[$0] } }

  /// The names of the standard tags for spelling suggestions: English names first, then aliases.
  package var names: [String] {
    entries.map(\.englishName) + entries.flatMap(\.aliases)
  }

  /// The tag with an identifier; nil if it is not a standard tag.
  package subscript(identifier: String) -> Entry? { positions[identifier].map { entries[$0] } }

  /// The tags that an LV2 class gives.
  package func tags(ofClass localName: String) -> [Entry] { byClass[localName, default: []].map { entries[$0] } }

  private static func entry(_ fields: [Substring]) -> Entry? {
    guard fields.count == 4 else { return nil }
    func list(_ field: Substring) -> [String] { field == "-" ? [] : field.split(separator: ",").map(String.init) }
    return Entry(
      identifier: String(fields[0]), group: fields[1] == "-" ? nil : String(fields[1]), classes: list(fields[2]),
      aliases: list(fields[3]))
  }
}

/// A table of fields separated by TABs, one row per line. Empty lines and lines that begin with `#` are skipped.
struct TabTable {
  let rows: [[Substring]]

  init(_ text: String) {
    rows = text.utf8.split(separator: UInt8(ascii: "\n")).compactMap { line in
      guard line.first != UInt8(ascii: "#") else { return nil }
      return line.split(separator: UInt8(ascii: "\t"), omittingEmptySubsequences: false).map { Substring($0) }
    }
  }
}
