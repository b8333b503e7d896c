/// What is wrong, with everything that the message needs.
protocol Problem: Hashable, Sendable, CustomStringConvertible {
  /// The rule that finds it.
  var rule: Rule { get }
  /// What is wrong, and what that means for hosts, users or searches. May contain a file's text: escape it for a
  /// terminal.
  var description: String { get }
}
