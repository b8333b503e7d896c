internal import CatalogStore
internal import ComponentQuery
internal import Lexicon

/// How names divide words.
extension CatalogWords {
  /// The minimum number of letters of a part: shorter ones are in too many words.
  private static var partLength: Int { 3 }

  /// See `WordKnowledge`.
  func isOneWord(_ word: SearchWord) throws -> Bool {
    try !undivided(word.squeezed).isEmpty
  }

  /// See `WordKnowledge`.
  func parts(of word: SearchWord) throws -> [String]? {
    if let name = lexicon.value(of: .division, word.squeezed) { return name.split(separator: " ").map(String.init) }
    let letters = Array(word.squeezed.unicodeScalars)
    guard letters.count >= 2 * Self.partLength else { return nil }
    let rows = try divided(word.squeezed)
    if rows.isEmpty { return nil }
    for length in Self.partLength...letters.count - Self.partLength {
      let parts = [letters.prefix(length), letters.dropFirst(length)].map { String(String.UnicodeScalarView($0)) }
      var common = rows
      for part in parts { common.formIntersection(try undivided(part)) }
      if !common.isEmpty { return parts }
    }
    return nil
  }

  /// The components with a word that is several words in a strong field.
  private func divided(_ text: String) throws -> ComponentSet {
    try rows(with: text) { $0 == .whole || $0 == .joined }
  }

  /// The components with a word that is undivided in a strong field.
  private func undivided(_ text: String) throws -> ComponentSet {
    try rows(with: text) { $0 <= .exact }
  }

  private func rows(with text: String, _ isMeant: (WordMatch) -> Bool) throws -> ComponentSet {
    try state.wordIndex().hits(of: SearchWord(text, tokens: [text]), to: .joined, in: .strong)
      .rows { isMeant($0.kind) }
  }
}
