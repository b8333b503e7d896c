import ComponentModel

/// Plain words: a search without a comparison, and words among comparisons.
extension Parser {
  // MARK: Words alone

  /// Parses the whole text as plain words, in which hardly anything is an error: a connective without an operand, an
  /// unbalanced parenthesis and punctuation are passed over.
  ///
  /// - Throws: ``InvalidPredicate`` for a value that `key:value` can't have, and for too many levels.
  mutating func parseWholeWords() throws(InvalidPredicate) -> ComponentPredicate {
    let hasGroups = hasBalancedParentheses()
    while !token.isEnd { try parseToken(hasGroups: hasGroups) }
    try checkArgumentsAreTaken()
    if !groups[0].isEmpty {
      let predicate = groups[0].closed().predicate
      return lexer.bytes.contains(UInt8(ascii: "(")) ? predicate : predicate.excludingFromAll
    }
    // There is nothing but connectives and punctuation, so these are what is looked for.
    let words = spelledWords()
    if let parenthesis = onlyParenthesis() {
      throw lexer.error("there is nothing to search for besides parentheses", at: parenthesis)
    }
    return words.isEmpty ? .constant(true) : .text(words)
  }

  /// The offset of the first parenthesis, if the text consists of nothing but parentheses, connectives and commas.
  private func onlyParenthesis() -> Int? {
    var first: Int?
    for token in lexer.tokens {
      switch token.kind {
      case .leftParenthesis, .rightParenthesis: first = first ?? token.range.lowerBound
      case .keyword, .comma, .end: break
      default: return nil
      }
    }
    return first
  }

  private mutating func parseToken(hasGroups: Bool) throws(InvalidPredicate) {
    let last = groups.count - 1
    switch token.kind {
    case .keyword(.and), .comma: break
    case .keyword(.or), .word("|"): if !groups[last].isAtOperand { endConjunction() }
    case .keyword(.not): try negate()
    case .word(let word) where word.isDash: if isSign(word) { try negate() }
    case .leftParenthesis where hasGroups:
      try nest()
      groups.append(Group(start: token.range.lowerBound))
    case .rightParenthesis where hasGroups:
      try advance()
      return try closeWordGroup()
    case .leftParenthesis, .rightParenthesis: break
    default: return try parseWord()
    }
    try advance()
  }

  /// Begins a negation, or ends the one before: `not not` means nothing.
  mutating func negate() throws(InvalidPredicate) {
    let last = groups.count - 1
    if groups[last].negations > 0 {
      groups[last].negations -= 1
      unnest()
    } else {
      try nest()
      groups[last].negations += 1
    }
  }

  private mutating func dropNegations() {
    let last = groups.count - 1
    for _ in 0..<groups[last].negations { unnest() }
    groups[last].negations = 0
  }

  private mutating func endConjunction() {
    dropNegations()
    groups[groups.count - 1].closeConjunction()
  }

  private mutating func closeWordGroup() throws(InvalidPredicate) {
    dropNegations()
    guard groups.count > 1, let group = groups.popLast() else { return }
    unnest()
    if group.isEmpty { dropNegations() } else { try complete(group.closed()) }
  }

  private func hasBalancedParentheses() -> Bool {
    guard lexer.bytes.contains(UInt8(ascii: "(")) else { return false }
    var depth = 0
    for token in lexer.tokens {
      switch token.kind {
      case .leftParenthesis: depth += 1
      case .rightParenthesis: depth -= 1
      default: break
      }
      if depth < 0 { return false }
    }
    return depth == 0
  }

  /// The tokens of the text as words.
  private func spelledWords() -> [String] {
    var words: [String] = []
    for token in lexer.tokens {
      switch token.kind {
      case .comma, .end: break
      case .string(let string): if !string.isEmpty { words.append(string) }
      default: words.append(lexer.spelling(token.range))
      }
    }
    return words
  }

  // MARK: One word

  /// Parses a plain word with the signs before it, or a phrase: a dash excludes what follows, and `+` means nothing.
  /// Punctuation is passed over.
  mutating func parseWord() throws(InvalidPredicate) {
    if case .string(let string) = token.kind {
      try advance()
      return string.isEmpty ? () : try complete(Node(bareText: [string]))
    }
    if try parseQuantity() { return }
    let spelling = lexer.spelling(token.range)
    var word = spelling[...]
    if isSign(spelling) { try negate() }
    if isSign(spelling) || spelling.utf8.first == UInt8(ascii: "+") { word.unicodeScalars.removeFirst() }
    if let channels = ChannelNotation(word) {
      try advance()
      let predicate = try ComponentPredicate(parsing: channels.predicate)
      if case .comparison = predicate { return try complete(Node(predicate)) }
      return try complete(Node(predicate, height: 2))
    }
    let start = token.range.upperBound - word.utf8.count
    if needsValues { try checkValueFollows(word, at: start) }
    if let keyed = keyedWord(word, at: start), let node = try parseKeyed(keyed) { return try complete(node) }
    try advance()
    word = Self.withoutQuotes(word)
    if Self.isSpeakable(word) { try complete(Node(bareText: [String(word)])) }
  }

  /// Whether a word begins with a dash that excludes what follows: nothing may stand between them.
  func isSign(_ word: String) -> Bool {
    guard word.beginsWithDash, !word.hasPrefix("->") else { return false }
    guard word.isDash else { return !Substring(word.unicodeScalars.dropFirst()).beginsWithDash }
    guard let next = following, next.range.lowerBound == token.range.upperBound else { return false }
    switch next.kind {
    case .string, .leftParenthesis: return true
    default: return false
    }
  }

  /// A word without the unclosed quotes around it.
  private static func withoutQuotes(_ word: Substring) -> Substring {
    var word = word
    while let first = word.unicodeScalars.first, isQuote(first) { word.removeFirst() }
    while let last = word.unicodeScalars.last, isQuote(last) { word.removeLast() }
    return word
  }

  private static func isQuote(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar {
    case "\"", "'", "“", "”", "„", "‟", "‘", "’", "‚", "«", "»": true
    default: false
    }
  }

  /// Whether a word has a letter, a digit or a symbol such as ★, and not only punctuation.
  private static func isSpeakable(_ word: Substring) -> Bool {
    if word.utf8.contains(where: \.isASCIILetterOrDigit) { return true }
    return word.unicodeScalars.contains { scalar in
      let properties = scalar.properties
      return !scalar.isASCII
        && (properties.isAlphabetic || properties.numericType != nil || properties.generalCategory == .otherSymbol)
    }
  }

  // MARK: Words among comparisons

  /// Whether the current token is a plain word: no key, and no operator after it that would make it a key or a value.
  var isPlainWord: Bool {
    switch token.kind {
    case .word(let word):
      if isMarked(word) { return true }
      if Key.Reference(spelling: word) != nil || !Self.isSpeakable(word[...]) { return false }
      return !isCompared && Self.quantifier(meantBy: word, before: following) == nil
    case .string(let string): return !string.isEmpty && !isCompared
    case .number: return !isCompared
    // `all pass` is a phrase; before a key it is a quantifier.
    case .keyword(let keyword): return keyword.quantifier != nil && isBeforeWord
    default: return false
    }
  }

  /// Whether a word follows that isn't a key.
  private var isBeforeWord: Bool {
    if case .word(let word) = following?.kind { Key.Reference(spelling: word) == nil } else { false }
  }

  /// Whether an operator follows the current token.
  private var isCompared: Bool { following?.comparisonOperator != nil }

  /// Whether a word has a sign before it or a key in it, or states channels, so that it can't be a part of the value
  /// before it.
  func isMarked(_ word: String) -> Bool {
    if isSign(word) { return word.isDash || Self.isSpeakable(word.dropFirst()) }
    return ChannelNotation(word) != nil || keyedWord(word[...], at: token.range.lowerBound) != nil
  }

  /// Whether an operand begins here, which is joined to the one before as if by `AND`.
  var beginsOperand: Bool {
    if misspeltConnective() != nil { return false }
    switch token.kind {
    case .word(let word): return isPlainWord || isCompared || Key.Reference(spelling: word) != nil
    case .number, .string: return isPlainWord || isCompared
    case .keyword(.not), .leftParenthesis, .tilde: return true
    case .keyword(let keyword): return keyword.quantifier != nil
    default: return false
    }
  }

  /// Whether the current token, between plain words, means nothing, or means `or` as `|` does.
  var separatesWords: Bool {
    switch token.kind {
    case .comma: true
    case .word(let word): !Self.isSpeakable(word[...]) && !isSign(word)
    default: false
    }
  }
}

extension ComponentPredicate {
  /// If only the last alternative has exclusions, at its end, they apply to all alternatives, as in "delay or echo not
  /// stereo".
  fileprivate var excludingFromAll: ComponentPredicate {
    guard case .or(var alternatives) = self, case .and(let operands)? = alternatives.popLast() else { return self }
    let kept = operands.prefix { !$0.isExclusion }
    let excluded = operands.dropFirst(kept.count)
    guard !kept.isEmpty, excluded.allSatisfy(\.isExclusion), !alternatives.contains(where: \.hasExclusion) else {
      return self
    }
    return .conjunction([.disjunction(alternatives + [.conjunction(Array(kept))])] + excluded)
  }

  private var isExclusion: Bool { if case .not = self { true } else { false } }

  private var hasExclusion: Bool {
    if case .and(let operands) = self { operands.contains(where: \.isExclusion) } else { isExclusion }
  }
}
