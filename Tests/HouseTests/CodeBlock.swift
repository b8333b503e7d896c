import Foundation
import TestSupport

/// A fenced block of code in the documentation for hosts: in the README, in an article, or in a comment of the sources.
struct CodeBlock: Sendable {
  /// Path below the top of the checkout.
  var file: String
  /// The number of the first line of code.
  var line: Int
  /// What stands behind the fence.
  var language: String
  var code: String

  /// Where it is.
  var place: String { "\(file):\(line)" }

  /// Whether it is a whole program, and not a part of one.
  var isProgram: Bool { code.hasPrefix("import ") || code.hasPrefix("#include ") }

  /// The page of the query language is left out: `LanguagePageTests` run all that is on it. An article that is a link shows
  /// another page.
  private static let files =
    ["README.md"]
    + [".md", ".swift"].flatMap { Repository.files(in: "Sources", withSuffix: $0) }
    .map { String($0.dropFirst(Repository.top.count + 1)) }
    .filter { $0 != "Sources/Language/ComponentQuery/README.md" && !Repository.isLink(Repository.path($0)) }

  /// All blocks of a language, file by file.
  static func all(_ language: String) throws -> [CodeBlock] {
    try files.flatMap { try blocks(in: $0) }.filter { $0.language == language }
  }

  /// The only program of a language in a file.
  static func program(_ language: String, in file: String) throws -> CodeBlock? {
    let found = try blocks(in: file).filter { $0.language == language && $0.isProgram }
    return found.count == 1 ? found[0] : nil
  }

  /// The blocks of a file.
  static func blocks(in file: String) throws -> [CodeBlock] {
    let text = try String(contentsOfFile: Repository.path(file), encoding: .utf8)
    var blocks: [CodeBlock] = []
    var open: CodeBlock?
    for (index, whole) in text.split(separator: "\n", omittingEmptySubsequences: false).enumerated() {
      guard let line = file.hasSuffix(".swift") ? comment(in: whole) : whole else { continue }
      if var block = open {
        if line == "```" { blocks.append(block) } else { block.code += line + "\n" }
        open = line == "```" ? nil : block
      } else if line.hasPrefix("```") {
        open = CodeBlock(file: file, line: index + 2, language: String(line.dropFirst(3)), code: "")
      }
    }
    return blocks
  }

  /// The text of a documentation comment's line.
  private static func comment(in line: Substring) -> Substring? {
    let line = line.drop { $0 == " " }
    guard line.hasPrefix("///") else { return nil }
    return line.hasPrefix("/// ") ? line.dropFirst(4) : line.dropFirst(3)
  }
}
