import ComponentQuery
import Testing

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

/// Expects that a text is refused as the lines say, of which it is the first.
func expectShown(_ expected: String) {
  let text = String(expected.prefix { $0 != "\n" })
  #expect(parsingError(of: text)?.rendered(in: text) == expected)
}
