import AudioComponents
import TestSupport
import Testing

/// What musicians type, and what they mean by it.
@Suite struct MusiciansSearchTests {
  private let manager: ComponentManager

  init() throws { manager = try Self.scanned.get().manager }

  /// Scanned once: the tests only search, but for one.
  private static let scanned = Result { try scan() }

  private static func scan() throws -> ScannedCatalog {
    let folder = TemporaryFolder()
    let bundles = HandmadeBundles(folder)
    for (number, component) in components.enumerated() { bundles.component("\(number).lv2", component) }
    let catalog = try ScannedCatalog(path: bundles.path)
    try catalog.manager.scan()
    return catalog
  }

  private static let components = [
    effect("Calf Gate", "lv2:GatePlugin", maker: "Calf Studio Gear"),
    effect("Sidechain Compressor Stereo", "lv2:CompressorPlugin", maker: "LSP LV2", sideChain: true),
    effect("Compressor Stereo", "lv2:CompressorPlugin", maker: "LSP LV2"),
    effect("Hall Verb", "lv2:ReverbPlugin", maker: "LSP LV2"),
    effect("Dragonfly Plate", "lv2:ReverbPlugin", maker: "Michael"),
    effect("GxBigMuffPi", "lv2:DistortionPlugin", maker: "Guitarix"),
    effect("Tape Machine", "lv2:DelayPlugin", maker: "Calf Studio Gear"),
    effect("Rumble Away", "lv2:HighpassPlugin", maker: "Steve Harris"),
    effect("x42-eq", "lv2:ParaEQPlugin", maker: "Robin Gareus", uri: "http://gareus.org/oss/lv2/fil4"),
    HandmadeComponent(
      uri: "urn:multi", name: "Multi-Sampler x12", pluginClass: "lv2:InstrumentPlugin", maker: "LSP LV2", audio: (0, 2),
      midi: (true, false), parameters: ["Gate", "Highpass"], presets: ["Distorsion Lead"]),
    HandmadeComponent(
      uri: "urn:mono", name: "Amp", pluginClass: "lv2:AmplifierPlugin", maker: "Steve Harris", audio: (1, 1),
      more: "doap:name \"Einfacher Verstärker\"@de"),
  ]

  private static func effect(
    _ name: String, _ pluginClass: String, maker: String, sideChain: Bool = false, uri: String? = nil
  ) -> HandmadeComponent {
    HandmadeComponent(
      uri: uri ?? "urn:" + name.filter { $0.isLetter }, name: name, pluginClass: pluginClass, maker: maker,
      audio: (2, 2), sideChain: sideChain, parameters: ["Threshold"])
  }

  private func names(
    _ text: String, _ matching: WordMatching = .interpreted, in manager: ComponentManager? = nil
  ) throws -> [String] {
    let manager = manager ?? self.manager
    return try manager.search(try manager.predicate(text), words: matching).components.map(\.name)
  }

  @Test(
    "what the points of a component consist of adds up to them",
    arguments: [
      "noise gate", "sidechain compressor stereo", "lsp compressor", "hall verb", "big muff", "x 42 eq",
      "multi sampler",
      "amp", "warm reverb", "vocal compressor", "remove rumble", "rumble gate", "threshold", "urn amp", "effect -lsp",
      "gate or reverb", "plate lsp", "distorsion",
    ])
  func contributions(text: String) throws {
    let predicate = try manager.predicate(text)
    let found = try manager.components(matching: predicate)
    #expect(!found.isEmpty)
    for component in found {
      for part in try manager.rank(of: component, for: predicate) {
        let sum = part.contributions.reduce(0) { $0 + $1.points }
        #expect(abs(sum - part.points) < 0.001, "\(component.name): \(part)")
      }
    }
  }

  @Test(
    "the best answer comes first",
    arguments: [
      ("noise gate", "Calf Gate"), ("Rauschsperre", "Calf Gate"), ("noise-gate plugin", "Calf Gate"),
      ("multisampler", "Multi-Sampler x12"), ("multi sampler", "Multi-Sampler x12"), ("dragon fly", "Dragonfly Plate"),
      ("big muff", "GxBigMuffPi"), ("x 42 eq", "x42-eq"), ("gareus.org", "x42-eq"), ("distorsion", "GxBigMuffPi"),
      ("LSP Compresor Stero", "Compressor Stereo"), ("sidechain compressor", "Sidechain Compressor Stereo"),
      ("compressors", "Compressor Stereo"), ("tag:reverb hall", "Hall Verb"), ("reverb or delay", "Tape Machine"),
      ("“tape machine”", "Tape Machine"), ("Verstärker", "Amp"), ("amp mono", "Amp"), ("remove rumble", "Rumble Away"),
      ("Hallgerät", "Hall Verb"), ("リバーブ", "Hall Verb"), ("компрессор", "Compressor Stereo"),
    ])
  func bestAnswers(text: String, name: String) throws {
    let meaning = try manager.resolved(try manager.predicate(text))
    #expect(try names(text).first == name, "\(text) means \(meaning)")
  }

  @Test(
    "what is not meant is not there",
    arguments: [
      ("reverb -lsp", "Hall Verb"), ("reverb without hall", "Hall Verb"), ("reverb ohne hall", "Hall Verb"),
      ("stereo compressor", "Amp"),
      ("mono", "Hall Verb"), ("no gui reverb", "Calf Gate"), ("kein Hall", "Dragonfly Plate"),
      ("effect without reverb", "Multi-Sampler x12"), ("effect without reverb", "Hall Verb"),
    ])
  func exclusions(text: String, other: String) throws {
    let found = try names(text)
    #expect(!found.isEmpty && !found.contains(other), "\(text)")
  }

  @Test("what differs from the words is said, and nothing is guessed where they must be exact")
  func notes() throws {
    func notes(_ text: String, _ matching: WordMatching) throws -> [SearchNote] {
      try manager.search(try manager.predicate(text), words: matching).notes
    }
    #expect(
      try notes("compresor gate", .interpreted).contains(.mostWords(found: 1, of: ["compresor", "gate"], missing: [])))
    #expect(try notes("dragonfli", .interpreted) == [.corrected(word: "dragonfli", to: "Dragonfly")])
    #expect(try notes("dragonfli", .exact).isEmpty)
    #expect(try names("dragonfli", .exact).isEmpty)
    // Other names of a tag are no guess.
    #expect(try Set(names("distorsion", .exact)) == ["GxBigMuffPi", "Multi-Sampler x12"])
    #expect(try notes("calf gate", .interpreted).isEmpty)
  }

  @Test("components that are nothing of what the words name don't stand in the way of those that are")
  func kinds() throws {
    let found = try manager.search(try manager.predicate("gate highpass"))
    #expect(found.notes == [.mostWords(found: 1, of: ["gate", "highpass"], missing: [])], "\(found.notes)")
    #expect(Set(found.components.map(\.name)) == ["Calf Gate", "Rumble Away"], "\(found.components.map(\.name))")
    #expect(try names("gate highpass", .exact) == ["Multi-Sampler x12"])
    // An instrument with a highpass is an instrument.
    #expect(try names("instrument highpass").first == "Multi-Sampler x12")
  }

  @Test("each keystroke is a search for the beginning of a word")
  func typing() throws {
    #expect(try names("drag", .typing) == ["Dragonfly Plate"])
    #expect(try names("dragonfly pl", .typing) == ["Dragonfly Plate"])
    let search = manager.prepare(try manager.predicate("noise ga"), words: .typing)
    let found = try names("noise ga", .typing)
    #expect(found.first == "Calf Gate")
    #expect(try search.components().map(\.name) == found)
  }

  @Test("a search that finds little goes on with what is near, and says so")
  func widening() throws {
    let found = try manager.search(try manager.predicate("big muff distortion"))
    #expect(found.components.first?.name == "GxBigMuffPi")
    let tape = try manager.search(try manager.predicate("tape delay"))
    #expect(tape.components.map(\.name) == ["Tape Machine"] && tape.notes.isEmpty, "\(tape.notes)")
    let wide = try manager.search(try manager.predicate("sidechain compressor lsp"))
    #expect(wide.components.map(\.name) == ["Sidechain Compressor Stereo"] && wide.notes.isEmpty, "\(wide.notes)")
    let verb = try manager.search(try manager.predicate("dragonfly reverb"))
    #expect(verb.components.map(\.name) == ["Dragonfly Plate", "Hall Verb"], "\(verb.components.map(\.name))")
    #expect(verb.notes == [.widened(found: 1, to: ["Reverb"])], "\(verb.notes)")
    #expect(try names("dragonfly reverb", .exact) == ["Dragonfly Plate"])
  }

  @Test("a kind is what is tagged or named so, and not what has a parameter of the name")
  func kindsByTag() throws {
    #expect(try names("gate") == ["Calf Gate"])
    #expect(Set(try names("gate", .exact)) == ["Calf Gate", "Multi-Sampler x12"])
    // But an instrument with a gate is one.
    let instruments = try manager.search(try manager.predicate("instrument with gate"))
    #expect(instruments.components.first?.name == "Multi-Sampler x12", "\(instruments.predicate) \(instruments.notes)")
  }

  @Test("what a person favours comes first among equals, and changes no result")
  func preferences() throws {
    let own = try Self.scan()
    let before = try names("stereo compressor threshold", in: own.manager)
    try own.manager.apply([.add(.favorite, to: "urn:HallVerb")])
    #expect(Set(try names("stereo compressor threshold", in: own.manager)) == Set(before))
    let equal = try names("threshold", in: own.manager)
    #expect(equal.first == "Hall Verb" && equal.count == 9)
  }

  @Test("the points of a component are told by word")
  func points() throws {
    let predicate = try manager.predicate("dragonfly plate")
    let plate = try #require(try manager.components(named: "Dragonfly Plate").first)
    let parts = try manager.rank(of: plate, for: predicate)
    #expect(parts.map(\.subject) == [.name, .word("dragonfly"), .word("plate")])
    #expect(parts.allSatisfy { $0.points > 5 })
    #expect(try manager.rank(of: plate, for: try manager.predicate("tag == Reverb")).isEmpty)
  }

  @Test("ranking is the same whether a few or all are asked for")
  func limits() throws {
    for text in ["threshold", "lsp", "stereo", "calf or lsp"] {
      let all = try names(text)
      for limit in 1...max(1, all.count) {
        let first = try manager.search(try manager.predicate(text), limit: limit).components.map(\.name)
        #expect(first == Array(all.prefix(limit)), "\(text) \(limit)")
      }
    }
  }
}
