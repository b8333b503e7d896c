/// A file of commands with what they print. `Tests/Transcripts/README.md` describes the format.
struct Transcript {
  /// A command, and what it prints as the file has it.
  struct Step {
    /// The number of the command's first line in the file, from 1.
    var line: Int
    /// What the shell gets.
    var command: String
    /// The lines of the file below the command, as `Rendering` writes them.
    var expected: [String]
  }

  /// Everything between commands is kept as it is, for `--update`.
  private enum Piece {
    case text(String)
    case step(Step)
  }

  /// Where the file is.
  let path: String
  private var parts: [Piece] = []
  /// The lines `key: value` before the first command.
  private(set) var settings: [String: String] = [:]

  /// Parses a file's text.
  init(_ text: String, path: String) {
    self.path = path
    var current: Step?
    for (index, line) in text.split(separator: "\n", omittingEmptySubsequences: false).dropLast().enumerated() {
      if line.hasPrefix("$ ") {
        if let current { parts.append(.step(current)) }
        current = Step(line: index + 1, command: String(line.dropFirst(2)), expected: [])
      } else if line.isEmpty || line.hasPrefix("# ") {
        if let current { parts.append(.step(current)) }
        current = nil
        parts.append(.text(String(line)))
      } else if line == ">" || line.hasPrefix("> "), current?.expected.isEmpty == true {
        current?.command += "\n" + line.dropFirst(2)
      } else if current != nil {
        current?.expected.append(String(line))
      } else {
        parts.append(.text(String(line)))
        note(setting: line)
      }
    }
    if let current { parts.append(.step(current)) }
  }

  private mutating func note(setting line: Substring) {
    let words = line.split(separator: ":", maxSplits: 1)
    if words.count == 2 { settings[String(words[0])] = words[1].split(separator: " ").joined(separator: " ") }
  }

  /// The commands, in their order.
  var steps: [Step] { parts.compactMap { if case .step(let step) = $0 { step } else { nil } } }

  /// The file's text with other expectations, one for each command.
  func text(expecting outputs: [[String]]) -> String {
    var outputs = outputs[...]
    return parts.map { part in
      switch part {
      case .text(let line): return line + "\n"
      case .step(let step):
        let command = "$ " + step.command.replacing("\n", with: "\n> ").replacing("\n> \n", with: "\n>\n")
        return ([command] + (outputs.popFirst() ?? step.expected)).map { $0 + "\n" }.joined()
      }
    }.joined()
  }
}
