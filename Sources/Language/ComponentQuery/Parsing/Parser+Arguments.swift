internal import ComponentModel

/// The arguments for `%@`, in the order of the text.
extension Parser {
  /// Takes the argument of the current `%@` and advances.
  mutating func takeArgument() throws(InvalidPredicate) -> (argument: ComponentPredicate.Argument, number: Int) {
    let offset = token.range.lowerBound
    guard let arguments else { throw Self.noArguments(lexer, at: offset) }
    guard argumentsTaken < arguments.count else {
      let count = Count.text(arguments.count, "argument")
      throw lexer.error("there is no argument \(argumentsTaken + 1) for this %@, only \(count)", at: offset)
    }
    let argument = arguments[argumentsTaken]
    argumentsTaken += 1
    try advance()
    return (argument, argumentsTaken)
  }

  /// The value of a `%@`.
  mutating func parseArgument() throws(InvalidPredicate) -> Literal {
    let range = token.range
    let (argument, number) = try takeArgument()
    guard case .list(let members) = argument else { return try literal(argument, number: number, at: range) }
    var literals: [Literal] = []
    literals.reserveCapacity(members.count)
    for member in members { literals.append(try literal(member, number: number, at: range)) }
    return Literal(content: .set(literals), range: range, argument: number)
  }

  private func literal(
    _ argument: ComponentPredicate.Argument, number: Int, at range: Range<Int>
  ) throws(InvalidPredicate) -> Literal {
    let content: Literal.Content
    switch argument {
    case .text(let text): content = .string(text)
    case .typed(let text): content = .typed(text)
    case .number(let value):
      guard value.isFinite else {
        throw error("nothing can be compared with \(value)", aboutArgument: number, at: range)
      }
      content = .number(value)
    case .flag(let flag): content = .word(flag ? "yes" : "no")
    case .null: content = .word("nil")
    case .list: throw error("a list holds values, not other lists", aboutArgument: number, at: range)
    }
    return Literal(content: content, range: range, argument: number)
  }

  /// Checks that no arguments are left over.
  func checkArgumentsAreTaken() throws(InvalidPredicate) {
    try Self.check(taken: argumentsTaken, of: arguments ?? [], in: lexer)
  }

  /// - Throws: an error at the end of the text if there are more arguments than `%@`.
  static func check(
    taken: Int, of arguments: [ComponentPredicate.Argument], in lexer: Lexer
  ) throws(InvalidPredicate) {
    guard taken < arguments.count else { return }
    throw lexer.error("there is no %@ for argument \(taken + 1)", at: lexer.bytes.count)
  }

  /// The error for a `%@` in a text without arguments.
  static func noArguments(_ lexer: Lexer, at offset: Int) -> InvalidPredicate {
    lexer.error(
      "%@ stands for an argument, but none is passed: write the value itself, or quotes around the text %@",
      at: offset)
  }

  /// The error for a `%@` in place of a key.
  func argumentAsKey(_ literal: Literal) -> InvalidPredicate {
    error("%@ stands for a value; keys are written out, as in name == %@", about: literal)
  }

  /// An error about a value; names the argument if it was passed instead of typed.
  func error(_ message: String, about literal: Literal, suggestion: String? = nil) -> InvalidPredicate {
    error(message, aboutArgument: literal.argument, at: literal.range, suggestion: suggestion)
  }

  private func error(
    _ message: String, aboutArgument number: Int?, at range: Range<Int>, suggestion: String? = nil
  ) -> InvalidPredicate {
    var error = lexer.error(message, at: range.lowerBound, suggestion: suggestion)
    error.argument = number
    return error
  }

  /// A value as typed, or as a passed one would be typed.
  func spelling(of literal: Literal) -> String {
    guard literal.argument != nil else { return lexer.spelling(literal.range) }
    switch literal.content {
    case .word(let word): return word
    case .string(let text): return printedString(text)
    case .typed(let text): return text
    case .number(let number): return printedNumber(number)
    case .set: return "{…}"
    }
  }
}
