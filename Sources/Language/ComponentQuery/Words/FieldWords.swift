package import ComponentModel

/// The words of a field's texts by which plain words find it: each word, and in strong fields also two or three
/// neighbours as one, so that it makes no difference how a name is divided.
package struct FieldWords: Sendable {
  /// The role of a word in its field, the best first.
  package enum Place: Int, CaseIterable, Comparable, Sendable {
    /// The word is a whole name.
    case whole
    /// The two or three words of a whole name, joined.
    case wholeJoined
    /// The first word of a name.
    case start
    case token
    /// Two or three neighbouring words, joined.
    case joined

    package static func < (a: Place, b: Place) -> Bool { a.rawValue < b.rawValue }

    /// Whether the word is several words, joined.
    package var isJoined: Bool { self == .joined || self == .wholeJoined }
  }

  /// The maximum number of neighbours that are joined.
  package static let longestRun = 3

  /// Every word, with the best of its places.
  package private(set) var places: [String: Place] = [:]
  /// The words of each text.
  private var texts: [[String]] = []
  private let field: WordField

  /// The words of a field.
  package init(_ texts: [String], of field: WordField, rules: any TextRules) {
    self.init(field)
    for text in texts.flatMap({ WordTexts.spellings(of: $0, in: field) }) { add(rules.words(of: text)) }
  }

  /// A field without texts.
  package init(_ field: WordField) { self.field = field }

  /// Adds the words of a text.
  package mutating func add(_ words: [String]) {
    guard !words.isEmpty else { return }
    texts.append(words)
    for index in words.indices {
      note(words[index], field == .name && index == 0 ? (words.count == 1 ? .whole : .start) : .token)
      if field.isStrong { addRuns(words, from: index) }
    }
  }

  private mutating func addRuns(_ words: [String], from first: Int) {
    var run = words[first]
    for last in words.indices.dropFirst(first + 1).prefix(Self.longestRun - 1) {
      run += words[last]
      let isWhole = field == .name && first == 0 && last == words.count - 1
      note(run, isWhole ? .wholeJoined : .joined)
    }
  }

  private mutating func note(_ word: String, _ place: Place) {
    if let known = places[word], known <= place { return }
    places[word] = place
  }

  /// Whether a text has these letters, its words written as one, from the beginning of one of its words.
  func hasText(from squeezed: String) -> Bool {
    texts.contains { words in
      words.indices.contains { Self.begins(words[$0...], with: squeezed) }
    }
  }

  /// Whether words that are written as one begin with a text.
  private static func begins(_ words: ArraySlice<String>, with squeezed: String) -> Bool {
    var rest = squeezed.utf8[...]
    for word in words {
      if word.utf8.starts(with: rest) { return true }
      guard rest.starts(with: word.utf8) else { return false }
      rest = rest.dropFirst(word.utf8.count)
    }
    return rest.isEmpty
  }
}

/// The words of a tag's names: in the caller's language, in English, and its aliases.
package struct TagWords: Sendable {
  /// A tag's names are searched as if they were of this field.
  static let field = WordField.maker
  let words: FieldWords

  /// The words of a tag.
  package init(_ tag: Tag, rules: any TextRules) {
    words = FieldWords(tag.displayNames + tag.wholeNames, of: Self.field, rules: rules)
  }

  /// Whether a folded word is one of a name, or several of them joined.
  package func has(_ word: String) -> Bool { words.places[word] != nil }

  /// Whether a word of a name begins with a text, or is that text.
  package func hasWord(from text: String) -> Bool {
    words.places.contains { !$0.value.isJoined && $0.key.utf8.starts(with: text.utf8) }
  }
}

/// How a plain word is found in a field, the best first.
package enum WordMatch: Int, CaseIterable, Comparable, Hashable, Sendable {
  /// It is a whole name, however that is divided: `noisegate` is Noise Gate.
  case whole
  /// It is the first word of a name.
  case start
  /// It is a word of the field.
  case exact
  /// It is another form of a word of the field: `gates`.
  case stem
  /// It is several words of the field joined, or the other way round.
  case joined
  /// A word of the field begins with it, or two or three words, joined, do.
  case prefix
  /// A word of the field contains it.
  case infix

  /// A better match is less than a worse one.
  package static func < (a: WordMatch, b: WordMatch) -> Bool { a.rawValue < b.rawValue }
}
