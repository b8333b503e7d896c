/// Why a Turtle file is not valid or can't be read to its end.
package struct TurtleError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The file's path.
  package var file: String
  /// Line and column from 1, or 0 where the parser doesn't report them.
  package var line: Int
  package var column: Int
  /// What is wrong, in the parser's words.
  package var message: String

  /// An error at a place of a file.
  package init(file: String, line: Int = 0, column: Int = 0, message: String) {
    self.file = file
    self.line = line
    self.column = column
    self.message = message
  }

  /// The place and what is wrong there.
  package var description: String {
    line > 0 ? "line \(line):\(column): \(message)" : message
  }
}
