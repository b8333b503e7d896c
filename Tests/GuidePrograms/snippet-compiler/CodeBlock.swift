import Foundation

/// A fenced block of code in the documentation for hosts: in the README, in an article, or in a comment of the sources.
struct CodeBlock {
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
  var isProgram: Bool { code.hasPrefix("import ") }

  /// A program as a function, in a file with its own imports.
  func function(named name: String) -> String {
    let lines = code.split(separator: "\n", omittingEmptySubsequences: false)
    let imports = lines.prefix { $0.hasPrefix("import ") }
    return """
      \(imports.joined(separator: "\n"))
      func \(name)() async throws {
      #sourceLocation(file: "\(file)", line: \(line + imports.count))
      \(lines.dropFirst(imports.count).joined(separator: "\n"))
      #sourceLocation()
      }

      """
  }

  /// All blocks of a language, file by file. The page of the query language is left out: `LanguagePageTests` run all
  /// that is on it. An article that is a link shows another page.
  static func all(_ language: String, in checkout: String) throws -> [CodeBlock] {
    let sources = FileManager.default.enumerator(atPath: checkout + "/Sources")?.compactMap { $0 as? String } ?? []
    let files = sources.filter { $0.hasSuffix(".md") || $0.hasSuffix(".swift") }.map { "Sources/" + $0 }.sorted()
      .filter { $0 != "Sources/Language/ComponentQuery/README.md" && !isLink("\(checkout)/\($0)") }
    return try (["README.md"] + files).flatMap { try blocks(in: $0, of: checkout) }.filter { $0.language == language }
  }

  private static func isLink(_ file: String) -> Bool {
    (try? FileManager.default.destinationOfSymbolicLink(atPath: file)) != nil
  }

  /// The blocks of a file.
  private static func blocks(in file: String, of checkout: String) throws -> [CodeBlock] {
    let text = try String(contentsOfFile: "\(checkout)/\(file)", encoding: .utf8)
    guard text.utf8.contains("`".utf8.first ?? 0), text.contains("```") else { return [] }
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
