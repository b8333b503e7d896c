internal import AudioComponents

/// A command line that the command does not take.
struct UsageError: Error {
  var reason: String
  /// What was probably meant.
  var meant: String?
  /// What helps; nil for the command's help.
  var remedy: String?

  init(_ reason: String, meant: String? = nil, remedy: String? = nil) {
    self.reason = reason
    self.meant = meant
    self.remedy = remedy
  }

  /// A value that an option does not take.
  init(unknown value: String, of option: String, _ known: [String]) {
    let near = nearest(to: value, in: known).map { "; did you mean `\($0)`?" }
    self.init("\(option) does not know `\(value)`\(near ?? ": it is one of \(known.joined(separator: ", "))")")
  }
}
