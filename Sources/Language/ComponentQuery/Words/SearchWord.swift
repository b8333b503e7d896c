package import ComponentModel

/// A plain word of a search, or a quoted phrase, as it is compared with the words of components.
///
/// A single word is found in a field if one of the field's words begins with it, is a form of it (``Stem``), or
/// contains it; the last only in strong fields (``WordField/isStrong``), and not within neighbours that are joined. A
/// word of fewer than three letters must begin a word of a strong field other than the class, or be a whole word of any
/// field. A phrase is found if a text has its words in a row, starting at a word of the text; how the two are divided
/// into words makes no difference.
///
/// A tag counts as a strong field, with each of its names. A word without letters or digits is found nowhere, the empty
/// word everywhere.
package struct SearchWord: Hashable, Sendable {
  /// The word as given.
  package let text: String
  /// Its words, folded; usually one.
  package let tokens: [String]
  /// The folded letters without separators.
  package let squeezed: String
  /// The stem of ``squeezed``.
  package var stem: String { Stem.of(squeezed) }
  /// Whether it is long enough to be found within words, and by its stem.
  package let isLong: Bool
  private let search: ByteSearch
  /// ``squeezed`` in American spelling.
  private let american: String

  /// A word, with the rules by which texts are split into words.
  package init(_ text: String, rules: any TextRules) {
    self.init(text, tokens: rules.words(of: WordTexts.searched(text)))
  }

  /// A word that consists of these folded tokens.
  package init(_ text: String, tokens: [String]) {
    self.text = text
    self.tokens = tokens
    squeezed = tokens.joined()
    isLong = squeezed.unicodeScalars.count >= 3
    search = ByteSearch(squeezed)
    american = Stem.american(squeezed)
  }

  /// Whether it asks for nothing, so that every component has it.
  package var isEmpty: Bool { text.isEmpty }

  /// How it matches one word of a field; nil if it doesn't. Only for a single word.
  package func match(_ word: String, at place: FieldWords.Place, of field: WordField) -> WordMatch? {
    if word == squeezed { return Self.exact(place) }
    if isLong, isForm(word) { return place.isJoined ? .joined : match(form: word, at: place) }
    // "mu" is not the beginning of Music Device.
    guard isLong || field.isStrong && field != .pluginClass || tokens.count > 1 else { return nil }
    if word.utf8.starts(with: squeezed.utf8) { return .prefix }
    return isLong && field.isStrong && !place.isJoined && contains(word) ? .infix : nil
  }

  private static func exact(_ place: FieldWords.Place) -> WordMatch {
    switch place {
    case .whole, .wholeJoined: .whole
    case .start: .start
    case .token: .exact
    case .joined: .joined
    }
  }

  /// How a form of it matches: British and American spellings are the same word.
  private func match(form: String, at place: FieldWords.Place) -> WordMatch {
    Stem.american(form) == american ? Self.exact(place) : .stem
  }

  /// Whether a word is a form of it.
  private func isForm(_ word: String) -> Bool {
    // Most words differ in the first letters, which no rule changes.
    word.utf8.prefix(2).elementsEqual(squeezed.utf8.prefix(2)) && Stem.isShared(word, squeezed)
  }

  private func contains(_ word: String) -> Bool {
    word.utf8.count > squeezed.utf8.count && search.isFound(in: word)
  }

  /// Whether it is found in a field.
  package func matches(_ words: FieldWords, of field: WordField) -> Bool {
    if isEmpty { return true }
    guard tokens.count == 1 else { return !tokens.isEmpty && words.hasText(from: squeezed) }
    return words.places.contains { match($0.key, at: $0.value, of: field) != nil }
  }

  /// How it is found in a field, at its best; nil if it is not.
  package func match(_ words: FieldWords, of field: WordField) -> WordMatch? {
    let best = words.places.compactMap { match($0.key, at: $0.value, of: field) }.min()
    return best ?? (matches(words, of: field) ? .joined : nil)
  }

  /// Whether it is found in a name of a tag.
  package func matches(_ tag: TagWords) -> Bool { matches(tag.words, of: TagWords.field) }
}
