public import ComponentModel

extension ComponentPredicate {
  /// Parses a predicate, or plain words. An empty text is true of everything.
  ///
  /// The tree is canonical: chains are flat, keys are on the left, spellings are unified. Printing and parsing it gives
  /// the same tree. `rules`, if given, checks the expressions of `MATCHES` here, where their column is known; else they
  /// are checked when the predicate is prepared.
  ///
  /// - Throws: ``InvalidPredicate`` with the column of what is wrong.
  public init(parsing text: String, rules: (any TextRules)? = nil) throws(InvalidPredicate) {
    try self.init(text, arguments: nil, rules: rules)
  }

  /// Parses a predicate in which each `%@` stands for the next one of `arguments`.
  ///
  /// An argument is a value and never becomes a part of the text, so that a name with quotes in it, or one that reads
  /// like a predicate, is only ever a name. `%@` stands where a value can: after an operator, in braces, on the left of
  /// an operator with a key on its right, after `~` (the words of a text, or a list of words, each unchanged) and after
  /// `in`. Inside quotes it is text. It never stands for a key or an operator.
  ///
  /// - Throws: ``InvalidPredicate`` with the column of the `%@` whose argument is missing or does not fit its key, and
  ///   at the end of the text if arguments are left over.
  public init(
    parsing text: String, arguments: [any PredicateArgument], rules: (any TextRules)? = nil
  ) throws(InvalidPredicate) {
    let arguments = arguments.map(\.predicateArgument)
    guard arguments.reduce(0, { $0 + $1.size }) <= Self.sizeLimit else {
      throw InvalidPredicate("the arguments of the predicate are larger than \(Self.sizeLimit >> 20) MiB")
    }
    try self.init(text, arguments: arguments, rules: rules)
  }

  /// Parses a complete typed text, with values for `%@` if there are any: a key and a colon need a value after them. A
  /// text that is still being typed may yet get one, and a saved search may have been saved without one.
  ///
  /// - Throws: ``InvalidPredicate``.
  package init(
    typed text: String, arguments: [any PredicateArgument], rules: (any TextRules)? = nil
  ) throws(InvalidPredicate) {
    let arguments = arguments.isEmpty ? nil : arguments.map(\.predicateArgument)
    try self.init(text, arguments: arguments, needsValues: true, rules: rules)
  }

  private init(
    _ text: String, arguments: [Argument]?, needsValues: Bool = false, rules: (any TextRules)?
  ) throws(InvalidPredicate) {
    guard text.utf8.count <= Self.sizeLimit else {
      throw InvalidPredicate("the predicate is larger than \(Self.sizeLimit >> 20) MiB")
    }
    var text = text
    text.makeContiguousUTF8()
    var parser = try Parser(Lexer(text, takesLooseQuotes: true), arguments: arguments, rules: rules)
    parser.needsValues = needsValues
    self = try parser.parse()
  }
}

/// Reads the connectives of a predicate: `NOT` binds more tightly than `AND`, and `AND` than `OR`. Operands side by
/// side are joined as if by `AND`. A text of only plain words has the same connectives and a more lenient loop:
/// `parseWholeWords`.
///
/// Open groups are in an array instead of on the call stack, so that no text can overflow that.
struct Parser {
  let lexer: Lexer
  private let reading: TextReading
  /// The number of the current token.
  private(set) var index = -1
  private(set) var token = Token(kind: .end, range: 0..<0)
  let rules: (any TextRules)?
  /// The arguments for `%@`; nil for a typed text.
  let arguments: [ComponentPredicate.Argument]?
  /// The number of `%@` read so far.
  var argumentsTaken = 0
  /// The open groups, the innermost one last; the first is the whole text.
  var groups: [Group]
  /// The meanings of words with a key, each with its typed form; nil if they are not needed.
  var keyedWords: [ComponentPredicate: String]?
  /// Whether a key and a colon need a value after them.
  var needsValues = false
  /// Whether the last operand was a plain word.
  private var isAfterWord = false
  /// The number of open parentheses and `NOT`s.
  private var nesting = 0

  /// - Parameters:
  ///   - lexer: one that takes loose quotes.
  ///   - reading: how to read the text; nil to decide that from the text.
  init(
    _ lexer: Lexer, as reading: TextReading? = nil, arguments: [ComponentPredicate.Argument]? = nil,
    rules: (any TextRules)? = nil
  ) throws(InvalidPredicate) {
    self.reading = reading ?? lexer.reading
    self.lexer = self.reading == .words ? lexer : lexer.strict
    self.arguments = arguments
    self.rules = rules
    groups = [Group(start: 0)]
    try advance()
  }

  /// Advances to the next token.
  mutating func advance() throws(InvalidPredicate) {
    index += 1
    if let next = lexer[index] { token = next } else if let failure = lexer.failure { throw failure }
  }

  /// The token after the current one; nil if it can't be read.
  var following: Token? { lexer[index + 1] }

  /// The tree of the whole text.
  mutating func parse() throws(InvalidPredicate) -> ComponentPredicate {
    if reading == .words { return try parseWholeWords() }
    while true {
      try parseOperand()
      if let predicate = try parseConnective() { return predicate }
    }
  }

  /// Opens parentheses and `NOT`s up to the next comparison, and parses that.
  private mutating func parseOperand() throws(InvalidPredicate) {
    while true {
      switch token.kind {
      case .keyword(.not):
        try nest()
        groups[groups.count - 1].negations += 1
      case .leftParenthesis:
        try nest()
        groups.append(Group(start: token.range.lowerBound))
      case .keyword(.truepredicate), .keyword(.falsepredicate):
        let isTrue = if case .keyword(.truepredicate) = token.kind { true } else { false }
        try advance()
        return try complete(Node(.constant(isTrue)))
      case .keyword(.in):
        return try complete(Node(try parseSaved()))
      case .tilde:
        return try complete(Node(try parseWords()))
      case .word(let word) where word.isDash && isSign(word):
        try negate()
      default:
        return isPlainWord ? try parseWord() : try complete(try parseComparison())
      }
      try advance()
    }
  }

  /// Closes parentheses up to the next connective. Returns the tree at the end of the text.
  private mutating func parseConnective() throws(InvalidPredicate) -> ComponentPredicate? {
    while true {
      switch token.kind {
      case .keyword(.and):
        try advance()
        return nil
      case .keyword(.or):
        groups[groups.count - 1].closeConjunction()
        try advance()
        return nil
      case .rightParenthesis:
        try closeGroup()
      case .end:
        guard groups.count == 1 else {
          throw lexer.error("unbalanced parenthesis: the ( here has no )", at: groups[groups.count - 1].start)
        }
        try checkArgumentsAreTaken()
        return groups[0].closed().predicate
      case _ where isAfterWord && separatesWords:
        if case .word("|") = token.kind { groups[groups.count - 1].closeConjunction() }
        try advance()
      default:
        guard beginsOperand else { throw leftOver() }
        return nil
      }
    }
  }

  /// Counts the beginning of a group, or a `NOT`.
  mutating func nest() throws(InvalidPredicate) {
    nesting += 1
    guard nesting < ComponentPredicate.depthLimit else { throw tooDeep() }
  }

  /// Takes back the count of a group that ends, or of a `NOT` without an operand.
  mutating func unnest() { nesting -= 1 }

  private mutating func closeGroup() throws(InvalidPredicate) {
    guard groups.count > 1, let group = groups.popLast() else {
      throw lexer.error("unbalanced parenthesis: there is no ( for the ) here", at: token.range.lowerBound)
    }
    unnest()
    try advance()
    try complete(group.closed())
  }

  /// Adds an operand to the innermost group, with the `NOT`s before it.
  mutating func complete(_ operand: Node) throws(InvalidPredicate) {
    let negations = groups[groups.count - 1].negations
    nesting -= negations
    isAfterWord = operand.isBareText
    groups[groups.count - 1].append(operand)
    guard groups[groups.count - 1].height <= ComponentPredicate.depthLimit else { throw tooDeep() }
  }

  private func tooDeep() -> InvalidPredicate {
    lexer.error(
      "the predicate is nested deeper than \(ComponentPredicate.depthLimit) levels", at: token.range.lowerBound)
  }
}
