import TestSupport

/// How a transcript writes what a command has printed.
struct Rendering {
  /// Texts that differ from run to run, with what stands for them.
  var names: [(text: String, name: String)]

  /// The lines of a transcript: standard output, `! ` before each line of standard error, `? ` and a status but 0.
  func lines(of run: Child) -> [String] {
    Self.lines(of: named(run.text)).map { Self.escaped($0) } + Self.lines(of: named(run.errors)).map { "! " + $0 }
      + (run.status == 0 ? [] : ["? \(run.status)"])
  }

  private func named(_ text: String) -> String {
    var text = text
    for (other, name) in names { text = text.replacing(other, with: name) }
    for (pattern, name) in Self.patterns { text = text.replacing(pattern, with: name) }
    return text
  }

  /// Times, and how long something took; nothing else may differ from run to run.
  private nonisolated(unsafe) static let patterns: [(Regex<Substring>, String)] = [
    (#/\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?Z/#, "<time>"),
    (#/\d{4}-\d\d-\d\d \d\d:\d\d(?::\d\d)?/#, "<time>"),
    (#/(?:, )\d+(?:\.\d+)? (?:ms|s)$/#.anchorsMatchLineEndings(), ", <duration>"),
    (#/\bin \d+(?:\.\d+)? (?:ms|s)\b/#, "in <duration>"),
    (#/"seconds":\d+(?:\.\d+)?/#, "\"seconds\":<duration>"),
  ]

  private static func lines(of text: String) -> [String] {
    var lines = text.split(separator: "\n", omittingEmptySubsequences: false).map { visible($0) }
    if lines.last?.isEmpty == true { lines.removeLast() } else { lines.append("\\ no newline") }
    return lines
  }

  /// Control characters as `\x1B`: a transcript is a text that can be read and compared.
  private static func visible(_ line: Substring) -> String {
    guard line.unicodeScalars.contains(where: isInvisible) else { return String(line) }
    return line.unicodeScalars.map { scalar in
      guard isInvisible(scalar) else { return String(scalar) }
      let digits = String(scalar.value, radix: 16, uppercase: true)
      return "\\x" + String(repeating: "0", count: max(0, 2 - digits.count)) + digits
    }.joined()
  }

  private static func isInvisible(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.properties.generalCategory {
    case .control: scalar != "\t"
    case .format: true
    default: false
    }
  }

  /// A line of output that would read as something else in a transcript begins with a backslash.
  private static func escaped(_ line: String) -> String {
    let isMeaningful = line.isEmpty || ["$ ", "> ", "! ", "? ", "# "].contains { line.hasPrefix($0) }
    return isMeaningful ? "\\" + line : line
  }
}
