package import ComponentModel

extension Lexicon {
  /// The lexicon that ships with the project, from `Data/phrases.tsv`, `intents.tsv`, `features.tsv` and `fillers.tsv`,
  /// each of which documents its format.
  package static var standard: Lexicon {
    Lexicon(
      phrases: rows(of: EmbeddedTables.phrases, 3).map {
        Phrase(forms: list($0[1], UInt8(ascii: "|")), condition: String($0[2]), language: String($0[0]))
      },
      intents: rows(of: EmbeddedTables.intents, 3).map {
        Intent(forms: list($0[1], UInt8(ascii: "|")), targets: String($0[2]))
      },
      features: features,
      fillers: rows(of: EmbeddedTables.fillers, 2).flatMap { list($0[1], UInt8(ascii: ",")) },
      names: TagAliases(folder: nil).names.map(\.name))
  }

  /// A line without evidence continues the feature of the line above.
  private static var features: [Feature] {
    var features: [Feature] = []
    for row in TabTable(EmbeddedTables.features).rows where row.count >= 2 {
      let forms = list(row[1], UInt8(ascii: "|"))
      if row.count > 2 {
        features.append(Feature(forms: forms, evidence: String(row[2])))
      } else if let last = features.indices.last {
        features[last].forms += forms
      }
    }
    return features
  }

  /// A version that changes with the tables.
  package static let standardVersion = TagRules.version(of: [
    EmbeddedTables.phrases, EmbeddedTables.intents, EmbeddedTables.features, EmbeddedTables.fillers,
    EmbeddedTables.aliases,
    EmbeddedTables.vocabulary,
  ])

  private static func rows(of table: String, _ count: Int) -> [[Substring]] {
    TabTable(table).rows.filter { $0.count == count }
  }

  private static func list(_ field: Substring, _ separator: UInt8) -> [String] {
    field.utf8.split(separator: separator).map { Substring($0).withoutOuterSpaces }.filter { !$0.isEmpty }.map(
      String.init)
  }
}
