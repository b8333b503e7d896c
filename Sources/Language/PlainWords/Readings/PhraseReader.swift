import ComponentModel
import ComponentQuery

/// Reads the phrases of the table: the longest that a text begins with.
struct PhraseReader<Knowledge: WordKnowledge> {
  let knowledge: Knowledge

  /// The maximum number of words of a phrase.
  static var phraseLimit: Int { 6 }

  /// The condition that the first words state, and their number.
  func condition(_ words: ArraySlice<String>) throws -> (ComponentPredicate, Int)? {
    let words = words.prefix(Self.phraseLimit)
    let digits = try words.map { try number($0) ?? $0 }
    for length in (1...words.count).reversed() {
      if let condition = try condition(stated: words.prefix(length)) { return (condition, length) }
      guard digits.prefix(length) != words.prefix(length) else { continue }
      if let condition = try condition(stated: digits.prefix(length)) { return (condition, length) }
    }
    return nil
  }

  /// The condition that words state together.
  private func condition(stated words: ArraySlice<String>) throws -> ComponentPredicate? {
    let text = words.joined(separator: " ")
    if let condition = try condition(inCapitals: text) { return condition }
    let phrase = PhraseText(text)
    let numbers = phrase.numbers
    if numbers.isEmpty {
      if let condition = try condition(text, ofPhrase: named(text).squeezed, []) { return condition }
      return try condition(withWordIn: words)
    }
    // Some numbers mean something by themselves: 5.1.
    if let condition = try condition(text, ofPhrase: keyWithDigits(phrase), []) { return condition }
    if let quantity = try quantity(in: phrase), let condition = try condition(of: quantity) { return condition }
    return try condition(text, ofPhrase: key(of: phrase.parts), numbers)
  }

  private func condition(_ text: String, ofPhrase key: String, _ numbers: [String]) throws -> ComponentPredicate? {
    guard case .condition(let text) = try knowledge.meaning(ofPhrase: key) else { return nil }
    return ComponentPredicate.condition(text, numbers)
  }

  /// The condition that a name in capitals states.
  private func condition(inCapitals text: String) throws -> ComponentPredicate? {
    guard text.utf8.allSatisfy({ (0x41...0x5A).contains($0) }) else { return nil }
    return try condition(text, ofPhrase: PhraseMeaning.capitalsMark + text, [])
  }

  /// The condition of a comparison with a quantity: "longer than 5 s".
  private func condition(of quantity: Quantity) throws -> ComponentPredicate? {
    guard case .condition(let text) = try knowledge.meaning(ofPhrase: quantity.key) else { return nil }
    // The mark is `{}`.
    let stated = text.split(separator: "{", omittingEmptySubsequences: false)
      .joined(separator: quantity.quantity.rawValue).filter { $0 != "}" }
    return ComponentPredicate.condition(stated, [printedNumber(quantity.value)])
  }

  /// The words of a phrase as one, with its numbers' digits.
  private func keyWithDigits(_ phrase: PhraseText) -> String {
    phrase.parts.map { part in
      switch part {
      case .text(let text): named(text).squeezed
      case .number(let number): number.filter { $0 != "." && $0 != "-" }
      case .plus: "+"
      }
    }.joined()
  }

  /// The digits of a word that names a number.
  private func number(_ word: String) throws -> String? {
    if case .number(let digits) = try knowledge.meaning(ofPhrase: named(word).squeezed) { digits } else { nil }
  }

  func named(_ text: String) -> SearchWord { SearchWord(text, rules: knowledge.rules) }
}

extension ComponentPredicate {
  /// What follows the mark of a number of seconds that is to become one of frames.
  private static var framesMark: String { "f" }

  /// A condition with numbers in place of each `#`; a single number serves every `#`. `#>` and the like become a
  /// regular expression for the numbers that compare so, `#v` one for the number as a version, and `#f` the frames of so
  /// many seconds.
  fileprivate static func condition(_ text: String, _ numbers: [String]) -> ComponentPredicate? {
    var (filled, rest, next) = ("", text[...], 0)
    while let mark = rest.firstIndex(of: "#"), !numbers.isEmpty {
      let number = numbers[min(next, numbers.count - 1)]
      filled += rest[..<mark]
      rest = rest[rest.index(after: mark)...]
      let comparison = NumberPattern.Comparison.allCases.first { rest.hasPrefix($0.rawValue) }
      if let comparison {
        filled += NumberPattern.pattern(of: comparison, number)
        rest = rest.dropFirst(comparison.rawValue.count)
      } else if rest.hasPrefix(framesMark) {
        filled += Double(number).map { printedNumber($0 * ParameterRange.sampleRate) } ?? number
        rest = rest.dropFirst(framesMark.count)
      } else if rest.hasPrefix(NumberPattern.versionMark) {
        filled += NumberPattern.version(number)
        rest = rest.dropFirst(NumberPattern.versionMark.count)
      } else {
        filled += number
      }
      next += 1
    }
    return try? ComponentPredicate(parsing: filled + rest)
  }
}
