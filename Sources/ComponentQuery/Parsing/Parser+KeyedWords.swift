import ComponentModel

/// `key:value`, as search engines have it.
extension Parser {
  /// A word with a colon whose first part is a key.
  struct KeyedWord {
    var key: Key
    /// The value in the word; empty if it is the string that follows.
    var value: String
    /// The offset of the word, without the sign before it.
    var start: Int
    /// The offset of the value.
    var valueStart: Int
  }

  /// A bare word as `key:value`; nil for any other, such as a URI. The value may be the string right behind the colon.
  func keyedWord(_ word: Substring, at start: Int) -> KeyedWord? {
    guard let colon = word.utf8.firstIndex(of: UInt8(ascii: ":")), colon != word.startIndex else { return nil }
    let name = String(word[..<colon])
    if let reference = Key.Reference(spelling: name) {
      return reference.isCount ? nil : keyedWord(reference.key, word, colon, start)
    }
    let key = elementKey(of: name).flatMap(Key.init(rawValue:)) ?? Key.meant(by: name)
    return key.flatMap { keyedWord($0, word, colon, start) }
  }

  private func keyedWord(_ key: Key, _ word: Substring, _ colon: Substring.Index, _ start: Int) -> KeyedWord? {
    let value = String(word[word.utf8.index(after: colon)...])
    let valueStart = start + word.utf8.count - value.utf8.count
    if value.hasPrefix("//") || value.isEmpty && !isStringNext(at: valueStart) { return nil }
    return KeyedWord(key: key, value: value, start: start, valueStart: valueStart)
  }

  /// Whether a string follows the current token without a blank.
  private func isStringNext(at offset: Int) -> Bool {
    guard let next = following, case .string = next.kind else { return false }
    return next.range.lowerBound == offset
  }

  /// Parses the comparison that a keyed word stands for: equal for tags and numbers, a part of the text for texts.
  ///
  /// - Throws: ``InvalidPredicate`` if the value is not one of the key's.
  mutating func parse(_ word: KeyedWord) throws(InvalidPredicate) -> Node {
    try advance()
    var literal = literal(of: word)
    if word.value.isEmpty, case .string(let string) = token.kind {
      literal = Literal(content: .string(string), range: token.range)
      try advance()
    }
    switch word.key.kind {
    case .text, .texts: return try node(draft(word, .contains), literal)
    case .tags:
      let whole = try node(draft(word, .equal), literal)
      let part = try node(draft(word, .contains), literal)
      return Node(.or([whole.predicate, part.predicate]), height: 2)
    case .number, .boolean, .enumeration, .date, .version: return try node(draft(word, .equal), literal)
    }
  }

  private func draft(_ word: KeyedWord, _ comparisonOperator: Comparison.Operator) -> Draft {
    return Draft(
      reference: .init(word.key), quantifier: word.key.isCollection ? .any : nil,
      comparisonOperator: comparisonOperator,
      options: word.key.isText ? [.ignoringCase, .ignoringAccents] : [], start: word.start, keyOffset: word.start,
      operatorOffset: word.start)
  }

  private func literal(of word: KeyedWord) -> Literal {
    let range = word.valueStart..<word.valueStart + word.value.utf8.count
    if word.key.isText { return Literal(content: .string(word.value), range: range) }
    guard lexer.isNumber(range), let number = Double(word.value) else {
      return Literal(content: .word(word.value), range: range)
    }
    return Literal(content: .number(number), range: range)
  }
}

extension Key {
  /// Whether a part of its text is asked for, and not a value.
  fileprivate var isText: Bool { kind == .text || kind == .texts || kind == .tags }
}
