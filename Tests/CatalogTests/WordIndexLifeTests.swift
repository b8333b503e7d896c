import ComponentModel
import ComponentQuery
import ICU
import SQLite
import TestSupport
import Testing

@testable import CatalogSearch
@testable import CatalogStore
@testable import StoreFiles

/// The index of words through updates, interrupted scans, other versions and damage.
@Suite struct WordIndexLifeTests {
  private let folder = TemporaryFolder()
  private var path: String { folder("catalog.sqlite") }
  private var index: WordIndexContent { WordIndexContent(path: path) }

  private func writer() throws -> ScanWriter {
    try ScanWriter(
      try Catalog.openForWriting(path), roots: [SmallCatalog.root], scannerVersion: 1, rules: SmallCatalog.rules)
  }

  private func plugin(_ name: String, comment: String) -> ScannedPlugin {
    var record = SmallCatalog.plugin("urn:a").record
    record.names = [LocalizedText(name)]
    record.comment = comment
    return ScannedPlugin(record: record, traits: ComponentTraits(of: record), grants: [])
  }

  private func items(_ plugin: ScannedPlugin, isFinished: Bool = true) -> [ScanWriter.Item] {
    let items = SmallCatalog.bundle("\(SmallCatalog.root)/a.lv2", content: plugin.digest, plugins: [plugin])
    return isFinished ? items : Array(items.prefix(1))
  }

  private func scan(_ plugin: ScannedPlugin) throws {
    try SmallCatalog.scan(try Catalog.openForWriting(path)) { try $0.writeItems(items(plugin)) }
  }

  private func withIndex<Result>(
    _ view: CatalogView = SmallCatalog.view, userStore: String? = nil, _ body: (ReadState) throws -> Result
  ) throws -> Result {
    let catalog = try #require(try Catalog.openForReading(path, userStore: userStore))
    return try catalog.read(view, body)
  }

  private func word(_ text: String) -> SearchWord { SearchWord(text, rules: SmallCatalog.rules) }

  // MARK: Numbers

  @Test("a word that gets the number of one that is gone takes its place in the list")
  func reusesNumbers() throws {
    try scan(plugin("Gate xaa", comment: ""))
    try scan(plugin("Gate", comment: "xbb"))
    let listed = try WordList(Connection(path, for: .reading)).words(.all).map(\.text)
    #expect(listed.contains("xbb") && !listed.contains("xaa"))
    #expect(try index.read() == index.rebuilt())
  }

  @Test("words that were only ever joined ones are in no chunk of the list")
  func hasNoEmptyChunk() throws {
    try scan(plugin("Noise Gate", comment: ""))
    try scan(plugin("Gate", comment: ""))
    #expect(try Connection(path, for: .reading).numbers("SELECT chunk FROM word_list") == [0])
  }

  @Test("the same bundles give the same words with the same numbers")
  func isDeterministic() throws {
    let contents = try ["a", "b"].map { name in
      let path = folder("\(name).sqlite")
      try SmallCatalog.write(to: path)
      return try Connection(path, for: .reading).texts("SELECT id || ' ' || text FROM word")
    }
    #expect(contents[0] == contents[1])
  }

  // MARK: Versions

  @Test("an index of an older version is rebuilt by the next scan, and not asked before")
  func rebuildsOlder() throws {
    try SmallCatalog.write(to: path)
    let before = try index.read()
    let connection = try Connection(path, for: .writing)
    try connection.execute("UPDATE catalog SET word_rules = '0 99'; DELETE FROM posting WHERE place > 3")
    #expect(throws: NotScanned.self) { try withIndex { _ = try $0.wordIndex() } }
    try SmallCatalog.write(to: path)
    #expect(try index.read() == before)
  }

  @Test("an index of a newer version is used, and is rebuilt by that version once an older program has written into it")
  func usesNewer() throws {
    try scan(plugin("Hall", comment: ""))
    let own = try index.version()
    try Connection(path, for: .writing).run("UPDATE catalog SET word_rules = '9 1.0'")
    #expect(try withIndex { try CatalogWords(state: $0).components(with: word("hall")).count } == 1)
    try scan(plugin("Hall", comment: ""))
    #expect(try index.version() == "9 1.0")
    try scan(plugin("Room", comment: ""))
    #expect(try index.version() == own)
  }

  @Test("the tables of Unicode are part of the version")
  func knowsUnicode() {
    let version = WordIndexVersion(SmallCatalog.rules)
    #expect(version.description == "6 \(SmallCatalog.rules.version)")
    #expect(version.canUse(version.description) && !version.canUse("") && !version.canUse("6 1.0"))
    #expect(version.canUse("6 1000.1") && version.canUse("7 1.0") && !version.canUse("5 1000.1"))
  }

  // MARK: Interrupted scans

  @Test("what an interrupted scan has written leaves the index valid, and is in step")
  func survivesInterruption() throws {
    try SmallCatalog.write(to: path)
    try writer().writeItems(items(plugin("Changed", comment: "c"), isFinished: false))
    let version = try index.version()
    let next = try writer()
    try next.writeItems(items(plugin("Changed", comment: "c"), isFinished: false))
    #expect(try index.version() == version && !version.isEmpty)
    try next.writeItems(items(plugin("Changed", comment: "again")))
    try next.complete()
    _ = try next.finish()
    #expect(try index.read() == index.rebuilt())
  }

  // MARK: Damage

  @Test(
    "a scan that meets damage in the index says so, and writes nothing",
    arguments: ["UPDATE posting SET rows = x'FFFF'", "DELETE FROM posting"])
  func scansOfDamage(change: String) throws {
    try SmallCatalog.write(to: path)
    try Connection(path, for: .writing).execute(change)
    let before = try index.read()
    let error = #expect(throws: StoreError.self) { try scan(plugin("Wholly Other", comment: "words")) }
    #expect(error?.code == .damaged)
    #expect(try index.read() == before)
  }

  @Test("new rules of tags change their number in the index")
  func countsTags() throws {
    try SmallCatalog.write(to: path)
    let writer = try writer()
    try writer.updateTags(rules: "other", aliases: { [] }) { _ in
      ["eq", "gate", "delay"].map { TagGrant($0, isStandard: true, aliases: [], source: .curated) }
    }
    #expect(try index.read() == index.rebuilt())
    try withIndex { (state: ReadState) throws in
      let row = try #require(try CatalogWords(state: state).components(with: word("hall")).rows().first)
      #expect(try state.wordIndex().cache.features(of: row).tags == 4)
    }
  }

  // MARK: What a caller sees

  @Test("a phrase and a word that are spelt alike don't share where they are found")
  func standingsOfPhrases() throws {
    try scan(plugin("X 42 Y", comment: ""))
    try withIndex { (state: ReadState) throws in
      let words = CatalogWords(state: state)
      let (phrase, one) = (SearchWord("x-4", tokens: ["x", "4"]), SearchWord("x4", tokens: ["x4"]))
      let first = try words.standing(of: phrase)
      #expect(try words.standing(of: one) == CatalogWords(state: state).standing(of: one))
      let fresh = try withIndex { try CatalogWords(state: $0).standing(of: one) }
      #expect(try words.standing(of: one) == fresh && words.standing(of: phrase) == first)
    }
  }

  @Test("words of other directories correct nothing, and have no standing")
  func seesItsDirectories() throws {
    try SmallCatalog.scan(try Catalog.openForWriting(path), roots: ["/one", "/two"]) { writer in
      for (root, name) in [("/one", "Flanger"), ("/two", "Hall")] {
        try writer.writeItems(
          SmallCatalog.bundle("\(root)/a.lv2", roots: [root], plugins: [plugin(name, comment: "")]))
      }
    }
    let view = CatalogView(roots: { ["/two"] }, naming: PlainNames(), rules: SmallCatalog.rules)
    try withIndex(view) { (state: ReadState) throws in
      let words = CatalogWords(state: state)
      #expect(try words.nearestWord(to: "flangr") == nil && words.nearestWord(to: "hlal") == "hall")
      #expect(try words.standing(of: word("flanger")).level == .unknown)
      #expect(try words.frequency(of: word("flanger")) == 0)
    }
  }

  @Test("a preset of a directory that the caller doesn't see doesn't make a match better")
  func kindsOfForeignPresets() throws {
    try SmallCatalog.write(to: path)
    try SmallCatalog.scan(try Catalog.openForWriting(path), roots: [SmallCatalog.root, "/two"]) { writer in
      for (root, name) in [(SmallCatalog.root, "Cathedrals"), ("/two", "Cathe")] {
        let preset = PresetRecord(uri: "\(root)#p", appliesTo: "urn:a", label: name, bank: nil, bankLabel: nil)
        try writer.writeItems(SmallCatalog.bundle("\(root)/p.lv2", roots: [root], presets: [preset]))
      }
    }
    let hits = try withIndex { try $0.wordIndex().hits(of: word("cathe")) }
    #expect(hits.map(\.kind) == [.prefix])
  }

  @Test("a word in ASCII and one with other letters are no forms of one, in the index as in memory")
  func formsOfOtherLetters() throws {
    try scan(plugin("Sygnał", comment: "sygnaly"))
    for (text, other) in [("sygnaly", "Sygnał"), ("sygnał", "sygnaly")] {
      let words = FieldWords([other], of: .name, rules: SmallCatalog.rules)
      #expect(!word(text).matches(words, of: .name))
      #expect(try withIndex { try $0.wordIndex().hits(of: word(text)).count } == 1)
    }
  }

  // MARK: Results

  @Test("no more results than asked for, and how many there are", arguments: [0, 1, 2, 3])
  func limits(limit: Int) throws {
    try SmallCatalog.write(to: path)
    let catalog = try #require(try Catalog.openForReading(path))
    for predicate in [ComponentPredicate.text(["hall"]), .constant(true)] {
      let found = try catalog.search(predicate, view: SmallCatalog.view, limit: limit)
      #expect(found.components.count == min(2, limit) && found.total == 2)
      #expect(
        try catalog.components(CatalogQuery(predicate), view: SmallCatalog.view, limit: limit).count == min(2, limit))
    }
  }

  @Test("a predicate that has been resolved is evaluated as it is")
  func resolved() throws {
    try SmallCatalog.write(to: path)
    let catalog = try #require(try Catalog.openForReading(path))
    let misspelt = ComponentPredicate.text(["somebdoy"])
    #expect(try catalog.count(CatalogQuery(misspelt), view: SmallCatalog.view) == 2)
    #expect(try catalog.count(CatalogQuery(misspelt, reading: .resolved), view: SmallCatalog.view) == 0)
  }

  @Test("where only hidden components have all words, no search falls back to those with the most")
  func hiddenComponentsHaveTheWords() throws {
    let small = try SmallCatalog()
    let catalog = try #require(try Catalog.openForReading(small.path, userStore: small.userStore))
    let words = ComponentPredicate.text(["somebody", "urn:b"])
    #expect(try catalog.search(words, view: SmallCatalog.view).components.isEmpty)
    #expect(try catalog.search(words, view: SmallCatalog.view, everything: true).components.map(\.uri) == ["urn:b"])
  }

  @Test("a program that knows fewer languages leaves the names of tags in others alone")
  func languages() throws {
    try SmallCatalog.write(to: path)
    func tags(_ name: String) throws -> [String] {
      try withIndex { try $0.wordIndex().aliases.tags(named: name).identifiers }
    }
    func scan(_ name: String, version: String, languages: [String] = []) throws {
      let writer = try writer()
      guard try writer.needsAliases(version: version, languages: languages) else { return }
      let rows = AliasRows([(name: name, tag: "reverb")], rules: SmallCatalog.rules)
      try writer.writeAliases(rows, version: version, languages: languages)
    }
    try scan("Hallgerät", version: "2", languages: ["de", "fr"])
    try scan("Hall", version: "3")
    #expect(try tags("hallgerat") == ["reverb"] && tags("hall").isEmpty)
    try scan("Hall", version: "3", languages: ["de", "fr", "pl"])
    #expect(try tags("hallgerat").isEmpty && tags("hall") == ["reverb"])
  }
}
