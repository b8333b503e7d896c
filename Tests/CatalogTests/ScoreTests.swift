import ComponentModel
import ComponentQuery
import TestSupport
import Testing

@testable import CatalogSearch
@testable import CatalogStore

/// The points of components, and the reasons for them, which come from one table.
struct ScoreTests {
  private typealias Plugin = (name: String, comment: String, tags: [String])

  private static let plugins: [Plugin] = [
    ("Vorpal Reverb", "Rooms", ["reverb"]), ("Tove", "A tank after Schroeder", ["reverb"]),
    ("Vorpal Delay", "Repeats in a room", ["delay"]),
    ("Borogove", "Repeats", ["delay", "echo", "tape", "spatial", "multi"]),
    ("Rath", "Repeats", ["delay"]), ("Mome", "Gates noise, follows the envelope", ["gate"]),
    ("Slithy Gate", "Gates noise", ["gate", "dynamics"]), ("Gyre", "A synthesizer of bells", ["synthesizer"]),
    ("Gimble Vorpal Gate", "Burns", ["distortion", "gate"]), ("Jubjub", "Burns", ["distortion"]),
    ("Broken Delay", "Repeats", ["delay"]), ("Broken", "Delay, reverb, gate", ["delay", "reverb", "gate"]),
  ]

  private static let catalog = Result {
    let catalog = IndexedCatalog()
    try SmallCatalog.scan(try Catalog.openForWriting(catalog.path)) { writer in
      for (number, plugin) in plugins.enumerated() {
        var record = SmallCatalog.plugin("urn:\(number)").record
        record.names = [LocalizedText(plugin.name)]
        record.classes = [LV2.plugin]
        (record.comment, record.shortName, record.author, record.project) = (plugin.comment, nil, nil, nil)
        let grants = plugin.tags.map { TagGrant($0, isStandard: true, source: .pluginClass) }
        let scanned = ScannedPlugin(record: record, traits: ComponentTraits(of: record), grants: grants)
        let path = "\(SmallCatalog.root)/\(number).lv2"
        try writer.writeItems(SmallCatalog.bundle(path, turtle: UInt64(number), plugins: [scanned]))
      }
    }
    for (number, verdict) in [(10, "failed"), (11, "crashed")] {
      try catalog.edit("UPDATE component SET validation = '\(verdict)' WHERE uri = 'urn:\(number)'")
    }
    return catalog
  }

  private func search(_ predicate: ComponentPredicate) throws -> [String] {
    let catalog = try demand(Catalog.openForReading(Self.catalog.get().path))
    return try catalog.search(predicate, view: SmallCatalog.view).components.map(\.name)
  }

  private func search(_ words: String...) throws -> [String] { try search(.text(words)) }

  /// The points of components, by their names.
  private func points(_ words: String...) throws -> [String: Double] {
    try Self.catalog.get().read { state in
      let (rows, score) = try Self.score(.text(words), state)
      return Dictionary(
        uniqueKeysWithValues: try rows.map { row in
          (try demand(Search(state: state).components([row]).first).name, Self.sum(score.reasons(for: row)))
        })
    }
  }

  /// All rows, and the score of words for them.
  private static func score(_ predicate: ComponentPredicate, _ state: ReadState) throws -> ([Int64], Score) {
    let plan = try Search(state: state).plan(predicate, scope: .visible)
    let rows = try state.catalog.all().rows()
    return (rows, try Scorer(state, RowPositions(rows)).score(of: try demand(plan.rank, "\(predicate)")))
  }

  private static func sum(_ reasons: [RankPart]) -> Double { reasons.reduce(0) { $0 + $1.points } }

  // MARK: One pass

  @Test(
    "the reasons of a component add up to its points, whatever the words are, and are the same for one as among all")
  func few() throws { try check(cases: 25) }

  @Test("the same of more", .part(.laws)) func many() throws { try check(cases: 300) }

  private func check(cases: Int) throws {
    let words = [
      "vorpal", "reverb", "delay", "gate", "noise", "repeats", "schroeder", "synthesizer", "bells", "broken", "burns",
      "echo",
      "envelope", "remove", "warm", "tank", "qqq", "stereo", "without", "vorp", "ga", "hall", "rooms", "tape",
      "distortion",
    ]
    var generator = SeededGenerator(stream: 6)
    try Self.catalog.get().read { state in
      for _ in 0..<SeededGenerator.cases(cases) {
        func text() -> ComponentPredicate {
          .text((0..<Int.random(in: 1...4, using: &generator)).map { _ in generator.pick(words) })
        }
        let predicate: ComponentPredicate =
          switch Int.random(in: 0..<6, using: &generator) {
          case 0: .and([text(), text()])
          case 1: .or([text(), text()])
          default: text()
          }
        let (rows, score) = try Self.score(predicate, state)
        let totals = score.totals(RowPositions(rows))
        for (row, total) in zip(rows, totals) {
          let reasons = score.reasons(for: row)
          let place: Comment = "seed \(testSeed), \(predicate): \(row): \(reasons)"
          verify(abs(Self.sum(reasons) - Double(total)) < 0.001, place)
          for part in reasons {
            verify(abs(part.contributions.reduce(0) { $0 + $1.points } - part.points) < 0.001, place)
          }
        }
        let row = generator.pick(rows)
        let plan = try Search(state: state).plan(predicate, scope: .visible)
        let alone = try Scorer(state, RowPositions([row])).score(of: try demand(plan.rank))
        let both = (Self.sum(alone.reasons(for: row)), Self.sum(score.reasons(for: row)))
        verify(abs(both.0 - both.1) < 0.001, "seed \(testSeed), \(predicate): \(row): \(both)")
      }
    }
  }

  // MARK: What counts

  @Test("the rarer a word, the more it says; a name says more than a comment, and specific words more than a broad tag")
  func rarity() throws {
    verify(
      [1, 5, 50, 700].map { Rarity(of: 700).of($0) }.sorted(by: >),
      equals: [1, 5, 50, 700].map { Rarity(of: 700).of($0) })
    verify(Rarity(of: 700).of(700) == 1 && Rarity(of: 1).of(1) == 1)
    let (rare, common) = (try points("schroeder"), try points("repeats"))
    try verify(demand(rare["Tove"]) > demand(common["Rath"]))
    let named = try points("vorpal", "reverb")
    try verify(demand(named["Vorpal Reverb"]) > demand(named["Vorpal Delay"]))
    try verify(demand(points("schroeder", "reverb")["Tove"]) > demand(points("reverb")["Tove"]))
    // Among as many as people have, one comment with an optional word is worth more than the kind as the whole name.
    let one = Rarity(of: 700).of(1)
    verify(Weights.of(.comment) * one * Weights.optional(one) > Weights.wholeName)
    try verify(search("vorpal", "gate").first, equals: "Gimble Vorpal Gate")
  }

  @Test("the number of tags decides among equals only")
  func breadth() throws {
    let delays = try search("delay")
    try verify(demand(delays.firstIndex(of: "Rath")) < demand(delays.firstIndex(of: "Borogove")), "\(delays)")
    // But any evidence is worth more.
    try verify(search("borogove", "delay").first, equals: "Borogove")
    try Self.catalog.get().read { state in
      let (rows, score) = try Self.score(.text(["delay"]), state)
      for row in rows {
        let breadth = score.reasons(for: row).flatMap(\.contributions).filter { $0.source == .breadth }
        verify(breadth.allSatisfy { (-3..<0).contains($0.points) }, "\(row): \(breadth)")
      }
    }
  }

  @Test("what doesn't load comes last, however well it fits, and its reasons say so")
  func failing() throws {
    for words in [["delay"], ["broken", "delay"], ["reverb"], ["gate"]] {
      let found = try search(.text(words))
      let places = ["Broken Delay", "Broken"].compactMap(found.firstIndex)
      verify(!places.isEmpty && places.allSatisfy { $0 >= found.count - places.count }, "\(words): \(found)")
    }
    try Self.catalog.get().read { state in
      let (rows, score) = try Self.score(.text(["broken", "delay"]), state)
      let failing = rows.filter { row in
        score.reasons(for: row).flatMap(\.contributions).contains { $0.source == .failing }
      }
      verify(failing, equals: try state.catalog.failing().rows())
      verify(failing.count, equals: 2)
    }
  }

  @Test("the reasons that a list asks for are those of the search that made it")
  func reasons() throws {
    let catalog = try demand(Catalog.openForReading(Self.catalog.get().path))
    for words in [["vorpal", "gate"], ["schroeder", "reverb"], ["delay"]] {
      let predicate = ComponentPredicate.text(words)
      let found = try catalog.search(predicate, view: SmallCatalog.view).components
      let reasons = try catalog.rankParts(of: found, for: predicate, view: SmallCatalog.view)
      let sums = reasons.map { Search.points(Float(Self.sum($0))) }
      verify(sums, equals: sums.sorted(by: >), "\(words): \(found.map(\.name))")
    }
  }
}
