/// What a check says, before it is known whose it is.
struct Diagnostic {
  var problem: any Problem
  /// The Turtle to write, or after a `#` what else to do.
  var line: String
  var replaces: String?
  var file: String
  /// Where it is not the subject that the check was asked about.
  var subject: String?
  var port: String?
}
