import Foundation
import TestSupport
import Testing

/// The page of promises names tests that exist.
@Suite struct PromiseTests {
  @Test("every suite that the page names exists")
  func suites() throws {
    let page = try String(contentsOfFile: Repository.path("schema/promises.md"), encoding: .utf8)
    let names = Set(page.matches(of: /`(\w+Tests)`/).map { String($0.1) })
    #expect(names.count >= 15)
    let files = Repository.files(in: "Tests", withSuffix: ".swift")
    let declared = try files.flatMap { file in
      try String(contentsOfFile: file, encoding: .utf8).matches(of: /(?:struct|class) (\w+Tests)\b/).map {
        String($0.1)
      }
    }
    for name in names.sorted() { #expect(declared.contains(name), "\(name)") }
  }
}
