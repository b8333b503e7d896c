/// Something that `aucat doctor` has found.
struct Finding: Equatable {
  /// How much it matters.
  enum Severity: String {
    /// Something is wrong, and the remedy mends it.
    case problem
    /// All is well, but people may want to know.
    case note
  }

  /// The name of the check.
  var check = ""
  let severity: Severity
  /// The path or URI that it concerns; nil for the machine.
  let subject: String?
  let message: String
  /// What a person can do.
  let remedy: String
  /// What `--fix` does; nil if it leaves the matter to the person.
  let fix: Fix?

  static func problem(_ subject: String?, _ message: String, remedy: String, fix: Fix? = nil) -> Finding {
    Finding(severity: .problem, subject: subject, message: message, remedy: remedy, fix: fix)
  }

  static func note(_ subject: String?, _ message: String, remedy: String) -> Finding {
    Finding(severity: .note, subject: subject, message: message, remedy: remedy, fix: nil)
  }
}
