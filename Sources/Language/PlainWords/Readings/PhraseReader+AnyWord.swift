import ComponentModel
import ComponentQuery

/// Phrases in which the first or the last word may be any: "presets for drums".
extension PhraseReader {
  /// The mark in a phrase and its condition that stands for any word.
  private static var wordMark: String { "*" }

  /// The condition of such a phrase; nil if the words are none.
  func condition(withWordIn words: ArraySlice<String>) throws -> ComponentPredicate? {
    guard let first = words.first, let last = words.last else { return nil }
    if words.count == 1 { return try condition(withWordWithin: first) }
    let beginning = named(words.dropLast().joined(separator: " ")).squeezed
    if let text = try condition(beginning + Self.wordMark) { return try condition(text, of: last) }
    let end = named(words.dropFirst().joined(separator: " ")).squeezed
    return try condition(Self.wordMark + end).flatMap { try condition($0, of: first) }
  }

  /// The same in a script that doesn't divide words.
  private func condition(withWordWithin text: String) throws -> ComponentPredicate? {
    guard let scalar = text.unicodeScalars.first, scalar.isUndivided else { return nil }
    for place in text.indices.dropFirst() {
      guard let condition = try condition(Self.wordMark + named(String(text[place...])).squeezed) else { continue }
      return try self.condition(condition, of: String(text[..<place]))
    }
    return nil
  }

  private func condition(_ key: String) throws -> String? {
    if case .condition(let text) = try knowledge.meaning(ofPhrase: key) { text } else { nil }
  }

  /// A condition with a word, or the name of a tag that it names, in place of the mark. Presets have English names.
  private func condition(_ text: String, of word: String) throws -> ComponentPredicate? {
    let word = named(word)
    guard word.tokens.count == 1, try !knowledge.isFiller(word.squeezed) else { return nil }
    let tags = try knowledge.tags(named: word)
    var names: [String] = []
    for name in [word] + tags.flatMap({ [$0.tag.englishName] + $0.tag.aliases }).map(named)
    where name.tokens.count == 1 && name.isLong && !names.contains(where: name.stem.contains) {
      names.append(name.stem)
    }
    let conditions = names.compactMap {
      try? ComponentPredicate(
        parsing: text.split(separator: "*", omittingEmptySubsequences: false).joined(separator: $0))
    }
    return conditions.isEmpty ? nil : .disjunction(conditions)
  }
}
