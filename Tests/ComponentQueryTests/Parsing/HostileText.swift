import TestSupport
import Testing

/// A text that is made to hurt.
struct HostileText: CustomTestStringConvertible, Sendable {
  let what: String
  let text: String
  /// Where it is refused; nil for one that means something.
  let column: Int?

  init(_ what: String, _ text: String, refusedAt column: Int? = nil) {
    self.what = what
    self.text = text
    self.column = column
  }

  var testDescription: String { what }
}

extension HostileText {
  /// Texts that can't mean anything.
  static let refused: [HostileText] = [
    HostileText("parentheses", many("(", 100_000) + "name == x", refusedAt: 200),
    HostileText("open parentheses", many("(", 100_000), refusedAt: 1),
    HostileText("balanced parentheses", many("(", 50_000) + "name == x" + many(")", 50_000), refusedAt: 200),
    HostileText("NOTs", many("not ", 20_000) + "name == x", refusedAt: 797),
    HostileText("marks", many("!", 20_000) + "name == x", refusedAt: 200),
    HostileText("NOTs and parentheses", many("!(", 50_000) + "name == x", refusedAt: 200),
    HostileText("closing parentheses", "name == x" + many(")", 100_000), refusedAt: 10),
    HostileText("alternations that nest", many("name == x or name == y and (", 1_000), refusedAt: 5_600),
    HostileText("words that nest", many("~ x and (~ y or ", 1_000), refusedAt: 3_193),
    HostileText("braces", "name in " + many("{", 100_000), refusedAt: 10),
    HostileText("commas", "name in {" + many(",", 100_000), refusedAt: 10),
    HostileText("quotes", "name == " + many("'\"", 50_000) + "\"", refusedAt: 100_008),
    HostileText("minuses among words", many("-(", 300) + "drum" + many(")", 300), refusedAt: 200),
    HostileText("an open string", "name == '" + many("\\", 300_001), refusedAt: 9),
    HostileText("an open word", "~ '\"" + many("x", 300_001) + "'", refusedAt: 4),
    HostileText("half surrogates", "name == '" + many("\\ud800", 50_000) + "'", refusedAt: 10),
    HostileText("surrogates the wrong way round", "name == '" + many("\\udc00\\ud800", 50_000), refusedAt: 10),
    HostileText("half a surrogate after words", "~ \"" + many("\\u0061 ", 50_000) + "\\ud800\"", refusedAt: 350_004),
    HostileText("a mark after words", "~ \"" + many("\\u0061 ", 50_000) + "(\"", refusedAt: 350_004),
    HostileText("a long key", many("a", 1 << 20) + " == x", refusedAt: 1),
    HostileText("a long operator", "name " + many("a", 1 << 20) + " x and name == x", refusedAt: 1),
    HostileText("a long number", "latency == " + many("9", 100_000), refusedAt: 12),
    HostileText("many words as a value", "name ==" + many(" a", 200_000), refusedAt: 11),
    HostileText("words after a key", "tag" + many(" drum", 100_000) + " and name == x", refusedAt: 1),
    HostileText("apostrophes", "name ==" + many("a'a", 100_000) + " b", refusedAt: 300_009),
    HostileText("NULs as a key", many("\0", 100_000) + " == x", refusedAt: 1),
    HostileText("NUL as an operator", "name \0 x and name == x", refusedAt: 1),
    HostileText("arguments", many("%@", 100_000), refusedAt: 1),
    HostileText("modifiers", "name ==[" + many("c", 100_000) + " x", refusedAt: 8),
    HostileText("tildes", many("~", 100_000), refusedAt: 2),
    HostileText("tildes among words", "~ '" + many("~ x ", 50_000) + "'", refusedAt: 4),
    HostileText("INs", many("in ", 100_000) + "name == x", refusedAt: 4),
    HostileText("ANYs", many("any ", 100_000) + "tag == x", refusedAt: 5),
    HostileText("a catastrophic expression", "name matches '(a+)+$'", refusedAt: 14),
  ]

  /// Large texts that mean something; none is true of a quarantined bundle.
  static let read: [HostileText] = [
    HostileText("one word", large("x", 1 << 20)),
    HostileText("an open quote", "'" + large("x", 1 << 20)),
    HostileText("open typographic quotes", large("« ", 50_000)),
    HostileText("apostrophes as words", large("’ ", 100_000)),
    HostileText("words as long as operators", large("machine ", 1 << 17)),
    HostileText("lone minuses", large("- ", 100_000)),
    HostileText("words after a comparison", "latency == 7" + large(" machine", 1 << 15)),
    HostileText("keys with a colon and a quote", large("a:\"", 100_000)),
    HostileText("alternative words", large("drum or ", 100_000)),
    HostileText("excluded words", "x" + large(" -drum", 100_000)),
    HostileText("one string", "name == '" + large("x", 1 << 20) + "'"),
    HostileText("escapes", "name == '" + large("\\u00e9", 100_000) + "'"),
    HostileText("many words", large("drum ", 1 << 20 / 5)),
    HostileText("many comparisons", "name == x" + large(" and name == x", 1 << 20 / 14)),
    HostileText("alternations", "name == x" + large(" and name == y or name == z", 20_000)),
    HostileText("alternations in parentheses", "name == x" + large(" and (name == y or name == z)", 20_000)),
    HostileText("a set", "name in {'v'" + large(",'value'", 100_000) + "}"),
    HostileText("words after ~", "hidden == yes or ~ \"" + large("drum ", 100_000) + "\""),
    HostileText("many ~", "~ drum" + large(" or ~ kit", 100_000)),
    HostileText("pairs of NOT", "name == x" + large(" and not not hidden == no", 10_000)),
    HostileText("NULs in a string", "name contains '" + large("\0", 100_000) + "'"),
    HostileText("pairs of surrogates", "name == '" + large("\\ud83d\\ude00", 50_000) + "'"),
    HostileText("combining marks", "name == 'a" + large("\u{301}", 100_000) + "'"),
    HostileText("wildcards and what is none", "name like '" + large("%_*?", 100_000) + "'"),
    HostileText("backslashes", "name like '" + large("\\*", 100_000) + "'"),
  ]

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
    "\u{1B}[2J",
    "\r\n", "\u{202E}x", "%@", "\\(x)", "${x}", "NULL", "nil", "1e309", "0x10",
  ]

  private static func many(_ text: String, _ count: Int) -> String { String(repeating: text, count: count) }

  /// A quarter of that many, enough to show quadratic time; AUCAT_TEST_CASES=4 gives all of them.
  private static func large(_ text: String, _ count: Int) -> String { many(text, SeededGenerator.cases(count / 4)) }
}
