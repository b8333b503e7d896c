/// The result of a check, before it becomes a finding about a subject.
struct Diagnostic {
  var problem: Problem
  /// The Turtle to write, or, after a `#`, what else to do.
  var line: String
  var replaces: String?
  var file: String
  /// The subject, if it isn't the one that was checked.
  var subject: String?
  var port: String?
}

/// A fault, with the rule that it breaks.
struct Problem {
  /// The rule that finds it.
  let rule: Rule
  /// The fault, and its consequence for hosts, users or searches. May contain a file's text: escape it for a
  /// terminal.
  let message: String

  init(_ rule: Rule, _ message: String) { (self.rule, self.message) = (rule, message) }
}

/// The end of a message about an unknown word.
func nearestText(_ word: String?) -> String { word.map { "; the nearest is `\($0)`" } ?? "" }
