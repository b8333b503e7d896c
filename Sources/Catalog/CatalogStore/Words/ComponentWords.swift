internal import ComponentModel
internal import ComponentQuery
internal import SQLite

/// A component's words as the index stores them, and the features that ranking uses.
struct ComponentWords {
  /// The places of each word, as bits: see ``PostingPlace``.
  private(set) var places: [String: UInt16] = [:]
  /// Nil if there is no such component.
  var features: ComponentFeatures?

  mutating func add(_ words: FieldWords, of field: WordField, isForeign: Bool = false) {
    for (word, place) in words.places {
      places[word, default: 0] |= 1 << PostingPlace.number(of: place, in: field, isForeign: isForeign)
    }
  }
}

/// Computes the words of components from their rows.
///
/// Parameter names repeat, so the words of each text are cached.
final class ComponentWordsReader {
  private let connection: Connection
  private let rules: any TextRules
  private let texts: StoredTexts
  private var known: [String: [String]] = [:]

  /// Maximum number of texts whose words are cached.
  private static let knownLimit = 20_000

  init(_ connection: Connection, rules: any TextRules) {
    self.connection = connection
    self.rules = rules
    texts = StoredTexts(connection: connection)
  }

  /// The words of a component; none if there is no such row.
  func words(of row: Int64) throws -> ComponentWords {
    var words = ComponentWords()
    guard let own = try texts.own(of: row) else { return words }
    for field in WordField.allCases { words.add(fieldWords(own.texts[field.rawValue], field), of: field) }
    let presets = try texts.presets(of: own.uri, bundle: own.bundle)
    words.add(fieldWords(presets.names, .preset), of: .preset, isForeign: presets.areForeign)
    let tags = try connection.number("SELECT count(DISTINCT tag) FROM component_tag WHERE component = ?", [Value(row)])
    let name = own.texts[WordField.name.rawValue].first ?? ""
    words.features = ComponentFeatures(
      nameWords: UInt8(clamping: self.words(of: name).count), tags: UInt8(clamping: tags ?? 0),
      variant: ComponentFeatures.variant(name: name, manufacturer: own.manufacturer, bundle: own.path))
    return words
  }

  private func fieldWords(_ texts: [String], _ field: WordField) -> FieldWords {
    var words = FieldWords(field)
    for text in texts.flatMap({ WordTexts.spellings(of: $0, in: field) }) { words.add(self.words(of: text)) }
    return words
  }

  private func words(of text: String) -> [String] {
    if let words = known[text] { return words }
    let words = rules.words(of: text)
    if known.count >= Self.knownLimit { known.removeAll(keepingCapacity: true) }
    known[text] = words
    return words
  }
}
