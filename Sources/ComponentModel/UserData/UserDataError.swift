/// Why an export, or another program's file, can't be imported.
public struct UserDataError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The line, counted from 1; nil for the file as a whole.
  public var line: Int?
  /// What is wrong.
  public var reason: String

  /// An error with its place.
  public init(line: Int?, _ reason: String) {
    self.line = line
    self.reason = reason
  }

  /// Where and what, in one line.
  public var description: String { (line.map { "line \($0): " } ?? "") + reason }
}
