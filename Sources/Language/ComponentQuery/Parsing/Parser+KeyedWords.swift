import ComponentModel

/// Words of the form `key:value`, as in search engines.
extension Parser {
  /// A word with a colon whose first part is a key.
  struct KeyedWord {
    var key: Key
    /// The value in the word; empty if the value is the token that follows.
    var value: String
    /// The offset of the word, without the sign before it.
    var start: Int
    /// The offset of the value.
    var valueStart: Int
    /// How many tokens come before the value: the key, and a colon that stands alone.
    var tokens = 1
    /// Whether there is a space beside the colon, so that it may be punctuation.
    var isLoose = false
  }

  /// A bare word as `key:value`; nil for any other, such as a URI. The value may be the string directly after the
  /// colon, and there may be spaces beside the colon.
  func keyedWord(_ word: Substring, at start: Int) -> KeyedWord? {
    guard let colon = word.utf8.firstIndex(of: UInt8(ascii: ":")) else { return wordBeforeColon(word, at: start) }
    guard colon != word.startIndex, let key = key(beforeColon: String(word[..<colon])) else { return nil }
    let value = String(word[word.utf8.index(after: colon)...])
    let valueStart = start + word.utf8.count - value.utf8.count
    if value.hasPrefix("//") { return nil }
    var keyed = KeyedWord(key: key, value: value, start: start, valueStart: valueStart)
    guard value.isEmpty else { return keyed }
    guard let next = following, next.isWordOrString else { return nil }
    keyed.isLoose = next.range.lowerBound != valueStart
    return keyed
  }

  /// The key before a colon that stands alone: `name : hall`.
  private func wordBeforeColon(_ word: Substring, at start: Int) -> KeyedWord? {
    guard isBeforeColon, let value = lexer[index + 2], value.isWordOrString, let key = key(beforeColon: String(word))
    else { return nil }
    return KeyedWord(
      key: key, value: "", start: start, valueStart: value.range.lowerBound, tokens: 2, isLoose: true)
  }

  /// Whether a colon that stands alone follows, perhaps after spaces.
  private var isBeforeColon: Bool {
    guard let next = following, case .word(":") = next.kind else { return false }
    return lexer.bytes[token.range.upperBound..<next.range.lowerBound].allSatisfy { $0 == 0x20 }
  }

  /// Checks that a word which is a key and a colon has its value after it.
  func checkValueFollows(_ word: Substring, at start: Int) throws(InvalidPredicate) {
    var (rest, name, end) = (index + 1, word, start + word.utf8.count)
    if word.utf8.last == UInt8(ascii: ":") {
      name = word.dropLast()
    } else {
      guard isBeforeColon, !word.utf8.contains(UInt8(ascii: ":")), lexer[rest + 1]?.isEnd == true else { return }
      end = lexer.tokens[rest].range.upperBound
      rest += 1
    }
    guard let key = key(beforeColon: String(name)), let next = lexer[rest], !next.isValueOfKey else { return }
    let example = "\(name):\(key.exampleValue)"
    throw lexer.error("there is no value after `\(name):`", at: end, remedy: "write one, as in `\(example)`")
  }

  private func key(beforeColon name: String) -> Key? {
    Key.Reference(spelling: name)?.isCount == true ? nil : Key.searched(by: name)
  }

  /// Parses a keyed word. Nil if a space stands beside its colon and what follows isn't a value of the key: then these
  /// are plain words.
  ///
  /// - Throws: ``InvalidPredicate`` if the value after the colon is not one of the key's.
  mutating func parseKeyed(_ word: KeyedWord) throws(InvalidPredicate) -> Node? {
    guard word.isLoose else { return try parse(word) }
    var attempt = self
    guard let node = try? attempt.parse(word) else { return nil }
    self = attempt
    return node
  }

  /// Parses the comparison that a keyed word stands for: for texts, the value is a part; for tags, a part or the whole;
  /// for all others, it is equal.
  ///
  /// - Throws: ``InvalidPredicate`` if the value is not one of the key's.
  private mutating func parse(_ word: KeyedWord) throws(InvalidPredicate) -> Node {
    for _ in 0..<word.tokens { try advance() }
    let literal = word.value.isEmpty ? try literalAfterColon(word) : literal(of: word)
    let node = try node(word, literal)
    if keyedWords != nil {
      let spelling = lexer.spelling(word.start..<literal.range.upperBound)
      keyedWords?[node.predicate] = spelling
    }
    return node
  }

  private func node(_ word: KeyedWord, _ literal: Literal) throws(InvalidPredicate) -> Node {
    switch word.key.kind {
    case .text, .texts: return try node(draft(word, .contains), literal)
    case .tags:
      let whole = try node(draft(word, .equal), literal)
      let part = try node(draft(word, .contains), literal)
      return Node(.or([whole.predicate, part.predicate]), height: 2)
    case .enumeration: return try node(draft(word, .equal), meant(literal, of: word.key))
    case .number, .boolean, .date, .version, .ranges: return try node(draft(word, .equal), literal)
    }
  }

  /// The enumeration value that an unknown word probably means.
  private func meant(_ literal: Literal, of key: Key) -> Literal {
    let typed = letters(of: literal)
    guard key.enumerationValue(spelt: typed) == nil, let meant = key.value(meantBy: typed) else { return literal }
    return Literal(content: .word(meant), range: literal.range)
  }

  /// The value that is a token of its own.
  private mutating func literalAfterColon(_ word: KeyedWord) throws(InvalidPredicate) -> Literal {
    var word = word
    word.value = lexer.spelling(token.range)
    word.valueStart = token.range.lowerBound
    var literal = literal(of: word)
    if case .string(let string) = token.kind { literal = Literal(content: .string(string), range: token.range) }
    try advance()
    return literal
  }

  private func draft(_ word: KeyedWord, _ comparisonOperator: Comparison.Operator) -> Draft {
    return Draft(
      reference: .init(word.key), quantifier: word.key.isWholeList ? .any : nil,
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

extension ComponentPredicate {
  /// The meanings of the words with a key in a text, such as `by:calf`, each with the form in which it is written.
  package static func keyedWords(in text: String) -> [ComponentPredicate: String] {
    guard text.utf8.contains(UInt8(ascii: ":")) else { return [:] }
    guard var parser = try? Parser(Lexer(text, takesLooseQuotes: true)) else { return [:] }
    parser.keyedWords = [:]
    _ = try? parser.parse()
    return parser.keyedWords ?? [:]
  }
}

extension Key {
  /// Whether a part of its text is asked for, and not a whole value.
  fileprivate var isText: Bool { kind == .text || kind == .texts || kind == .tags }
}

extension Token {
  /// Whether it can be the value after a key and its colon.
  fileprivate var isValueOfKey: Bool {
    switch kind {
    case .string(let text): !text.isEmpty
    case .argument: true
    default: isWordOrString
    }
  }

  /// Whether it is a string, a number, or a word that excludes nothing.
  fileprivate var isWordOrString: Bool {
    switch kind {
    case .string, .number: true
    case .word(let word): word != ":" && !word.beginsWithDash
    default: false
    }
  }
}
