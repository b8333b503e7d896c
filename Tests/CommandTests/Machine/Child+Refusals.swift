import TestSupport
import Testing

extension Child {
  /// Checks that it has refused what it was asked: nothing on standard output, one line on standard error that names the
  /// program and has some words, and this status.
  func expectRefusal(
    _ status: Int32, saying words: String, _ what: String = "", sourceLocation: SourceLocation = #_sourceLocation
  ) {
    #expect(refuses(status, saying: words), "\(what) \(self)", sourceLocation: sourceLocation)
  }

  /// Nothing on standard output, one line on standard error that names the program, and this status.
  func refuses(_ status: Int32, saying words: String) -> Bool {
    self.status == status && output.isEmpty && said.hasPrefix("aucat: ") && said.contains(words)
      && said.hasSuffix("\n") && said.split(separator: "\n").count == 1
  }

  /// What standard error says, also if JSON was asked for.
  var said: String {
    guard errors.hasPrefix("{") else { return errors }
    return errors.split(separator: "\n").map { line in
      guard case .text(let message)? = (try? JSONValue(parsing: Array(line.utf8)))?["message"] else {
        return "\(line)\n"
      }
      return "aucat: \(message)\n"
    }.joined()
  }
}
