/// A text that is made to hurt.
struct HostileText: Sendable {
  let what: String
  let text: String
  /// Where it is refused; nil for one that means something.
  let column: Int?

  init(_ what: String, _ text: String, at column: Int? = nil) {
    self.what = what
    self.text = text
    self.column = column
  }

  /// Texts that can't mean anything, with about so many parts.
  static func refused(_ count: Int) -> [HostileText] {
    [
      HostileText("parentheses", many("(", count) + "name == x", at: 200),
      HostileText("balanced parentheses", many("(", count / 2) + "name == x" + many(")", count / 2), at: 200),
      HostileText("NOTs", many("not ", count / 2) + "name == x", at: 797),
      HostileText("NOTs and parentheses", many("!(", count / 2) + "name == x", at: 200),
      HostileText("alternations that nest", many("name == x or name == y and (", 1_000), at: 5_600),
      HostileText("words that nest", many("~ x and (~ y or ", 1_000), at: 3_193),
      HostileText("braces", "name in " + many("{", count), at: 10),
      HostileText("quotes", "name == " + many("'\"", count / 2) + "\"", at: count + 8),
      HostileText("minuses among words", many("-(", 300) + "drum" + many(")", 300), at: 200),
      HostileText("an open string", "name == '" + many("\\", 2 * count + 1), at: 9),
      HostileText("an open word", "~ '\"" + many("x", 2 * count) + "'", at: 4),
      HostileText("surrogates the wrong way round", "name == '" + many("\\udc00\\ud800", count / 2), at: 10),
      HostileText("half a surrogate after words", "~ \"" + many("\\u0061 ", count) + "\\ud800\"", at: 7 * count + 4),
      HostileText("a long key", many("a", 10 * count) + " == x", at: 1),
      HostileText("a long number", "latency == " + many("9", count), at: 12),
      HostileText("many words as a value", "name ==" + many(" a", 2 * count), at: 11),
      HostileText("words after a key", "tag" + many(" drum", count) + " and name == x", at: 1),
      HostileText("apostrophes", "name ==" + many("a'a", count) + " b", at: 3 * count + 9),
      HostileText("NULs as a key", many("\0", count) + " == x", at: 1),
      HostileText("arguments", many("%@", count), at: 1),
      HostileText("modifiers", "name ==[" + many("c", count) + " x", at: 8),
      HostileText("tildes among words", "~ '" + many("~ x ", count) + "'", at: 4),
      HostileText("INs", many("in ", count) + "name == x", at: 4),
      HostileText("ANYs", many("any ", count) + "tag == x", at: 5),
      HostileText("a catastrophic expression", "name matches '(a+)+$'", at: 14),
    ]
  }

  /// Large texts that mean something; none is true of a quarantined bundle.
  static func read(_ count: Int) -> [HostileText] {
    [
      HostileText("one word", many("x", 10 * count)),
      HostileText("an open quote", "'" + many("x", 10 * count)),
      HostileText("open typographic quotes", many("« ", count)),
      HostileText("keys with a colon and a quote", many("a:\"", count)),
      HostileText("alternative words", many("drum or ", count)),
      HostileText("excluded words", "x" + many(" -drum", count)),
      HostileText("one string", "name == '" + many("x", 10 * count) + "'"),
      HostileText("escapes", "name == '" + many("\\u00e9", count) + "'"),
      HostileText("many words", many("drum ", 2 * count)),
      HostileText("many comparisons", "name == x" + many(" and name == x", count / 2)),
      HostileText("alternations in parentheses", "name == x" + many(" and (name == y or name == z)", count / 5)),
      HostileText("a set", "name in {'v'" + many(",'value'", count) + "}"),
      HostileText("words after ~", "hidden == yes or ~ \"" + many("drum ", count) + "\""),
      HostileText("many ~", "~ drum" + many(" or ~ kit", count)),
      HostileText("pairs of NOT", "name == x" + many(" and not not hidden == no", count / 10)),
      HostileText("pairs of surrogates", "name == '" + many("\\ud83d\\ude00", count / 2) + "'"),
      HostileText("combining marks", "name == 'a" + many("\u{301}", count) + "'"),
      HostileText("wildcards and what is none", "name like '" + many("%_*?", count) + "'"),
    ]
  }

  /// Texts whose trees are as deep as a tree may be.
  static let deepest = [
    many("not ", 199) + "name == x",
    many("(", 199) + "name == x" + many(")", 199),
    many("!(name == y or ", 99) + "name == x" + many(")", 99),
    many("(name == y or name == z and ", 99) + "name == x" + many(")", 99),
    many("!(~ y or in z and ", 66) + "name == x" + many(")", 66),
  ]

  /// Texts that attackers would like to inject into SQL, a LIKE pattern, JSON or a terminal.
  static let injections = [
    "'; DROP TABLE component; --", "x' OR '1'='1", "\" OR \"\"=\"", "x'/*", "*/; ATTACH 'x' AS y; --", "%", "_", "%_%",
    "\\", "\\'", "'||(SELECT 1)||'", "?1", ":name", "@x", "$x", "[x]", "`x`", "{\"a\":1}", "\0", "x\0' OR 1=1",
    "\u{1B}[2J", "\r\n", "\u{202E}x", "%@", "\\(x)", "${x}", "NULL", "nil", "1e309", "0x10",
  ]

  private static func many(_ text: String, _ count: Int) -> String { String(repeating: text, count: count) }
}
