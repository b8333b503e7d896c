/// Why a file is none of those that Ardour keeps what a person says of plugins in.
public struct ArdourFileError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The line, from 1; nil where it is the file as a whole.
  public var line: Int?
  /// What is wrong.
  public var reason: String

  init(line: Int?, _ reason: String) {
    self.line = line
    self.reason = reason
  }

  /// Where and what, in one line.
  public var description: String { (line.map { "line \($0): " } ?? "") + reason }
}
