public import ComponentModel

/// Free text as a test: every word is somewhere in the name, the manufacturer, a tag, a parameter or a preset. Case and
/// accents make no difference; a word that was quoted may have blanks in it.
public struct FreeTextTest: Sendable {
  private let words: [Word]
  private let phrase: Word
  private let rules: any TextRules

  /// A word in the form that it is looked for in.
  private struct Word: Sendable {
    let original: String
    let text: ExactText
    let search: ByteSearch

    init(_ original: String, _ folded: String) {
      self.original = original
      text = ExactText(folded)
      search = ByteSearch(folded)
    }
  }

  /// The test of these words.
  public init(_ words: [String], rules: any TextRules) {
    self.rules = rules
    let folded = words.map { rules.folded($0, Self.options) }
    var seen: Set<ExactText> = []
    self.words = zip(words, folded).filter { seen.insert(ExactText($1)).inserted }.map(Word.init)
    phrase = Word("", folded.joined(separator: " "))
  }

  private static let options: TextOptions = [.ignoringCase, .ignoringAccents]

  /// Whether every word is found. Reads the parameters and presets only for words that are nowhere else.
  ///
  /// - Throws: What reading the subject throws.
  public func matches(_ subject: some QuerySubject) throws -> Bool { try missingWords(in: subject).isEmpty }

  /// The words that are nowhere, as they were given.
  ///
  /// - Throws: What reading the subject throws.
  func missingWords(in subject: some QuerySubject) throws -> [String] {
    var missing = try missing(words, from: subject, [.name, .manufacturer])
    if !missing.isEmpty, case .tags(let tags) = try subject.value(of: .tags) {
      missing = self.missing(missing, from: tags)
    }
    if !missing.isEmpty { missing = try self.missing(missing, from: subject, [.parameterName, .presetName]) }
    return missing.map(\.original)
  }

  /// How well the component answers the words: 5 the name is the words, 4 it begins with them, 3 it has all of them; 2
  /// with its tags it has, 1 with its manufacturer too; 0 only a parameter or preset has them.
  public func rank(of component: Component) -> Int {
    let name = folded(component.name)
    if ExactText(name) == phrase.text { return 5 }
    var missing = words.filter { !$0.search.isFound(in: name) }
    if missing.isEmpty { return phrase.search.isPrefix(of: name) ? 4 : 3 }
    missing = self.missing(missing, from: component.tags)
    if missing.isEmpty { return 2 }
    let manufacturer = folded(component.manufacturer ?? "")
    return missing.allSatisfy { $0.search.isFound(in: manufacturer) } ? 1 : 0
  }

  /// Whether every word is found in the names of one tag.
  public func matches(_ tag: Tag) -> Bool { missing(words, from: [tag]).isEmpty }

  /// The words that none of the keys' texts holds.
  private func missing(_ words: [Word], from subject: some QuerySubject, _ keys: [Key]) throws -> [Word] {
    var missing = words
    for key in keys where !missing.isEmpty {
      for text in try subject.value(of: key).allTexts {
        let text = folded(text)
        missing.removeAll { $0.search.isFound(in: text) }
      }
    }
    return missing
  }

  /// The words that no display name of a tag holds and no other name equals.
  private func missing(_ words: [Word], from tags: [Tag]) -> [Word] {
    var missing = words
    for tag in tags where !missing.isEmpty {
      let display = tag.displayNames.map(folded)
      let whole = tag.wholeNames.map { ExactText(folded($0)) }
      missing.removeAll { word in display.contains(where: word.search.isFound(in:)) || whole.contains(word.text) }
    }
    return missing
  }

  private func folded(_ text: String) -> String { rules.folded(text, Self.options) }
}

extension SubjectValue {
  fileprivate var allTexts: [String] {
    switch self {
    case .text(let text): [text]
    case .texts(let texts): texts
    case .missing, .number, .flag, .tags: []
    }
  }
}
