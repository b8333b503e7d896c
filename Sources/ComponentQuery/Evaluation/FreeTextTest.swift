package import ComponentModel

/// Free text as a test: every word is found in the component, as ``SearchWord`` says.
package struct FreeTextTest: Sendable {
  /// The words, each once.
  package let searched: [SearchWord]
  private let rules: any TextRules

  /// A word in its folded form.
  private struct Word: Sendable {
    let folded: String
    let text: ExactText
    let search: ByteSearch
    /// The number of channels that the word names; nil for most.
    let channels: Int?

    init(_ folded: String) {
      channels = folded == "mono" ? 1 : folded == "stereo" ? 2 : nil
      self.folded = folded
      text = ExactText(folded)
      search = ByteSearch(folded)
    }
  }

  /// The test of these words.
  package init(_ words: [String], rules: any TextRules) {
    self.rules = rules
    var seen: Set<ExactText> = []
    searched = words.filter { seen.insert(ExactText(rules.folded($0, Self.options))).inserted }
      .map { SearchWord($0, rules: rules) }
  }

  private static let options: TextOptions = [.ignoringCase, .ignoringAccents]

  /// Whether every word is found. The first that is not decides, so that thousands of words cost little.
  ///
  /// - Throws: what reading the subject throws.
  package func matches(_ subject: some QuerySubject) throws -> Bool {
    var words = SubjectWords(subject, rules: rules)
    return try searched.allSatisfy { try words.have($0) }
  }

  /// The words that are not found, as given.
  ///
  /// - Throws: What reading the subject throws.
  func missingWords(in subject: some QuerySubject) throws -> [String] {
    var words = SubjectWords(subject, rules: rules)
    return try searched.filter { try !words.have($0) }.map(\.text)
  }

  /// How well the component matches the words; more is better.
  ///
  /// Each word scores by the best place where it is found: 8 as a word of the name, 6 at the beginning of one, 5 within
  /// one; 4 as the name of a tag, or as the number of channels; 3 in the name of a tag; 2 in the manufacturer;
  /// 1 in a parameter or preset. 50 more if the name is just these words, 20 if it begins with them, 10 if it has
  /// them side by side.
  ///
  /// A phrase counts each of its words in the name.
  ///
  /// - Parameter elsewhere: what a word counts that is in none of these, but perhaps in a parameter or preset.
  package func rank(of component: Component, elsewhere: Int = 1) -> Int {
    let name = folded(component.name)
    let words = searched.map { Word(folded($0.text)) }
    let phrase = Word(words.map(\.folded).joined(separator: " "))
    var rank = 0
    if ExactText(name) == phrase.text {
      rank = 50
    } else if phrase.search.isPrefix(of: name) {
      rank = 20
    } else if phrase.search.isFound(in: name) {
      rank = 10
    }
    for word in words { rank += weight(of: word, in: component, name) ?? elsewhere }
    return rank
  }

  /// What a word counts by the component's own texts; nil if it is in none of them.
  private func weight(of word: Word, in component: Component, _ name: String) -> Int? {
    if word.search.isFound(in: name) { return weight(of: word, inName: name) }
    if word.channels == widest(component.audioInputs, component.audioOutputs) { return 4 }
    let tags = component.tags.map { [$0] }
    if tags.contains(where: { missing([word], from: $0).isEmpty }) {
      let isName = component.tags.contains { tag in
        (tag.displayNames + tag.wholeNames).contains { ExactText(folded($0)) == word.text }
      }
      return isName ? 4 : 3
    }
    return word.search.isFound(in: folded(component.manufacturer ?? "")) ? 2 : nil
  }

  private func weight(of word: Word, inName name: String) -> Int {
    let words = Self.parts(of: name)
    if words.contains(where: { ExactText($0) == word.text }) { return 8 }
    let phrase = Self.parts(of: word.folded)
    if phrase.count > 1, words.indices.contains(where: { words[$0...].starts(with: phrase) }) {
      return 8 * phrase.count
    }
    return words.contains(where: word.search.isPrefix(of:)) ? 6 : 5
  }

  /// The words of a folded text.
  private static func parts(of text: String) -> [String] {
    text.unicodeScalars.split { !$0.properties.isAlphabetic && $0.properties.numericType == nil }.map { String($0) }
  }

  /// The number of channels on the wider side.
  private func widest(_ inputs: Int, _ outputs: Int) -> Int? { max(inputs, outputs) }

  /// The words that no display name of a tag contains and no other name equals.
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
