internal import Turtle

/// Statements of one file by their subject, each subject's in the order of the file.
struct TurtleIndex {
  private let statements: [TurtleNode: [TurtleStatement]]

  /// The statements of a file that say one of these properties, up to the first syntax error.
  init(of properties: Set<String>, inFile path: String) {
    statements = Dictionary(grouping: TurtleReader.statements(of: properties, inFile: path), by: \.subject)
  }

  /// What the file says of a subject.
  subscript(subject: TurtleNode) -> [TurtleStatement] { statements[subject] ?? [] }
}
