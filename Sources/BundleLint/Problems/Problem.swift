/// What is wrong, with all that is needed to say so.
protocol Problem: Hashable, Sendable, CustomStringConvertible {
  /// The rule that finds it.
  var rule: Rule { get }
  /// What is wrong, and what that means for whom. May hold text from a file: escape it for a terminal.
  var description: String { get }
}
