import Foundation
import TestSupport
import Testing

/// `.dev/pages`, by which an installation gets its pages, and the page of promises.
struct PagesTests {
  /// Where the relative links of a page lead: a path, and a heading's anchor in it.
  private static func links(_ page: String) throws -> [(path: String, anchor: String?)] {
    let text = try String(contentsOfFile: page, encoding: .utf8)
    let folder = URL(filePath: page).deletingLastPathComponent().path
    return text.matches(of: /\]\(([^)#]*)(?:#([^)]+))?\)/).filter { !$0.1.contains(":") }.map {
      ($0.1.isEmpty ? page : "\(folder)/\($0.1)", $0.2.map(String.init))
    }
  }

  /// The anchors of a page's headings, as Markdown's readers make them.
  private static func anchors(_ page: String) -> [String] {
    Repository.grep(["-h", "^#"], in: [page]).map { line in
      let heading = line.drop { $0 == "#" || $0 == " " }.lowercased()
      return String(heading.filter { $0.isLetter || $0.isNumber || "-_ ".contains($0) }.map { $0 == " " ? "-" : $0 })
    }
  }

  @Test func everyLinkLeadsToAnotherPage() throws {
    let folder = TemporaryFolder()
    let run = Child.run(
      "/bin/sh", [Repository.path(".dev/pages"), folder("doc")], environment: ["PATH": "/usr/bin:/bin"])
    try demand(run.status == 0, "\(run)")
    let names = FileManager.default.enumerator(atPath: folder("doc"))?.compactMap { $0 as? String } ?? []
    let pages = names.filter { $0.hasSuffix(".md") }
    verify(
      Set(pages).isSuperset(of: [
        "README.md", "query-language.md", "guides/Musician.md", "guides/PluginAuthor.md", "schema/promises.md",
      ]))
    var count = 0
    for page in pages {
      for (target, anchor) in try Self.links(folder("doc/\(page)")) {
        verify(FileManager.default.fileExists(atPath: target), "\(page) leads to \(target)")
        count += 1
        guard let anchor, target.hasSuffix(".md") else { continue }
        verify(Self.anchors(target).contains(anchor), "\(page) leads to #\(anchor) of \(target)")
      }
    }
    verify(count > 20)
    verify(Repository.grep(["-l", "<doc:"], in: pages.map { folder("doc/\($0)") }), equals: [])
    verify(!Repository.grep(["-F", "](https://"], in: [folder("doc/README.md")]).isEmpty)
  }

  @Test("every suite that the page of promises names exists")
  func promises() {
    let words = Repository.grep(["-ohE", #"`\w+Tests`"#], in: [Repository.path("schema/promises.md")])
    let names = Set(words.map { String($0.dropFirst().dropLast()) })
    let files = Repository.files(in: "Tests", withSuffix: ".swift")
    let declared = Repository.grep(["-ohE", #"(struct|class) \w+Tests\b"#], in: files)
    verify(names.count >= 15)
    verify(names.subtracting(declared.compactMap { $0.split(separator: " ").last.map(String.init) }), equals: [])
  }
}
