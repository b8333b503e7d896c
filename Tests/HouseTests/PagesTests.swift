import Foundation
import TestSupport
import Testing

/// `.dev/pages`, by which an installation gets its pages.
@Suite struct PagesTests {
  private let folder = TemporaryFolder()

  /// Where the relative links of a page lead: a path, and a heading's anchor in it.
  private static func links(_ page: String) throws -> [(path: String, anchor: String?)] {
    let text = try String(contentsOfFile: page, encoding: .utf8)
    let folder = URL(filePath: page).deletingLastPathComponent().path
    return text.matches(of: /\]\(([^)#]*)(?:#([^)]+))?\)/).filter { !$0.1.contains(":") }.map {
      ($0.1.isEmpty ? page : "\(folder)/\($0.1)", $0.2.map(String.init))
    }
  }

  /// The anchors of a page's headings, as Markdown's readers make them.
  private static func anchors(_ page: String) throws -> Set<String> {
    let lines = try String(contentsOfFile: page, encoding: .utf8).split(separator: "\n")
    return Set(
      lines.filter { $0.hasPrefix("#") }.map { line in
        let heading = line.drop { $0 == "#" || $0 == " " }.lowercased()
        return String(heading.filter { $0.isLetter || $0.isNumber || "-_ ".contains($0) }.map { $0 == " " ? "-" : $0 })
      })
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
      for (target, anchor) in try Self.links(folder("doc/\(page)")) {
        #expect(FileManager.default.fileExists(atPath: target), "\(page) leads to \(target)")
        count += 1
        guard let anchor, target.hasSuffix(".md") else { continue }
        #expect(try Self.anchors(target).contains(anchor), "\(page) leads to #\(anchor) of \(target)")
      }
      let text = try String(contentsOfFile: folder("doc/\(page)"), encoding: .utf8)
      #expect(!text.contains("<doc:"), "\(page)")
    }
    #expect(count > 20)
    #expect(try String(contentsOfFile: folder("doc/README.md"), encoding: .utf8).contains("](https://"))
  }
}
