import ComponentModel
import ComponentQuery
import TestSupport
import Testing

@testable import CatalogSearch
@testable import CatalogStore

/// What is near to words that few components have.
struct NearTests {
  private static let plugins = [
    (name: "Frabjous", comment: "A tank after Schroeder", tag: "reverb"),
    (name: "Callooh", comment: "A room", tag: "reverb"), (name: "Slithy", comment: "Repeats", tag: "delay"),
    (name: "Gimble", comment: "Follows the envelope", tag: "filter"),
    (name: "Outgrabe", comment: "Burns", tag: "distortion"), (name: "Tulgey", comment: "Burns more", tag: "distortion"),
  ]

  private static let catalog = Result {
    let catalog = IndexedCatalog()
    try SmallCatalog.scan(try Catalog.openForWriting(catalog.path)) { writer in
      for (number, plugin) in plugins.enumerated() {
        var record = SmallCatalog.plugin("urn:\(number)").record
        record.names = [LocalizedText(plugin.name)]
        record.classes = [LV2.plugin]
        (record.comment, record.shortName, record.author, record.project) = (plugin.comment, nil, nil, nil)
        let tag = TagGrant(plugin.tag, isStandard: true, source: .pluginClass)
        let scanned = ScannedPlugin(record: record, traits: ComponentTraits(of: record), grants: [tag])
        let path = "\(SmallCatalog.root)/\(number).lv2"
        try writer.writeItems(SmallCatalog.bundle(path, turtle: UInt64(number), plugins: [scanned]))
      }
    }
    return catalog
  }

  /// The names of what is near to a predicate whose words are taken literally.
  private func near(
    _ predicate: ComponentPredicate, limit: Int = .max, besides own: [Int64]? = nil
  ) throws -> [String] {
    try Self.catalog.get().read { state in
      let search = Search(state: state)
      let plan = try search.plan(predicate, scope: .visible, reading: .resolved)
      let rows = try own ?? search.matches(plan)
      return try NearSearch(search, .visible).components(near: predicate, plan, besides: rows, limit: limit).map(\.name)
    }
  }

  private func near(_ words: String...) throws -> [String] { try near(.text(words)) }

  @Test("some of the words are enough, in any field and in tags; better fields and rarer words come first")
  func words() throws {
    try verify(near("schroeder", "delay"), equals: ["Slithy", "Frabjous"])
    try verify(near("gimble", "distortion"), equals: ["Gimble", "Outgrabe", "Tulgey"])
    // "Hall" is a name of the tag in German.
    try verify(near("envelope", "Nachhall"), equals: ["Gimble", "Callooh", "Frabjous"])
  }

  @Test("words that nothing has stand for those that resemble them; what resembles nothing finds nothing")
  func resemblance() throws {
    try verify(near("frabjoustone"), equals: ["Frabjous"])
    for words in [["zxqvbnmk"], ["the", "plugin"], ["q"], ["🎹"], [""], []] {
      try verify(near(.text(words)), equals: [], "\(words)")
    }
    // A word that half of all components have is too little of several.
    try verify(near("distortion", "zxqvbnmk", "jjjwwwq", "vvkkxxz", "qqhhzzt", "xwxwxwx", "kzkzkzk"), equals: [])
  }

  @Test("what matches isn't near, and what is near satisfies the conditions and has nothing that is excluded")
  func conditions() throws {
    let words = ComponentPredicate.text(["frabjoustone"])
    let effects = ComponentPredicate.comparison(Comparison(key: .type, operator: .equal, value: .text("Effect")))
    try verify(near("schroeder"), equals: [])
    try verify(near(.and([words, effects])), equals: ["Frabjous"])
    try verify(near(.and([words, .not(effects)])), equals: [])
    try verify(near(.and([words, .not(.text(["tank"]))])), equals: [])
    try verify(near(.not(words)), equals: [])
    try verify(near(effects), equals: [])
  }

  @Test("a list never has more than ten rows, nor more than its limit")
  func limits() throws {
    let words = ComponentPredicate.text(["gimble", "distortion"])
    try verify(near(words, limit: 2), equals: ["Gimble", "Outgrabe"])
    try verify(near(words, limit: 0), equals: [])
    try verify(near(words, besides: Array(101...109)), equals: ["Gimble"])
    try verify(near(words, besides: Array(101...110)), equals: [])
    try verify(near(words, limit: 9, besides: Array(101...109)), equals: [])
  }

  @Test("the words are those that say something, each once; the condition is the rest")
  func query() {
    let excluded = ComponentPredicate.not(.text(["lsp"]))
    let typed = ComponentPredicate.and([.text(["the", "Tape-Echo", "q", "Écho", "鼓"]), excluded])
    let interpreted = ComponentPredicate.and([.text(["echo"]), .not(.text(["noise"]))])
    let query = NearQuery(typed, interpreted: interpreted, excluded: [], rules: SmallCatalog.rules)
    verify(query.words, equals: ["tape", "echo", "鼓"])
    verify(query.condition, equals: .and([.and([.constant(true), excluded]), .not(.text(["noise"]))]))
    let long = NearQuery(
      .text((0..<500).map { "word\($0)" }), interpreted: .text([]), excluded: [], rules: SmallCatalog.rules)
    verify(long.words.count, equals: NearWeights.mostWords)
  }

  @Test("words resemble each other by their runs of letters, most of all if they begin alike")
  func grams() throws {
    func resemblance(_ word: String, _ other: String) throws -> Float {
      try demand(WordGrams(word)).resemblance(to: Array(other.utf8)[...])
    }
    for word in ["tonband", "ревербератор"] { try verify(resemblance(word, word), equals: 1, "\(word)") }
    try verify((0.73...0.74).contains(resemblance("tonbandecho", "tonband")))
    try verify(resemblance("springverb", "spring") > resemblance("springverb", "verb"))
    for other in ["", "e", "reverb", "ещё", "tape"] { try verify(resemblance("tonband", other), equals: 0, "\(other)") }
    verify(WordGrams("amp") == nil && WordGrams("") == nil)
  }
}
