import ComponentModel
import ComponentQuery
import Foundation
import SQLite
import TestSupport
import Testing

@testable import CatalogSearch
@testable import CatalogStore
@testable import StoreFiles

/// The index of words is that of the rows, whatever scans have done.
@Suite struct WordIndexTests {
  private let folder = TemporaryFolder()
  private var path: String { folder("catalog.sqlite") }

  private var index: WordIndexContent { WordIndexContent(path: path) }

  private static let names = [
    "Noise Gate", "Noise", "Gate Mono", "Überhall", "ノイズゲート", "X-42 EQ", "Gates", "a b c d e",
  ]

  private func plugin(_ uri: String, _ random: inout SeededGenerator) -> ScannedPlugin {
    var plugin = SmallCatalog.plugin(uri)
    plugin.record.names = [LocalizedText(Self.names.randomElement(using: &random) ?? "x")]
    plugin.record.comment = Self.names.randomElement(using: &random)
    plugin.record.ports[2].name = Self.names.randomElement(using: &random) ?? "x"
    // The catalog can't hold two parameters of one URI.
    if Int.random(in: 0..<8, using: &random) == 0 { plugin.record.patchParameters += plugin.record.patchParameters }
    return ScannedPlugin(record: plugin.record, traits: ComponentTraits(of: plugin.record), grants: plugin.grants)
  }

  /// What one scan finds of a bundle.
  private func items(_ number: Int, _ random: inout SeededGenerator) -> [ScanWriter.Item] {
    let bundle = "\(SmallCatalog.root)/\(number).lv2"
    if Int.random(in: 0..<6, using: &random) == 0 { return [.gone(bundle: bundle)] }
    var report = BundleReport(path: bundle, fingerprint: Fingerprint(turtle: random.next() >> 1, other: 2))
    report.content = random.next()
    let uris = (0..<6).map { "urn:\($0)" }.filter { _ in Bool.random(using: &random) }
    let plugins = uris.map { plugin($0, &random) }
    let presets = (0..<Int.random(in: 0..<4, using: &random)).map { index in
      PresetRecord(
        uri: "urn:p\(index)", appliesTo: "urn:\(Int.random(in: 0..<6, using: &random))",
        label: Self.names.randomElement(using: &random), bank: nil, bankLabel: nil)
    }
    let roots = [SmallCatalog.root]
    let parts = plugins.map { ScanWriter.Item.read(bundle: bundle, roots: roots, plugins: [$0], presets: []) }
    return parts + [
      .read(bundle: bundle, roots: roots, plugins: [], presets: presets), .finished(report, roots: roots),
    ]
  }

  @Test("after any scans, bundles that are gone and such as the catalog can't hold, it is that of the rows")
  func isThatOfTheRows() throws {
    var random = SeededGenerator(environment: ProcessInfo.processInfo.environment, purpose: "index of words")
    for _ in 0..<25 {
      let writer = try ScanWriter(
        try Catalog.openForWriting(path), roots: [SmallCatalog.root], scannerVersion: 1, rules: SmallCatalog.rules)
      writer.mostNotedWords = Int.random(in: 1...9, using: &random)
      var bundles = (0..<4).shuffled(using: &random)[...]
      while !bundles.isEmpty {
        let batch = bundles.prefix(Int.random(in: 1...3, using: &random))
        bundles = bundles.dropFirst(batch.count + Int.random(in: 0...1, using: &random))
        try writer.writeItems(batch.flatMap { items($0, &random) })
      }
      try writer.complete()
      _ = try writer.finish()
      let written = try index.read()
      try index.rebuild()
      let wanted = try index.read()
      #expect(written == wanted, "\(written.symmetricDifference(wanted).sorted().prefix(9)), seed \(random.seed)")
    }
  }

  // MARK: Reading

  private func withIndex<Result>(_ body: (WordIndex, CatalogWords) throws -> Result) throws -> Result {
    let catalog = try #require(try Catalog.openForReading(path))
    return try catalog.read(SmallCatalog.view) { try body($0.wordIndex(), CatalogWords(state: $0)) }
  }

  private func word(_ text: String) -> SearchWord { SearchWord(text, rules: SmallCatalog.rules) }

  @Test(
    "a word is found in each field as it is there",
    arguments: [
      ("hall", ["name start", "name stem", "name prefix", "comment exact"]),
      ("halle", ["name start", "name stem", "name prefix", "comment stem"]), ("halls", ["name stem", "comment stem"]),
      ("h", ["name whole", "name prefix"]), ("hallurn", ["name joined", "name prefix"]), ("hallur", ["name prefix"]),
      ("somebod", ["maker prefix"]), ("omebod", ["maker infix"]), ("gain", ["parameter exact"]),
      ("gai", ["parameter prefix"]),
      ("ain", []), ("church", ["preset exact"]), ("churches", ["preset stem"]), ("urch", []), ("ga", []),
      ("reverb", ["pluginClass exact"]), ("mono", ["pluginClass exact"]),
      ("Ｈäll", ["name start", "name stem", "name prefix", "comment exact"]),
      ("hall urn", ["name joined", "name prefix"]), ("a hal", ["comment joined"]), ("hall a", []), ("???", []),
    ])
  func kinds(text: String, expected: [String]) throws {
    try SmallCatalog.write(to: path)
    let hits = try withIndex { index, _ in try index.hits(of: word(text)) }
    #expect(Set(hits.map { "\($0.field) \($0.kind)" }) == Set(expected), "\(hits.map { "\($0.field) \($0.kind)" })")
  }

  @Test("tags are found by the names of every source, whole names before forms of them")
  func findsTags() throws {
    try SmallCatalog.write(to: path)
    try withIndex { (index: WordIndex, words: CatalogWords) throws in
      #expect(try index.aliases.tags(named: "hall").identifiers == ["reverb"])
      #expect(try index.aliases.tags(named: "hall").areExact)
      #expect(try index.aliases.tags(named: "halls").identifiers == ["reverb"])
      #expect(try !index.aliases.tags(named: "halls").areExact)
      #expect(try index.aliases.tags(named: "noisegate").identifiers == ["gate"])
      #expect(try index.aliases.tags(named: "реверберация").identifiers == ["reverb"])
      #expect(try index.aliases.tags(named: "реверберации").identifiers == ["reverb"])
      #expect(try index.aliases.tags(named: "ha").identifiers.isEmpty)
      #expect(try words.components(with: word("wobb")).count == 2)
      #expect(try words.components(with: word("quoted alias")).count == 2)
    }
  }

  @Test(
    "the nearest word is that with the fewest wrong letters, then with the same first letter, then the most frequent",
    arguments: [
      ("hlal", "hall"), ("sombody", "somebody"), ("smoebdoy", "somebody"), ("hxxl", nil), ("noisgate", "noisegate"),
      ("rveerb", "reverb"), ("churck", nil), ("gian", nil),
    ])
  func nearest(text: String, expected: String?) throws {
    try SmallCatalog.write(to: path)
    #expect(try withIndex { try $1.nearestWord(to: text) } == expected)
  }

  @Test("ranking knows how many words a name has, how many tags there are, and how frequent a word is")
  func features() throws {
    try SmallCatalog.write(to: path)
    try withIndex { (index: WordIndex, words: CatalogWords) throws in
      let row = try #require(try words.components(with: word("hall")).rows().first)
      let features = try index.cache.features(of: row)
      #expect(features.nameWords == 3 && features.tags == 2 && features.variant != 0)
      #expect(try words.frequency(of: word("halls")) == 2)
      #expect(try words.frequency(of: word("gain")) == 0)
    }
  }

  // MARK: Damage

  @Test(
    "what no scan can have written is damage",
    arguments: [
      "UPDATE posting SET rows = x'FFFF'", "UPDATE posting SET rows = x'00'",
      "UPDATE posting SET rows = zeroblob(4096)",
      "UPDATE posting SET block = -1", "UPDATE posting SET block = 1 << 40", "UPDATE posting SET place = place + 90",
    ])
  func damage(change: String) throws {
    try SmallCatalog.write(to: path)
    try Connection(path, for: .writing).run(change)
    #expect {
      try withIndex { try $1.components(with: word("hall")) }
    } throws: { error in
      (error as? StoreError)?.code == .damaged
    }
  }
}

/// What the index of words of a catalog has.
struct WordIndexContent {
  let path: String

  /// Every word with its place and a component that has it there.
  func read() throws -> Set<String> {
    let connection = try Connection(path, for: .reading)
    let rows = try connection.rows("SELECT text, place, block, rows FROM posting JOIN word ON word.id = word")
    var content: Set<String> = []
    while let row = try rows.next() {
      guard case .blob(let bytes) = row.value(at: 3), let block = PostingBlock(bytes) else { continue }
      let (text, place, number) = (try row.text("text"), try row.integer("place"), try row.rowID("block"))
      for offset in block.offsets { content.insert("\(text) \(place) \(number << PostingBlock.shift + Int64(offset))") }
    }
    content.formUnion(try connection.texts("SELECT 'word ' || text || ifnull(stem, '') FROM word"))
    for word in try WordList(connection).words(.all) { content.insert("listed \(word.text)") }
    for word in try WordList(connection).words(.strong) { content.insert("strong \(word.text)") }
    content.formUnion(
      try connection.texts("SELECT block || ' ' || hex(features) FROM word_block WHERE length(features) > 0"))
    return content
  }

  /// What it has after it was rebuilt from the rows.
  func rebuilt() throws -> Set<String> {
    try rebuild()
    return try read()
  }

  func rebuild() throws {
    let connection = try Connection(path, for: .writing)
    try connection.transaction { try WordWriter(connection, rules: SmallCatalog.rules).rebuild() }
  }

  /// The version of the rules that built it; empty if it is invalid.
  func version() throws -> String {
    try Connection(path, for: .reading).texts("SELECT word_rules FROM catalog").first ?? ""
  }
}

/// Which words may be typed in place of which.
@Suite struct WordShapeTests {
  private func distance(_ word: String, _ meant: String) -> Int? {
    let spelling = Spelling(word)
    return spelling.distance(to: meant, atMost: spelling.limit)
  }

  @Test(
    "slips of the fingers and of the ear are misspellings",
    arguments: [
      ("compressro", "compressor"), ("compresor", "compressor"), ("cmpressor", "compressor"), ("revreb", "reverb"),
      ("reverbb", "reverb"), ("reberb", "reverb"), ("dely", "delay"), ("gaet", "gate"), ("nosie", "noise"),
      ("stero", "stereo"), ("streo", "stereo"), ("chours", "chorus"), ("exiter", "exciter"), ("phazer", "phaser"),
      ("kompressor", "compressor"), ("tremalo", "tremolo"), ("flnager", "flanger"), ("sinth", "synth"),
      ("lowd", "loud"), ("warn", "warm"), ("pich", "pitch"), ("hlal", "hall"), ("metter", "meter"), ("echoo", "echo"),
      ("distotrion", "distortion"), ("dragonfyl", "dragonfly"), ("zynaddsubx", "zynaddsubfx"), ("cafl", "calf"),
      ("smoebdoy", "somebody"), ("synthesyzer", "synthesizer"), ("vocodor", "vocoder"), ("xpander", "expander"),
      ("equaliter", "equalizer"), ("convulution", "convolution"), ("humm", "hum"), ("fy", "fi"), ("ферб", "верб"),
    ])
  func slips(word: String, meant: String) { #expect(distance(word, meant) != nil) }

  @Test(
    "names and other words are none",
    arguments: [
      ("pultec", "pulse"), ("juno", "nuno"), ("nosuch", "notch"), ("korg", "kor"), ("serum", "strum"), ("mesa", "mega"),
      ("diva", "niva"), ("sylenth", "synth"), ("kontakt", "konstant"), ("repro", "retro"), ("fender", "fader"),
      ("roland", "round"), ("avalon", "analog"), ("reaper", "repair"), ("decapitator", "decimator"), ("hello", "cello"),
      ("tonex", "tone"), ("muse", "use"), ("summer", "strummer"), ("forest", "format"), ("castle", "cast"),
      ("rumour", "rummut"), ("flav", "clav"), ("loader", "looper"),
    ])
  func others(word: String, other: String) { #expect(distance(word, other) == nil) }
}
