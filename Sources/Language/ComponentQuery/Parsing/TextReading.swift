import ComponentModel

/// How a text is read: as a predicate, or as plain words.
package enum TextReading: Hashable, Sendable {
  case predicate
  case words

  /// The reading of a text.
  ///
  /// It is a predicate if it has an operator of the language where one can stand (a sign anywhere, `LIKE` and its kind
  /// after a key, `CONTAINS` and its kind after any word), `~`, braces, `%@`, a constant, or `IN` with a name. Names of
  /// keys, quantifiers, connectives and parentheses make no predicate, because people search for them too (`class a
  /// amp`, `reverb or delay`).
  package init(of text: String) { self = Lexer(text, takesLooseQuotes: true).reading }
}

extension Lexer {
  /// How the text is read if its quotes are loose.
  var reading: TextReading {
    // The parser of predicates reports what can't be read.
    failure != nil || tokens.indices.contains(where: makesPredicate) ? .predicate : .words
  }

  /// Whether a token makes the text a predicate.
  private func makesPredicate(at index: Int) -> Bool {
    switch tokens[index].kind {
    case .symbol, .modifiers, .tilde, .leftBrace, .rightBrace, .argument: true
    case .keyword(.truepredicate), .keyword(.falsepredicate): true
    case .keyword(.contains), .keyword(.beginswith), .keyword(.endswith): !isOperand(at: index) || isAfterKey(index)
    case .keyword(.like), .keyword(.matches), .keyword(.between): isAfterKey(index) || comparesWithKey(at: index)
    case .keyword(.in):
      isAfterKey(index) || comparesWithKey(at: index) || isOperand(at: index) && namesSearch(at: index)
    // Few words are nearly operators, so that is asked first.
    case .word(let word): isNearOperator(word) && isAfterKey(index) && self[index + 1]?.beginsValue == true
    default: false
    }
  }

  /// The token before another one, perhaps with a `NOT` between them.
  private func token(before index: Int) -> Token? {
    let previous = index > 0 ? tokens[index - 1] : nil
    if case .keyword(.not) = previous?.kind { return index > 1 ? tokens[index - 2] : nil }
    return previous
  }

  /// Whether a comparison could begin at a token.
  private func isOperand(at index: Int) -> Bool {
    switch token(before: index)?.kind {
    case nil, .leftParenthesis, .keyword(.and), .keyword(.or), .keyword(.not): true
    default: false
    }
  }

  private func isAfterKey(_ index: Int) -> Bool { token(before: index)?.isKey == true }

  /// Whether a key follows, as in `"Pear" IN name`.
  private func comparesWithKey(at index: Int) -> Bool { !isOperand(at: index) && self[index + 1]?.isKey == true }

  /// Whether a name follows, as in `in live`: one in quotes, or a word without another one after it.
  private func namesSearch(at index: Int) -> Bool {
    guard let name = self[index + 1], name.beginsValue, let next = self[index + 2] else { return false }
    if case .string = name.kind { return true }
    switch next.kind {
    case .end, .rightParenthesis, .keyword(.and), .keyword(.or), .keyword(.not): return true
    case .word(let word): return word.beginsWithDash
    default: return false
    }
  }
}

/// Whether a word is nearly an operator that isn't a word of everyday speech.
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
  /// The predicate that plain words nearly are (`tag drum`, `tag is drum`); nil unless a single correction turns them
  /// into one.
  package static func nearestPredicate(to text: String) -> String? {
    let lexer = Lexer(text, takesLooseQuotes: true)
    guard lexer.reading == .words, var parser = try? Parser(lexer, as: .predicate) else { return nil }
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

  /// `text` with the word at a column replaced.
  private static func replacingWord(at column: Int, of text: String, with word: String) -> String {
    let start = text.index(text.startIndex, offsetBy: column - 1, limitedBy: text.endIndex) ?? text.endIndex
    return text[..<start] + word + text[start...].drop { !$0.isWhitespace }
  }
}
