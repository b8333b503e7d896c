import ComponentModel

/// How a text is read: as a predicate, or as plain words.
package enum TextReading: Hashable, Sendable {
  case predicate
  case words

  /// The reading of a text.
  ///
  /// It is a predicate if it has an operator of the language where one can stand (a sign anywhere, `LIKE` and its kind
  /// after a key, `CONTAINS` and its kind after any word), `~`, braces, `%@`, a constant, or `IN` with a name. Names of
  /// keys, quantifiers, connectives and parentheses make no predicate, because people search for them too (`class a amp`,
  /// `reverb or delay`).
  package init(of text: String) {
    var lexer = Lexer(text)
    lexer.takesLooseQuotes = true
    var context = Context()
    while true {
      // The parser of predicates reports what the lexer can't read.
      guard let token = try? lexer.next() else {
        self = .predicate
        return
      }
      if token.isEnd {
        self = .words
        return
      }
      if context.isPredicate(at: token, lexer) {
        self = .predicate
        return
      }
      context.append(token)
    }
  }

  /// The tokens before the current one, as far as they matter.
  private struct Context {
    private var previous: Token?
    private var beforePrevious: Token?

    mutating func append(_ token: Token) {
      beforePrevious = previous
      previous = token
    }

    /// Whether a token makes the text a predicate.
    func isPredicate(at token: Token, _ lexer: Lexer) -> Bool {
      switch token.kind {
      case .symbol, .modifiers, .tilde, .leftBrace, .rightBrace, .argument: true
      case .keyword(.truepredicate), .keyword(.falsepredicate): true
      case .keyword(.contains), .keyword(.beginswith), .keyword(.endswith): !isAtOperand || isAfterKey
      case .keyword(.like), .keyword(.matches), .keyword(.between): isAfterKey || comparesWithKey(lexer)
      case .keyword(.in): isAfterKey || comparesWithKey(lexer) || isAtOperand && namesSearch(lexer)
      // Few words are nearly operators, so that is asked first.
      case .word(let word): isNearOperator(word) && isAfterKey && beginsValue(lexer)
      default: false
      }
    }

    /// Whether a comparison could begin here.
    private var isAtOperand: Bool {
      if case .keyword(.not) = previous?.kind { return Self.isBeforeOperand(beforePrevious) }
      return Self.isBeforeOperand(previous)
    }

    private static func isBeforeOperand(_ token: Token?) -> Bool {
      switch token?.kind {
      case nil, .leftParenthesis, .keyword(.and), .keyword(.or), .keyword(.not): true
      default: false
      }
    }

    /// Whether a key is before the token, perhaps with a misplaced `NOT` between them.
    private var isAfterKey: Bool {
      if case .keyword(.not) = previous?.kind { return beforePrevious?.isKey == true }
      return previous?.isKey == true
    }

    /// Whether a key follows, as in `"Pear" IN name`.
    private func comparesWithKey(_ lexer: Lexer) -> Bool {
      var rest = lexer
      return !isAtOperand && (try? rest.next())?.isKey == true
    }

    /// Whether a name follows, as in `in live`: one in quotes, or a word without another one after it.
    private func namesSearch(_ lexer: Lexer) -> Bool {
      var rest = lexer
      guard let name = try? rest.next(), name.beginsValue, let next = try? rest.next() else { return false }
      if case .string = name.kind { return true }
      switch next.kind {
      case .end, .rightParenthesis, .keyword(.and), .keyword(.or), .keyword(.not): return true
      case .word(let word): return word.beginsWithDash
      default: return false
      }
    }

    /// Whether a value follows.
    private func beginsValue(_ lexer: Lexer) -> Bool {
      var rest = lexer
      return (try? rest.next())?.beginsValue == true
    }
  }
}

/// Whether a word is nearly an operator that is no word of everyday speech.
func isNearOperator(_ word: String) -> Bool {
  guard word.utf8.count >= 6, let first = word.utf8.first.map(\.loweredASCII) else { return false }
  let near: String
  switch first {
  case UInt8(ascii: "b"): near = "beginswith"
  case UInt8(ascii: "c"): near = "contains"
  case UInt8(ascii: "e"): near = "endswith"
  case UInt8(ascii: "m"): near = "matches"
  case UInt8(ascii: "s"): near = "startswith"
  default: return false
  }
  return nearest(to: word, in: [near]) != nil
}

extension Token {
  /// Whether the token is the name of a key.
  var isKey: Bool {
    if case .word(let word) = kind { Key.Reference(spelling: word) != nil } else { false }
  }
}

extension ComponentPredicate {
  /// The predicate that plain words nearly are (`tag drum`, `tag is drum`); nil unless one correction makes one of them.
  package static func nearestPredicate(to text: String) -> String? {
    guard TextReading(of: text) == .words, var parser = try? Parser(text, as: .predicate, arguments: nil, rules: nil)
    else {
      return nil
    }
    do throws(InvalidPredicate) {
      _ = try parser.parse()
      return nil
    } catch {
      guard let suggestion = error.suggestion, let column = error.column else { return nil }
      if isPredicate(suggestion) { return hasWords(of: text, suggestion) ? suggestion : nil }
      let corrected = replacingWord(at: column, of: text, with: suggestion)
      return isPredicate(corrected) ? corrected : nil
    }
  }

  /// Whether a text has all words of another.
  private static func hasWords(of text: String, _ other: String) -> Bool {
    func words(_ text: String) -> [Substring] { text.split { $0.isWhitespace || $0 == "\"" } }
    let found = words(other)
    return words(text).allSatisfy(found.contains)
  }

  private static func isPredicate(_ text: String) -> Bool {
    TextReading(of: text) == .predicate && (try? ComponentPredicate(parsing: text)) != nil
  }

  /// A text with the word at a column replaced.
  private static func replacingWord(at column: Int, of text: String, with word: String) -> String {
    let start = text.index(text.startIndex, offsetBy: column - 1, limitedBy: text.endIndex) ?? text.endIndex
    return text[..<start] + word + text[start...].drop { !$0.isWhitespace }
  }
}
