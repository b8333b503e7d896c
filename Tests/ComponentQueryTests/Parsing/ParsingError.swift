import ComponentQuery

/// The error that parsing a text throws; nil if the text is a predicate.
func parsingError(of text: String) -> InvalidPredicate? {
  do throws(InvalidPredicate) {
    _ = try ComponentPredicate(parsing: text, rules: Subjects.rules)
    return nil
  } catch {
    return error
  }
}
