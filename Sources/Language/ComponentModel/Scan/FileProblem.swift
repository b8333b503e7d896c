/// Why a file that a bundle names can't be used.
package enum FileProblem: Error, Hashable, Sendable, CustomStringConvertible {
  case outsideBundle
  /// A symbolic link leads out of the bundle to a file of another user.
  case foreignLink
  case notRegular
  case empty
  /// The file exceeds the limit, in MiB.
  case tooLarge(Int, limit: Int)
  /// The operating system's error.
  case system(String)
  /// Something outside the bundle keeps it from being read at the moment.
  case unavailable(ScanInterruption)

  /// The problem in one clause.
  package var description: String {
    switch self {
    case .outsideBundle: "it lies outside the bundle"
    case .foreignLink: "a symbolic link leads out of the bundle to another user's file"
    case .notRegular: "it is not a regular file"
    case .empty: "it is empty"
    case .tooLarge(let size, let limit): "it has \(size) MiB; the limit for a Turtle file is \(limit) MiB"
    case .system(let words): words
    case .unavailable(let cause): cause.description
    }
  }
}

/// Where and why a Turtle file is not valid.
package struct SyntaxProblem: Hashable, Sendable, CustomStringConvertible {
  /// The line, from 1; 0 if the parser does not give it.
  package var line: Int
  /// The column, from 1; 0 if the parser does not give it.
  package var column: Int
  /// The mistake, in the parser's words.
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
