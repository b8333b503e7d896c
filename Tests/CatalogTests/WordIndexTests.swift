import ComponentModel
import Lexicon
import Foundation
import TestSupport
import Testing

@testable import CatalogSearch
@testable import CatalogStore
@testable import StoreFiles

/// The index of words is that of the rows, whatever scans have done.
struct WordIndexTests {
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
  func law() throws { try checkLaw(cases: 3) }

  @Test("the same of more", .part(.laws)) func fullLaw() throws { try checkLaw(cases: 25) }

  private func checkLaw(cases: Int) throws {
    var random = SeededGenerator(environment: ProcessInfo.processInfo.environment, purpose: "index of words")
    let catalog = IndexedCatalog()
    for _ in 0..<SeededGenerator.cases(cases) {
      let writer = try catalog.writer()
      writer.mostNotedWords = Int.random(in: 1...9, using: &random)
      var bundles = (0..<4).shuffled(using: &random)[...]
      while !bundles.isEmpty {
        let batch = bundles.prefix(Int.random(in: 1...3, using: &random))
        bundles = bundles.dropFirst(batch.count + Int.random(in: 0...1, using: &random))
        try writer.writeItems(batch.flatMap { items($0, &random) })
      }
      try writer.complete()
      _ = try writer.finish()
      let written = try catalog.index()
      let wanted = try catalog.rebuilt()
      verify(written, equals: wanted, "\(written.symmetricDifference(wanted).sorted().prefix(9)), seed \(random.seed)")
    }
  }

  @Test("a word is found in each field as it is there, a tag by every name, a misspelt word by the nearest")
  func reading() throws {
    let catalog = try IndexedCatalog.small()
    for (text, expected) in [
      ("hall", ["name start", "name stem", "name prefix", "comment exact"]),
      ("halle", ["name start", "name stem", "name prefix", "comment stem"]), ("halls", ["name stem", "comment stem"]),
      ("h", ["name whole", "name prefix"]), ("hallurn", ["name joined", "name prefix"]), ("hallur", ["name prefix"]),
      ("somebod", ["maker prefix"]), ("omebod", ["maker infix"]), ("gain", ["parameter exact"]),
      ("gai", ["parameter prefix"]), ("ain", []), ("church", ["preset exact"]), ("churches", ["preset stem"]),
      ("urch", []), ("ga", []), ("reverb", ["pluginClass exact"]), ("mono", ["pluginClass exact"]),
      ("Ｈäll", ["name start", "name stem", "name prefix", "comment exact"]),
      ("hall urn", ["name joined", "name prefix"]), ("a hal", ["comment joined"]), ("hall a", []), ("???", []),
    ] {
      try verify(Set(catalog.hits(of: text)), equals: Set(expected), "\(text)")
    }
    try catalog.read { (state: ReadState) throws in
      let words = CatalogWords(state: state)
      func row(_ text: String) throws -> Int64? { try words.components(with: IndexedCatalog.word(text)).rows().first }
      for (text, expected) in [
        ("hlal", "hall"), ("sombody", "somebody"), ("smoebdoy", "somebody"), ("hxxl", nil), ("noisgate", "noisegate"),
        ("rveerb", "reverb"), ("churck", nil), ("gian", "gain"),
      ] {
        try verify(words.nearestWord(to: text), equals: expected, "\(text)")
      }
      for text in ["wobb", "quoted alias"] {
        try verify(words.components(with: IndexedCatalog.word(text)).count, equals: 2)
      }
      let features = try state.wordIndex().cache.features(of: demand(row("hall")))
      verify(features.nameWords == 3 && features.tags == 2 && features.variant != 0)
      try verify(words.frequency(of: IndexedCatalog.word("halls")), equals: 2)
      try verify(words.frequency(of: IndexedCatalog.word("gain")), equals: 0)
    }
    for (name, tags, isExact) in [
      ("hall", ["reverb"], true), ("halls", ["reverb"], false), ("noisegate", ["gate"], nil),
      ("реверберация", ["reverb"], nil), ("реверберации", ["reverb"], nil), ("ha", [], nil),
    ] as [(String, [String], Bool?)] {
      let found = Lexicon.standard.tags(named: name)
      verify(found.tags.map(\.identifier) == tags && found.areExact == isExact ?? found.areExact, "\(name): \(found)")
    }
  }

  @Test("what no scan can have written is damage")
  func damage() throws {
    for change in [
      "rows = x'FFFF'", "rows = x'00'", "rows = zeroblob(4096)", "rows = x'FFFFFFFFFF01'", "rows = x'FFFFFFFF7F'",
      "place = place + 90",
    ] {
      let catalog = try IndexedCatalog.small()
      try catalog.edit("UPDATE posting SET \(change)")
      let error = verify(throws: StoreError.self, "\(change)") {
        try catalog.read { try CatalogWords(state: $0).components(with: IndexedCatalog.word("hall")) }
      }
      verify(error?.code, equals: .damaged)
    }
  }

  @Test("a posting has the rows that were written")
  func postings() {
    for rows in [[], [1], [127, 128, 129, 16_383, 16_384], [1, ComponentSet.rows.upperBound - 1]] {
      var read: [Int64] = []
      let isSound = PostingRows.bytes(of: rows).withUnsafeBytes { bytes in
        PostingRows.forEach(in: bytes) { read.append($0) }
      }
      verify(isSound && read == rows, "\(rows)")
    }
  }

  @Test("slips of the fingers and of the ear are misspellings, names and other words are none")
  func spelling() {
    func distances(_ pairs: [(String, String)]) -> [Int?] {
      pairs.map { word, meant in Spelling(word).distance(to: meant, atMost: Spelling(word).limit) }
    }
    let slips = [
      ("compressro", "compressor"), ("compresor", "compressor"), ("cmpressor", "compressor"), ("revreb", "reverb"),
      ("reverbb", "reverb"), ("reberb", "reverb"), ("dely", "delay"), ("gaet", "gate"), ("nosie", "noise"),
      ("streo", "stereo"), ("exiter", "exciter"), ("phazer", "phaser"), ("kompressor", "compressor"),
      ("tremalo", "tremolo"), ("sinth", "synth"), ("lowd", "loud"), ("warn", "warm"), ("hlal", "hall"),
      ("metter", "meter"), ("echoo", "echo"), ("distotrion", "distortion"), ("zynaddsubx", "zynaddsubfx"),
      ("smoebdoy", "somebody"), ("synthesyzer", "synthesizer"), ("vocodor", "vocoder"), ("xpander", "expander"),
      ("equaliter", "equalizer"), ("convulution", "convolution"), ("humm", "hum"), ("fy", "fi"), ("ферб", "верб"),
    ]
    verify(zip(slips, distances(slips)).filter { $1 == nil }.map(\.0.0), equals: [])
    let others = [
      ("pultec", "pulse"), ("juno", "nuno"), ("nosuch", "notch"), ("korg", "kor"), ("serum", "strum"), ("mesa", "mega"),
      ("diva", "niva"), ("sylenth", "synth"), ("kontakt", "konstant"), ("repro", "retro"), ("fender", "fader"),
      ("roland", "round"), ("avalon", "analog"), ("reaper", "repair"), ("decapitator", "decimator"), ("hello", "cello"),
      ("tonex", "tone"), ("muse", "use"), ("summer", "strummer"), ("forest", "format"), ("castle", "cast"),
      ("rumour", "rummut"), ("flav", "clav"), ("loader", "looper"),
    ]
    verify(zip(others, distances(others)).filter { $1 != nil }.map(\.0.0), equals: [])
  }
}
