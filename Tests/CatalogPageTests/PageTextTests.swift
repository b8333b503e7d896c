import TestSupport
import Testing

/// The texts of the page in other languages.
struct PageTextTests {
  private static let folder = Repository.path("Sources/Programs/CatalogPage/Page")
  private static let languages = TemporaryFolder.names(inFolder: folder).compactMap { name in
    name.wholeMatch(of: #/texts\.([a-z]+)\.js/#).map { String($0.1) }
  }.filter { $0 != "en" }.sorted()

  private static func file(_ name: String) -> String {
    String(decoding: Child.contents("\(folder)/\(name)"), as: UTF8.self)
  }

  private static func keys(_ language: String) -> Set<String> {
    Set(file("texts.\(language).js").matches(of: #/(?m)^  '([^']+)':/#).map { String($0.1) })
  }

  @Test("a language has each text that the page has, with the same places for values")
  func texts() {
    var used: Set<String> = []
    for name in TemporaryFolder.names(inFolder: Self.folder) where name.hasSuffix(".js") && !name.hasPrefix("texts.") {
      used.formUnion(Self.file(name).matches(of: #/\bt\('([^']+)'/#).map { String($0.1) })
    }
    let page = Self.file("index.html").split(separator: "<body>")[1]
    used.formUnion(page.matches(of: #/(?:aria-label|placeholder)="([^"]+)"/#).map { String($0.1) })
    verify(used.count > 50 && Self.languages.count > 1)
    for language in Self.languages {
      let keys = Self.keys(language)
      verify(used.subtracting(keys).isEmpty, "\(language): \(used.subtracting(keys))")
      verify(keys, equals: Self.keys("de"), "\(language)")
      for line in Self.file("texts.\(language).js").matches(of: #/(?m)^  '([^']+)':\s+'([^']+)',$/#) {
        for place in ["{0}", "{1}"] { verify(line.1.contains(place), equals: line.2.contains(place), "\(line.1)") }
      }
    }
  }
}
