internal import Turtle

/// Statements of one file by their subject, each subject's in the order of the file.
struct TurtleIndex {
  private let statements: [TurtleNode: [TurtleStatement]]

  /// The statements of a file that say one of these properties, up to the first syntax error. Of blank nodes only tags are
  /// kept: scale points have labels by the thousand.
  init(of properties: Set<String>, inFile path: String) {
    let all = TurtleReader.statements(of: properties, inFile: path)
    let tags = Set(all.filter { $0.predicate == TagReader.ownTag }.map(\.object))
    let kept = all.filter { statement in
      if case .blank = statement.subject { tags.contains(statement.subject) } else { true }
    }
    statements = Dictionary(grouping: kept, by: \.subject)
  }

  /// What the file says of a subject.
  subscript(subject: TurtleNode) -> [TurtleStatement] { statements[subject] ?? [] }
}
