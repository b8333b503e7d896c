import ComponentModel
import ComponentQuery
import ICU
import PlainWords
import TestSupport
import Testing

@testable import CatalogSearch
@testable import CatalogStore
@testable import StoreFiles

/// The index of words through updates, interrupted scans, other versions and damage.
struct WordIndexLifeTests {
  private func word(_ text: String) -> SearchWord { IndexedCatalog.word(text) }

  @Test("an older index is rebuilt by the next scan; a newer one is used until an older program has written into it")
  func versions() throws {
    let older = try IndexedCatalog.small()
    let before = try older.index()
    try older.edit("UPDATE catalog SET word_rules = '0 99'; DELETE FROM posting WHERE place > 3")
    verify(throws: NotScanned.self) { try older.read { _ = try $0.wordIndex() } }
    try SmallCatalog.write(to: older.path)
    try verify(older.index(), equals: before)
    let newer = IndexedCatalog()
    try newer.scan("Hall")
    let own = try newer.version()
    try newer.edit("UPDATE catalog SET word_rules = '9 1.0'")
    try verify(newer.read { try CatalogWords(state: $0).components(with: word("hall")).count }, equals: 1)
    try newer.scan("Hall")
    try verify(newer.version(), equals: "9 1.0")
    try newer.scan("Room")
    try verify(newer.version(), equals: own)
    // The tables of Unicode are part of it.
    let version = WordIndexVersion(SmallCatalog.rules)
    verify(version.description, equals: "6 \(SmallCatalog.rules.version)")
    for (text, canBeUsed) in [
      (version.description, true), ("", false), ("6 1.0", false), ("6 1000.1", true), ("7 1.0", true),
      ("5 1000.1", false),
    ] {
      verify(version.canUse(text), equals: canBeUsed, "\(text)")
    }
  }

  @Test("what an interrupted scan has written, and new rules of tags, leave the index valid and in step")
  func survivesInterruption() throws {
    let catalog = try IndexedCatalog.small()
    let unfinished = Array(IndexedCatalog.items("Changed", comment: "c").prefix(1))
    try catalog.writer().writeItems(unfinished)
    let version = try catalog.version()
    let next = try catalog.writer()
    try next.writeItems(unfinished)
    try verify(catalog.version() == version && !version.isEmpty)
    try next.writeItems(IndexedCatalog.items("Changed", comment: "again"))
    try next.complete()
    _ = try next.finish()
    try verify(catalog.index(), equals: catalog.rebuilt())
    let tagged = try IndexedCatalog.small()
    let writer = try tagged.writer()
    try writer.updateTags(rules: "other", aliases: { [] }) { _ in
      ["eq", "gate", "delay"].map { TagGrant($0, isStandard: true, aliases: [], source: .curated) }
    }
    try verify(tagged.index(), equals: tagged.rebuilt())
    try tagged.read { (state: ReadState) throws in
      let row = try demand(CatalogWords(state: state).components(with: word("hall")).rows().first)
      try verify(state.wordIndex().cache.features(of: row).tags, equals: 4)
    }
  }

  @Test("a scan that meets damage in the index says so, and writes nothing")
  func damage() throws {
    for change in ["UPDATE posting SET rows = x'FFFF'", "DELETE FROM posting"] {
      let catalog = try IndexedCatalog.small()
      try catalog.edit(change)
      let before = try catalog.index()
      let error = verify(throws: StoreError.self) { try catalog.scan("Wholly Other", comment: "words") }
      verify(error?.code, equals: .damaged)
      try verify(catalog.index(), equals: before)
    }
  }

  @Test("a phrase and a word that are spelt alike share nothing; letters beyond ASCII have other forms, as in memory")
  func standings() throws {
    let catalog = IndexedCatalog()
    try catalog.scan("X 42 Y")
    try catalog.read { (state: ReadState) throws in
      let words = CatalogWords(state: state)
      let (phrase, one) = (SearchWord("x-4", tokens: ["x", "4"]), SearchWord("x4", tokens: ["x4"]))
      let first = try words.standing(of: phrase)
      try verify(words.standing(of: one), equals: CatalogWords(state: state).standing(of: one))
      let fresh = try catalog.read { try CatalogWords(state: $0).standing(of: one) }
      try verify(words.standing(of: one) == fresh && words.standing(of: phrase) == first)
    }
    try catalog.scan("Sygnał", comment: "sygnaly")
    for (text, other) in [("sygnaly", "Sygnał"), ("sygnał", "sygnaly")] {
      verify(!word(text).matches(FieldWords([other], of: .name, rules: SmallCatalog.rules), of: .name))
      try verify(catalog.hits(of: text).count, equals: 1)
    }
  }

  @Test("words of other directories correct nothing and have no standing, and their presets make no match better")
  func directories() throws {
    let catalog = IndexedCatalog()
    try SmallCatalog.scan(try Catalog.openForWriting(catalog.path), roots: ["/one", "/two"]) { writer in
      for (root, name) in [("/one", "Flanger"), ("/two", "Hall")] {
        let plugin = IndexedCatalog.plugin(name, comment: "")
        try writer.writeItems(SmallCatalog.bundle("\(root)/a.lv2", roots: [root], plugins: [plugin]))
      }
    }
    let view = CatalogView(roots: { ["/two"] }, naming: PlainNames(), rules: SmallCatalog.rules)
    try catalog.read(view) { (state: ReadState) throws in
      let words = CatalogWords(state: state)
      try verify(words.nearestWord(to: "flangr") == nil && words.nearestWord(to: "hlal") == "hall")
      try verify(words.standing(of: word("flanger")).level, equals: .unknown)
      try verify(words.frequency(of: word("flanger")), equals: 0)
    }
    let small = try IndexedCatalog.small()
    try SmallCatalog.scan(try Catalog.openForWriting(small.path), roots: [SmallCatalog.root, "/two"]) { writer in
      for (root, name) in [(SmallCatalog.root, "Cathedrals"), ("/two", "Cathe")] {
        let preset = PresetRecord(uri: "\(root)#p", appliesTo: "urn:a", label: name, bank: nil, bankLabel: nil)
        try writer.writeItems(SmallCatalog.bundle("\(root)/p.lv2", roots: [root], presets: [preset]))
      }
    }
    try verify(small.read { try $0.wordIndex().hits(of: word("cathe")).map(\.kind) }, equals: [.prefix])
  }

  @Test("a resolved predicate is not corrected, and hidden components that have all words hide no others")
  func results() throws {
    let small = try SmallCatalog()
    let (catalog, view) = (try demand(Catalog.openForReading(small.path)), SmallCatalog.view)
    let misspelt = ComponentPredicate.text(["somebdoy"])
    try verify(catalog.count(CatalogQuery(misspelt), view: view), equals: 2)
    try verify(catalog.count(CatalogQuery(misspelt, reading: .resolved), view: view), equals: 0)
    // Where only hidden components have all words, no search falls back to those with the most.
    let users = try demand(Catalog.openForReading(small.path, userStore: small.userStore))
    let words = ComponentPredicate.text(["somebody", "urn:b"])
    try verify(users.search(words, view: view).components.isEmpty)
    try verify(users.search(words, view: view, everything: true).components.map(\.uri), equals: ["urn:b"])
  }
}
