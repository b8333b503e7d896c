import ComponentQuery
import Testing

/// How an error is shown: the line of the text, a caret beneath the column, one line that explains.
@Suite struct ErrorTests {
  @Test func showsTheLineThatIsWrong() {
    let text = "name == a\nand nmae == b\nor name == c"
    #expect(parsingError(of: text)?.column == 15)
    #expect(
      parsingError(of: text)?.rendered(in: text) == """
        and nmae == b
            ^
        unknown key `nmae`; did you mean `name`?
        """)
  }

  /// The column counts characters; the caret stands beneath it also where characters are wide or can't be shown.
  @Test(arguments: [
    ("tag == \"e\u{301}\" &", 12, "tag == \"e\u{301}\" &\n           ^\n"),
    ("tag == '鼓' &", 12, "tag == '鼓' &\n            ^\n"),
    ("tag\t==\t'\u{1B}[0m' &", 15, "tag == '\u{FFFD}[0m' &\n              ^\n"),
    ("name ==", 8, "name ==\n       ^\n"),
  ])
  func pointsAtTheColumn(text: String, column: Int, excerpt: String) {
    #expect(parsingError(of: text)?.column == column)
    #expect(parsingError(of: text)?.rendered(in: text).hasPrefix(excerpt) == true)
  }

  @Test func cutsALongLine() {
    let text =
      String(repeating: "name == a or ", count: 20) + "nmae == b" + String(repeating: " or name == c", count: 20)
    let lines = (parsingError(of: text)?.rendered(in: text) ?? "").split(separator: "\n")
    #expect(lines.first?.hasPrefix("…") == true && lines.first?.hasSuffix("…") == true)
    #expect(lines.allSatisfy { $0.count <= 98 })
    #expect(lines[0].dropFirst(lines[1].count - 1).hasPrefix("nmae"))
  }
}

/// The error that parsing a text throws; nil if the text is a predicate.
func parsingError(of text: String) -> InvalidPredicate? {
  do throws(InvalidPredicate) {
    _ = try ComponentPredicate(parsing: text, rules: Subjects.rules)
    return nil
  } catch {
    return error
  }
}

extension String {
  /// Its parts between empty lines: errors as they are shown, of which each begins with the text at fault.
  var shownErrors: [String] {
    split(separator: "\n", omittingEmptySubsequences: false).split(separator: "").map { $0.joined(separator: "\n") }
  }
}

/// Expects the error that the lines show; the first line is the text at fault.
func expectShown(_ expected: String) {
  let text = String(expected.prefix { $0 != "\n" })
  #expect(parsingError(of: text)?.rendered(in: text) == expected)
}
