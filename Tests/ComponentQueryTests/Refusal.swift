import ComponentQuery

/// The error with which a text is refused; nil where it parses.
func refusal(of text: String) -> InvalidPredicate? {
  do throws(InvalidPredicate) {
    _ = try ComponentPredicate(parsing: text, rules: Subjects.rules)
    return nil
  } catch {
    return error
  }
}
