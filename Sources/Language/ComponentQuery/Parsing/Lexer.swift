import ComponentModel

/// A text and its tokens, which are found once: readers look at them by index.
///
/// It works on UTF-8 bytes. All of the language's syntax is ASCII; any other character belongs to a word.
struct Lexer {
  let text: String
  let bytes: [UInt8]
  /// The tokens, with `.end` as the last one, or those before what can't be read.
  private(set) var tokens: [Token] = []
  /// Why the text can't be read to its end.
  private(set) var failure: InvalidPredicate?
  /// Offset of the next byte.
  var position = 0
  /// Whether a quote that nothing closes belongs to a word, instead of being an error.
  let takesLooseQuotes: Bool
  /// Whether the text has a quote that nothing closes, or an escape that would be an error without loose quotes.
  var hasLooseQuotes = false
  /// The quotes, typographic and ASCII, that nothing closes from here on.
  var unclosedQuotes: [Unicode.Scalar] = []
  /// Whether the previous token was an operator, so that a bracket begins modifiers, not a word.
  private(set) var isAfterOperator = false

  init(_ text: String, takesLooseQuotes: Bool = false) {
    self.text = text
    self.takesLooseQuotes = takesLooseQuotes
    bytes = Array(text.utf8)
    do throws(InvalidPredicate) {
      repeat {
        let token = try next()
        tokens.append(token)
      } while tokens.last?.isEnd == false
    } catch {
      failure = error
    }
  }

  /// The same text, read without loose quotes.
  var strict: Lexer { hasLooseQuotes ? Lexer(text) : self }

  /// A token, `.end` beyond the last one; nil if it can't be read.
  subscript(index: Int) -> Token? { index < tokens.count ? tokens[index] : failure == nil ? tokens.last : nil }

  private mutating func next() throws(InvalidPredicate) -> Token {
    skipWhiteSpace()
    let start = position
    guard start < bytes.count else { return Token(kind: .end, range: start..<start) }
    let kind = try scan(bytes[start])
    let token = Token(kind: kind, range: start..<position)
    isAfterOperator = token.comparisonOperator != nil
    return token
  }

  /// The source text of a range.
  func spelling(_ range: Range<Int>) -> String { String(decoding: bytes[range], as: UTF8.self) }

  /// An error at a byte of the text. Overlong suggestions are dropped.
  func error(
    _ message: String, at offset: Int, suggestion: String? = nil, remedy: String? = nil
  ) -> InvalidPredicate {
    let shown = suggestion.flatMap { $0.utf8.count <= 200 ? $0 : nil }
    return InvalidPredicate(message, column: column(at: offset), suggestion: shown, remedy: remedy)
  }

  /// The column of a byte, in characters from 1.
  func column(at offset: Int) -> Int { text[..<text.utf8.index(text.startIndex, offsetBy: offset)].count + 1 }

  private mutating func scan(_ byte: UInt8) throws(InvalidPredicate) -> Token.Kind {
    switch byte {
    case UInt8(ascii: "("): return take(1, .leftParenthesis)
    case UInt8(ascii: ")"): return take(1, .rightParenthesis)
    case UInt8(ascii: "{"): return take(1, .leftBrace)
    case UInt8(ascii: "}"): return take(1, .rightBrace)
    case UInt8(ascii: ","): return take(1, .comma)
    case UInt8(ascii: "\""), UInt8(ascii: "'"):
      return takesLooseQuotes ? looseString(quote: byte) ?? word() : .string(try string(quote: byte))
    case UInt8(ascii: "="), UInt8(ascii: "<"), UInt8(ascii: ">"): return symbol()
    case UInt8(ascii: "!"): return follows("=") ? symbol() : take(1, .keyword(.not))
    case UInt8(ascii: "&") where follows("&"): return take(2, .keyword(.and))
    case UInt8(ascii: "|") where follows("|"): return take(2, .keyword(.or))
    case UInt8(ascii: "[") where isAfterOperator: return .modifiers(try modifiers())
    case UInt8(ascii: "~"): return take(1, .tilde)
    case UInt8(ascii: "%") where follows("@"): return take(2, .argument)
    default: return try typographicString() ?? word()
    }
  }

  /// Whether the byte after the current one is `character`.
  func follows(_ character: Unicode.Scalar) -> Bool {
    position + 1 < bytes.count && bytes[position + 1] == UInt8(ascii: character)
  }

  private mutating func take(_ count: Int, _ kind: Token.Kind) -> Token.Kind {
    position += count
    return kind
  }

  /// Reads one of `= == =< => != < <= <> > >=`.
  private mutating func symbol() -> Token.Kind {
    let pair = String(decoding: bytes[position..<min(position + 2, bytes.count)], as: UTF8.self)
    switch pair {
    case "==": return take(2, .symbol(.equal))
    case "!=", "<>": return take(2, .symbol(.notEqual))
    case "<=", "=<": return take(2, .symbol(.lessOrEqual))
    case ">=", "=>": return take(2, .symbol(.greaterOrEqual))
    default: break
    }
    switch bytes[position] {
    case UInt8(ascii: "<"): return take(1, .symbol(.less))
    case UInt8(ascii: ">"): return take(1, .symbol(.greater))
    default: return take(1, .symbol(.equal))
    }
  }

  private mutating func modifiers() throws(InvalidPredicate) -> TextOptions {
    var options: TextOptions = []
    var index = position + 1
    scanning: while index < bytes.count {
      switch bytes[index].loweredASCII {
      case UInt8(ascii: "c"): options.insert(.ignoringCase)
      case UInt8(ascii: "d"): options.insert(.ignoringAccents)
      default: break scanning
      }
      index += 1
    }
    guard index < bytes.count, bytes[index] == UInt8(ascii: "]"), !options.isEmpty else {
      throw error("unknown modifier; use [c] (ignore case), [d] (ignore accents) or [cd]", at: position)
    }
    position = index + 1
    return options
  }
}
