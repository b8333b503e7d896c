import ComponentModel

/// Words that state what a component has, and words that say nothing.
extension WordInterpreter {
  /// The most words of a phrase.
  private static var phraseLimit: Int { 6 }

  /// Takes phrases such as "no gui" and "5 band" out of the words, the longest first. A longer name of a tag goes first:
  /// in "stereo widener", stereo states nothing. What is taken still decides the order, since names have such words too.
  func takeConditions(from words: [String], into meaning: inout InterpretedWords) throws -> [String] {
    var rest: [String] = []
    var start = 0
    while start < words.count {
      let tagLength = try lengthOfTagName(words[start...])
      if let (condition, length) = try condition(words[start...]), length >= tagLength {
        meaning.conditions.append(condition)
        meaning.stating += words[start..<start + length]
        start += length
      } else {
        let length = max(1, tagLength)
        rest += words[start..<start + length]
        start += length
      }
    }
    return rest
  }

  /// The condition that the first words state, and their number.
  private func condition(_ words: ArraySlice<String>) throws -> (ComponentPredicate, Int)? {
    for length in (1...min(words.count, Self.phraseLimit)).reversed() {
      let phrase = searchWord(words.prefix(length).joined(separator: " ")).squeezed
      let (key, numbers) = Self.withoutNumbers(phrase)
      guard let text = try knowledge.condition(statedBy: key) else { continue }
      if let condition = Self.condition(text, numbers) { return (condition, length) }
    }
    return nil
  }

  /// A text with `#` in place of each number, and the numbers.
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

  /// A condition with numbers in place of each `#`; of one number it may have several.
  private static func condition(_ text: String, _ numbers: [String]) -> ComponentPredicate? {
    var filled = ""
    var next = 0
    for character in text {
      if character == "#", !numbers.isEmpty {
        filled += numbers[min(next, numbers.count - 1)]
        next += 1
      } else {
        filled.append(character)
      }
    }
    return try? ComponentPredicate(parsing: filled)
  }

  /// The number of the first words that name a tag together; 0 if there are none.
  private func lengthOfTagName(_ words: ArraySlice<String>) throws -> Int {
    for length in (1...min(words.count, Self.spanLimit)).reversed() {
      let name = searchWord(words.prefix(length).joined(separator: " "))
      if try !knowledge.tags(named: name).isEmpty { return length }
    }
    return 0
  }

  /// The words without those that mean nothing. If no other word says anything, all of them stay.
  func withoutFillers(_ words: [String], isRestNeeded: Bool) throws -> [String] {
    let joined = try joinedPositions(in: words)
    var rest: [String] = []
    for (position, word) in words.enumerated() {
      let tokens = searchWord(word).tokens
      let isFiller = try tokens.count == 1 && knowledge.isFiller(tokens[0]) && !joined.contains(position)
      if !isFiller { rest.append(word) }
    }
    return rest.isEmpty && isRestNeeded ? words : rest
  }
}
