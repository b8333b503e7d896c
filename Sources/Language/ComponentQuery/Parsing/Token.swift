import ComponentModel

/// A keyword of the query language. The raw value is its spelling in lower case.
enum Keyword: String {
  case and, or, not, any, some, all, none
  case contains, beginswith, endswith, like, matches, `in`, between
  case truepredicate, falsepredicate

  /// The letters that a keyword may begin with.
  static let initials = Set("aonscbelmitf".utf8)

  /// The keyword's operator, if it has one.
  var comparisonOperator: Comparison.Operator? {
    switch self {
    case .contains: .contains
    case .beginswith: .beginsWith
    case .endswith: .endsWith
    case .like: .like
    case .matches: .matches
    case .in: .in
    case .between: .between
    default: nil
    }
  }

  /// The keyword's quantifier, if it has one. `SOME` is a synonym of `ANY`.
  var quantifier: Comparison.Quantifier? {
    switch self {
    case .any, .some: .any
    case .all: .all
    case .none: Comparison.Quantifier.none
    default: nil
    }
  }
}

/// One token of a predicate's text.
struct Token {
  enum Kind {
    /// A bare word: a key, a value, or a word of free text.
    case word(String)
    /// A bare word that is a number.
    case number(Double)
    /// A quoted text, without its quotes and escapes.
    case string(String)
    case keyword(Keyword)
    /// `==`, `<` and the like.
    case symbol(Comparison.Operator)
    /// `[c]`, `[d]`, `[cd]`; only after an operator.
    case modifiers(TextOptions)
    case leftParenthesis, rightParenthesis, leftBrace, rightBrace, comma
    /// `~`, before free text.
    case tilde
    /// `%@`, the placeholder of an argument.
    case argument
    case end
  }

  let kind: Kind
  /// The token's range, in UTF-8 bytes.
  let range: Range<Int>

  /// The token's operator, if it has one.
  var comparisonOperator: Comparison.Operator? {
    switch kind {
    case .symbol(let symbol): symbol
    case .keyword(let keyword): keyword.comparisonOperator
    default: nil
    }
  }

  var isComma: Bool { if case .comma = kind { true } else { false } }

  var isEnd: Bool { if case .end = kind { true } else { false } }

  /// Whether the token begins a value.
  var beginsValue: Bool {
    switch kind {
    case .word, .number, .string, .leftBrace, .argument: true
    default: false
    }
  }

  /// Whether the token could be a word of free text.
  var isPlain: Bool {
    switch kind {
    case .word, .number, .string, .comma, .end: true
    default: false
    }
  }
}

/// The dashes that exclude the word directly after them.
extension StringProtocol {
  /// Whether it begins with a dash: ASCII's, or one that editors, phones and web pages put in its place.
  package var beginsWithDash: Bool {
    guard let byte = utf8.first, byte == UInt8(ascii: "-") || byte >= 0xE2 else { return false }
    return unicodeScalars.first.map(\.isDash) == true
  }

  /// Whether it is a dash and nothing more.
  package var isDash: Bool { beginsWithDash && unicodeScalars.count == 1 }
}

extension Unicode.Scalar {
  fileprivate var isDash: Bool {
    switch self {
    // The last three are the minus sign, and the small and the full-width form of ASCII's hyphen-minus.
    case "-", "\u{2010}"..."\u{2015}", "\u{2212}", "\u{FE63}", "\u{FF0D}": true
    default: false
    }
  }
}
