package import ComponentModel

/// The words of a tag's names: in the caller's language, in English, and its aliases.
package struct TagWords: Sendable {
  /// A tag's names are searched as if they were of this field.
  static let field = WordField.maker
  let words: FieldWords

  /// The words of a tag.
  package init(_ tag: Tag, rules: any TextRules) {
    words = FieldWords(tag.displayNames + tag.wholeNames, of: Self.field, rules: rules)
  }

  /// Whether a word of a name begins with a text, or is that.
  package func hasWord(from text: String) -> Bool {
    words.places.contains { !$0.value.isJoined && $0.key.utf8.starts(with: text.utf8) }
  }
}
