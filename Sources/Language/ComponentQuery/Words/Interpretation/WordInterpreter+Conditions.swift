import ComponentModel

/// Words that state what a component has, and words that say nothing.
extension WordInterpreter {
  /// The maximum number of words of a phrase.
  private static var phraseLimit: Int { 6 }

  /// Takes out phrases such as "no gui" and "5 band", the longest first. A longer tag name wins: in "stereo widener",
  /// stereo states nothing.
  func takeConditions(from meaning: inout InterpretedWords) throws {
    let words = meaning.words
    var rest: [String] = []
    var start = 0
    while start < words.count {
      let tagLength = try lengthOfTagName(words[start...])
      if let (condition, length) = try condition(words[start...]), length >= tagLength {
        // "100 ms" states nothing.
        if condition != .constant(true) {
          meaning.conditions.append(condition)
          meaning.wordsOfConditions.append(Array(words[start..<start + length]))
        }
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
    let phrase = phrase(words.joined(separator: " "))
    let (key, numbers) = Self.withoutNumbers(phrase)
    // Some numbers mean something by themselves: 5.1.
    if !numbers.isEmpty, case .condition(let text) = try meaning(ofPhrase: phrase) {
      return try? ComponentPredicate(parsing: text)
    }
    guard case .condition(let text) = try meaning(ofPhrase: key) else { return nil }
    return ComponentPredicate.condition(text, numbers)
  }

  /// Words as one, as the table of phrases has them: a plus sign after a number stays, as in "10+".
  private func phrase(_ text: String) -> String {
    var (phrase, part) = ("", "")
    for character in text {
      if character == "+", let last = part.unicodeScalars.last, ("0"..."9").contains(last) {
        phrase += searchWord(part).squeezed + "+"
        part = ""
      } else {
        part.append(character)
      }
    }
    return phrase + (part.isEmpty ? "" : searchWord(part).squeezed)
  }

  /// The digits of a word that names a number.
  private func number(_ word: String) throws -> String? {
    if case .number(let digits) = try meaning(ofPhrase: searchWord(word).squeezed) { digits } else { nil }
  }

  /// `text` with `#` in place of each number, and the numbers.
  static func withoutNumbers(_ text: String) -> (key: String, numbers: [String]) {
    var (key, numbers, isInNumber) = ("", [String](), false)
    for scalar in text.unicodeScalars {
      guard ("0"..."9").contains(scalar) else {
        key.unicodeScalars.append(scalar)
        isInNumber = false
        continue
      }
      if isInNumber {
        numbers[numbers.count - 1].unicodeScalars.append(scalar)
      } else {
        key.append("#")
        numbers.append(String(scalar))
      }
      isInNumber = true
    }
    return (key, numbers)
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
  /// A condition with numbers in place of each `#`; a single number serves every `#`. `#>` and the like become a
  /// regular expression for the numbers that compare so.
  fileprivate static func condition(_ text: String, _ numbers: [String]) -> ComponentPredicate? {
    var (filled, rest, next) = ("", text[...], 0)
    while let mark = rest.firstIndex(of: "#"), !numbers.isEmpty {
      let number = numbers[min(next, numbers.count - 1)]
      filled += rest[..<mark]
      rest = rest[rest.index(after: mark)...]
      let comparison = NumberPattern.Comparison.allCases.first { rest.hasPrefix($0.rawValue) }
      filled += comparison.map { NumberPattern.pattern(of: $0, number) } ?? number
      rest = rest.dropFirst(comparison?.rawValue.count ?? 0)
      next += 1
    }
    return try? ComponentPredicate(parsing: filled + rest)
  }
}
