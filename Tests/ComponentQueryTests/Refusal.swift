import ComponentQuery

/// The error with which a text is refused; nil where it parses.
func refusal(of text: String) -> PredicateError? {
  do throws(PredicateError) {
    _ = try Predicate(parsing: text, rules: Subjects.rules)
    return nil
  } catch {
    return error
  }
}
