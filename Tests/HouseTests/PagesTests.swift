import Foundation
import TestSupport
import Testing

/// `.dev/pages`, by which an installation gets its pages.
@Suite struct PagesTests {
  private let folder = TemporaryFolder()

  /// The relative links of a page, as paths.
  private static func links(_ page: String) throws -> [String] {
    let text = try String(contentsOfFile: page, encoding: .utf8)
    let folder = URL(filePath: page).deletingLastPathComponent().path
    return text.matches(of: /\]\(([^)#]+)/).map { String($0.1) }.filter { !$0.contains(":") }.map { "\(folder)/\($0)" }
  }

  @Test func everyLinkLeadsToAnotherPage() throws {
    let run = Child.run(
      "/bin/sh", [Repository.path(".dev/pages"), folder("doc")], environment: ["PATH": "/usr/bin:/bin"])
    try #require(run.status == 0, "\(run)")
    let names = FileManager.default.enumerator(atPath: folder("doc"))?.compactMap { $0 as? String } ?? []
    let pages = names.filter { $0.hasSuffix(".md") }
    for page in [
      "README.md", "query-language.md", "guides/Musician.md", "guides/PluginAuthor.md", "schema/promises.md",
    ] {
      #expect(pages.contains(page))
    }
    var count = 0
    for page in pages {
      for target in try Self.links(folder("doc/\(page)")) {
        #expect(FileManager.default.fileExists(atPath: target), "\(page) leads to \(target)")
        count += 1
      }
      let text = try String(contentsOfFile: folder("doc/\(page)"), encoding: .utf8)
      #expect(!text.contains("<doc:"), "\(page)")
    }
    #expect(count > 20)
    #expect(try String(contentsOfFile: folder("doc/README.md"), encoding: .utf8).contains("](https://"))
  }
}
