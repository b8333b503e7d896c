import Foundation
import TestSupport

/// A page of documentation with files, and commands with what they print.
struct GuidePage {
  struct Command {
    let line: Int
    let text: String
    /// What the page shows below it: `…` stands for any text, and alone for any lines.
    var shown: [String] = []
  }

  /// Blocks of Turtle, by the path that stands before them.
  private(set) var files: [(path: String, text: String)] = []
  private(set) var commands: [Command] = []
  /// The languages of blocks that are neither.
  private(set) var otherLanguages: [String] = []

  init(_ path: String) throws {
    let text = try String(contentsOfFile: Repository.path(path), encoding: .utf8)
    var language: String?
    var before = ""
    for (index, line) in text.split(separator: "\n", omittingEmptySubsequences: false).enumerated() {
      if line.hasPrefix("```") {
        language = language == nil ? String(line.dropFirst(3)) : nil
        begin(language, after: before)
      } else if let language {
        add(line, in: language, at: index + 1)
      } else if !line.isEmpty {
        before = String(line)
      }
    }
  }

  private mutating func begin(_ language: String?, after line: String) {
    guard let language, language != "console" else { return }
    if language != "turtle" { return otherLanguages.append(language) }
    files.append((String(line.drop { $0 == "`" }.prefix { $0 != "`" }), ""))
  }

  private mutating func add(_ line: Substring, in language: String, at number: Int) {
    if language == "turtle" { files[files.count - 1].text += line + "\n" }
    guard language == "console" else { return }
    if line.hasPrefix("$ ") {
      commands.append(Command(line: number, text: String(line.dropFirst(2))))
    } else if !commands.isEmpty {
      commands[commands.count - 1].shown.append(String(line))
    }
  }

  /// Runs all commands in one shell, in a folder with the files, and gives what each printed.
  func run(in folder: TemporaryFolder, _ environment: [String: String]) -> [String] {
    for file in files { folder.write(file.text, to: file.path) }
    let script = commands.map { $0.text + "\nprintf '\\036\\n'\n" }.joined()
    let run = Child.run(
      "/bin/sh", ["-c", "cd \"$0\" && exec 2>&1\n" + script, folder.path], environment: environment)
    return run.text.split(separator: "\u{1E}\n", omittingEmptySubsequences: false).dropLast().map(String.init)
  }
}

extension GuidePage.Command {
  /// Whether a text is what the page shows, however many spaces or TABs are between the columns.
  func shows(_ printed: String) -> Bool {
    let lines = printed.split(separator: "\n").map { Self.comparable($0) }
    return Self.matches(lines[...], shown.filter { !$0.isEmpty }.map { Self.comparable($0) }[...])
  }

  private static func comparable(_ line: some StringProtocol) -> String {
    line.split(whereSeparator: \.isWhitespace).joined(separator: " ")
  }

  private static func matches(_ lines: ArraySlice<String>, _ shown: ArraySlice<String>) -> Bool {
    guard let first = shown.first else { return lines.isEmpty }
    if first == "…" {
      return (lines.startIndex...lines.endIndex).contains { matches(lines[$0...], shown.dropFirst()) }
    }
    guard let line = lines.first, isLine(line, first) else { return false }
    return matches(lines.dropFirst(), shown.dropFirst())
  }

  private static func isLine(_ line: String, _ shown: String) -> Bool {
    let parts = shown.split(separator: "…", omittingEmptySubsequences: false)
    guard parts.count > 1 else { return line == shown }
    guard line.hasPrefix(parts[0]), line.hasSuffix(parts[parts.count - 1]) else { return false }
    var rest = line.dropFirst(parts[0].count)
    for part in parts.dropFirst().dropLast() where !part.isEmpty {
      guard let place = rest.firstRange(of: part) else { return false }
      rest = rest[place.upperBound...]
    }
    return rest.count >= parts[parts.count - 1].count
  }
}
