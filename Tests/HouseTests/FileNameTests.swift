import Foundation
import TestSupport
import Testing

/// One name, one file.
@Suite struct FileNameTests {
  private static let files = Repository.sources + Repository.files(in: "Tests", withSuffix: ".swift")

  @Test("a file has the name of a type, extension or function in it", arguments: files)
  func names(file: String) throws {
    let name = URL(filePath: file).deletingPathExtension().lastPathComponent.prefix { $0 != "+" }
    let text = try String(contentsOfFile: file, encoding: .utf8)
    let declared = text.matches(
      of: /(?m)^ *(?:[\w@().,:]+ )*(?:struct|class|enum|actor|protocol|typealias|extension|func) ([\w.]+)/
    ).flatMap { $0.1.split(separator: ".").map(String.init) }
    // A file of imports, and the start of a program, declare nothing.
    guard !declared.isEmpty, name != "main" else { return }
    #expect(declared.contains { $0.lowercased() == name.lowercased() }, "\(file) declares \(declared)")
  }

  @Test("no file has more than 400 lines")
  func lengths() throws {
    for file in Self.files {
      let count = try String(contentsOfFile: file, encoding: .utf8).split(
        separator: "\n", omittingEmptySubsequences: false
      ).count
      #expect(count <= 401, "\(file) has \(count - 1) lines")
    }
  }
}
