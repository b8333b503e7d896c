/// What a check finds, before the finding has a subject.
struct Diagnostic {
  var problem: any Problem
  /// The Turtle to write, or after a `#` what else to do.
  var line: String
  var replaces: String?
  var file: String
  /// Set if it is not the subject that was checked.
  var subject: String?
  var port: String?
}
