import ComponentModel

/// Words that state what a component has, and words that say nothing.
extension WordInterpreter {
  /// The maximum number of words of a phrase that states something.
  static var conditionLimit: Int { 6 }

  /// Takes out phrases such as "no gui" and "5 band", the longest first. A longer tag name wins: in "stereo widener",
  /// stereo states nothing.
  func takeConditions(from meaning: inout InterpretedWords) throws {
    let words = meaning.words
    var rest: [String] = []
    var start = 0
    while start < words.count {
      let tagLength = try lengthOfTagName(words[start...])
      if let (condition, length) = try condition(words[start...]), length >= tagLength {
        // "Can be set" states nothing.
        if condition != .constant(true) {
          meaning.conditions.append(condition)
          meaning.wordsOfConditions.append(Array(words[start..<start + length]))
        }
        start += length
      } else if tagLength == 0, let (note, length) = try unknownQuantity(words[start...]) {
        meaning.notes.append(note)
        start += length
      } else {
        let length = max(1, tagLength)
        rest += words[start..<start + length]
        start += length
      }
    }
    meaning.words = rest
  }

  /// The condition that the first words state, and their number.
  func condition(_ words: ArraySlice<String>) throws -> (ComponentPredicate, Int)? {
    let words = words.prefix(Self.conditionLimit)
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
      if let condition = try condition(text, ofPhrase: searchWord(text).squeezed, []) { return condition }
      return try condition(withWordIn: words)
    }
    // Some numbers mean something by themselves: 5.1.
    if let condition = try condition(text, ofPhrase: keyWithDigits(phrase), []) { return condition }
    if let quantity = try quantity(in: phrase), let condition = try condition(of: quantity) { return condition }
    return try condition(text, ofPhrase: key(of: phrase.parts), numbers)
  }

  private func condition(_ text: String, ofPhrase key: String, _ numbers: [String]) throws -> ComponentPredicate? {
    guard case .condition(let text) = try meaning(ofPhrase: key) else { return nil }
    return ComponentPredicate.condition(text, numbers)
  }

  /// The condition that a name in capitals states.
  private func condition(inCapitals text: String) throws -> ComponentPredicate? {
    guard text.utf8.allSatisfy({ (0x41...0x5A).contains($0) }) else { return nil }
    return try condition(text, ofPhrase: PhraseMeaning.capitalsMark + text, [])
  }

  /// The condition of a comparison with a quantity: "longer than 5 s".
  private func condition(of quantity: Quantity) throws -> ComponentPredicate? {
    guard case .condition(let text) = try meaning(ofPhrase: quantity.key) else { return nil }
    let stated = text.replacing(Quantity.mark, with: quantity.quantity.rawValue)
    return ComponentPredicate.condition(stated, [printedNumber(quantity.value)])
  }

  /// The words of a phrase as one, with its numbers' digits.
  private func keyWithDigits(_ phrase: PhraseText) -> String {
    phrase.parts.map { part in
      switch part {
      case .text(let text): searchWord(text).squeezed
      case .number(let number): number.filter { $0 != "." && $0 != "-" }
      case .plus: "+"
      }
    }.joined()
  }

  /// The digits of a word that names a number.
  private func number(_ word: String) throws -> String? {
    if case .number(let digits) = try meaning(ofPhrase: searchWord(word).squeezed) { digits } else { nil }
  }

  /// The number of the first words that name a tag together; 0 if there are none.
  func lengthOfTagName(_ words: ArraySlice<String>) throws -> Int {
    for length in (1...min(words.count, Self.spanLimit)).reversed() {
      let name = searchWord(words.prefix(length).joined(separator: " "))
      if try !knowledge.tags(named: name).isEmpty { return length }
    }
    return 0
  }

  /// Drops the words that mean nothing in a search, unless they belong to a name or nothing else says anything. One
  /// that names a tag means it if no other word says what is meant: "effect without reverb", "stereo effect".
  ///
  /// - Parameter isRestNeeded: whether a word must be left.
  func dropFillers(from meaning: inout InterpretedWords, isRestNeeded: Bool) throws {
    let words = meaning.words
    if try meaning.saysNothingElse && isPartOfName(words) { return }
    let joined = try joinedPositions(in: words)
    let rest = try words.indices.filter { position in
      let tokens = searchWord(words[position]).tokens
      return try joined.contains(position) || tokens.count != 1 || !knowledge.isFiller(tokens[0])
    }
    if rest.isEmpty && isRestNeeded && meaning.saysNothingElse { return }
    if rest.isEmpty && isRestNeeded && meaning.targets.isEmpty { try stateKinds(words, in: &meaning) }
    meaning.words = rest.map { words[$0] }
  }

  /// Adds the tags that fillers name as conditions.
  private func stateKinds(_ words: [String], in meaning: inout InterpretedWords) throws {
    for word in words {
      let tags = try knowledge.tags(named: searchWord(word))
      let condition = ComponentPredicate.disjunction(tags.map(ComponentPredicate.hasTag))
      guard !tags.isEmpty, !meaning.conditions.contains(condition) else { continue }
      meaning.conditions.append(condition)
      meaning.wordsOfConditions.append([word])
    }
  }

  /// Whether all words stand side by side in a component's name: "a law", "model d".
  private func isPartOfName(_ words: [String]) throws -> Bool {
    guard words.count > 1, words.count <= FieldWords.longestRun else { return false }
    return try knowledge.isPartOfName(searchWord(words.joined(separator: " ")))
  }
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
