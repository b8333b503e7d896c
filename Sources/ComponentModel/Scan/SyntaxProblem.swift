/// Where and why a Turtle file is not valid.
package struct SyntaxProblem: Hashable, Sendable, CustomStringConvertible {
  /// Line and column from 1; 0 where the parser does not say them.
  package var line: Int
  /// As ``line``.
  package var column: Int
  /// What is wrong, in the parser's words.
  package var message: String

  /// A problem at a place.
  package init(line: Int, column: Int, message: String) {
    self.line = line
    self.column = column
    self.message = message
  }

  /// The place and what is wrong there.
  package var description: String { line > 0 ? "line \(line):\(column): \(message)" : message }
}
