import AudioComponents
import TestSupport
import Testing

/// What musicians type, and what they mean by it.
struct MusiciansSearchTests {
  private let manager: ComponentManager

  init() throws { manager = try Self.scanned.get() }

  private static let bundles = HandmadeBundles()
  /// Scanned once: the tests only search.
  private static let scanned = Result {
    for (number, component) in components.enumerated() { bundles.component("\(number).lv2", component) }
    let manager = try bundles.manager()
    try manager.scan()
    return manager
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

  @Test("the points of a component are told by word, and what they consist of adds up to them")
  func points() throws {
    for text in [
      "noise gate", "sidechain compressor stereo", "lsp compressor", "big muff", "x 42 eq", "multi sampler", "amp",
      "warm reverb", "vocal compressor", "rumble gate", "threshold", "urn amp", "effect -lsp", "gate or reverb",
      "plate lsp", "distorsion",
    ] {
      let predicate = try manager.predicate(text)
      let found = try manager.components(matching: predicate)
      verify(!found.isEmpty, "\(text)")
      for component in found {
        for part in try manager.rank(of: component, for: predicate) {
          let sum = part.contributions.reduce(0) { $0 + $1.points }
          verify(abs(sum - part.points) < 0.001, "\(text): \(component.name): \(part)")
        }
      }
    }
    let plate = try demand(manager.components(named: "Dragonfly Plate").first)
    let parts = try manager.rank(of: plate, for: try manager.predicate("dragonfly plate"))
    // What decides among equals counts apart from the wording.
    verify(parts.map(\.subject), equals: [.name, .word("dragonfly"), .word("plate")])
    verify(parts.map { $0.points > 5 }, equals: [true, true, true])
    try verify(manager.rank(of: plate, for: try manager.predicate("tag == Reverb")).isEmpty)
  }

  @Test("the best answer comes first, and what is not meant is not there")
  func answers() throws {
    for (text, name) in [
      ("noise gate", "Calf Gate"), ("Rauschsperre", "Calf Gate"), ("noise-gate plugin", "Calf Gate"),
      ("multisampler", "Multi-Sampler x12"), ("multi sampler", "Multi-Sampler x12"), ("dragon fly", "Dragonfly Plate"),
      ("big muff", "GxBigMuffPi"), ("x 42 eq", "x42-eq"), ("gareus.org", "x42-eq"), ("distorsion", "GxBigMuffPi"),
      ("LSP Compresor Stero", "Compressor Stereo"), ("sidechain compressor", "Sidechain Compressor Stereo"),
      ("compressors", "Compressor Stereo"), ("tag:reverb hall", "Hall Verb"), ("reverb or delay", "Tape Machine"),
      ("“tape machine”", "Tape Machine"), ("Verstärker", "Amp"), ("amp mono", "Amp"), ("remove rumble", "Rumble Away"),
      ("Hallgerät", "Hall Verb"), ("リバーブ", "Hall Verb"), ("компрессор", "Compressor Stereo"),
    ] {
      let meaning = try manager.resolved(try manager.predicate(text))
      try verify(names(text).first, equals: name, "\(text) means \(meaning)")
    }
    for (text, other) in [
      ("reverb -lsp", "Hall Verb"), ("reverb without hall", "Hall Verb"), ("reverb ohne hall", "Hall Verb"),
      ("stereo compressor", "Amp"), ("mono", "Hall Verb"), ("no gui reverb", "Calf Gate"),
      ("kein Hall", "Dragonfly Plate"), ("effect without reverb", "Multi-Sampler x12"),
      ("effect without reverb", "Hall Verb"),
    ] {
      let found = try names(text)
      verify(!found.isEmpty && !found.contains(other), "\(text)")
    }
  }

  @Test("what differs from the words, is near or was left out is said, and nothing is guessed where they must be exact")
  func notes() throws {
    func notes(_ text: String, _ matching: WordMatching = .interpreted) throws -> [SearchNote] {
      try manager.search(try manager.predicate(text), words: matching).notes
    }
    try verify(notes("compresor gate").contains(.mostWords(found: 1, of: ["compresor", "gate"], missing: [])))
    try verify(notes("dragonfli"), equals: [.corrected(word: "dragonfli", to: "Dragonfly")])
    try verify(notes("dragonfli", .exact).isEmpty && names("dragonfli", .exact).isEmpty)
    // Other names of a tag are no guess.
    try verify(Set(names("distorsion", .exact)), equals: ["GxBigMuffPi", "Multi-Sampler x12"])
    for text in ["calf gate", "tape delay", "sidechain compressor lsp"] { try verify(notes(text).isEmpty, "\(text)") }
    try verify(names("tape delay"), equals: ["Tape Machine"])
    try verify(names("sidechain compressor lsp"), equals: ["Sidechain Compressor Stereo"])
    try verify(names("big muff distortion").first, equals: "GxBigMuffPi")
    // A search that finds little goes on with what is near.
    try verify(names("dragonfly reverb"), equals: ["Dragonfly Plate", "Hall Verb"])
    try verify(notes("dragonfly reverb"), equals: [.widened(found: 1, to: ["Reverb"])])
    try verify(names("dragonfly reverb", .exact), equals: ["Dragonfly Plate"])
  }

  @Test("a kind is what is tagged or named so; what only has a parameter of the name comes after that")
  func kinds() throws {
    let found = try manager.search(try manager.predicate("gate highpass"))
    // A synthesizer that has both in its parameters is neither.
    verify(found.notes, equals: [.otherKinds(words: ["gate", "highpass"])], "\(found.notes)")
    verify(found.components.map(\.name).sorted(), equals: ["Calf Gate", "Multi-Sampler x12", "Rumble Away"])
    verify(found.components.last?.name, equals: "Multi-Sampler x12")
    try verify(names("gate highpass", .exact), equals: ["Multi-Sampler x12"])
    try verify(names("gate"), equals: ["Calf Gate", "Multi-Sampler x12"])
    try verify(Set(names("gate", .exact)), equals: ["Calf Gate", "Multi-Sampler x12"])
    // But an instrument with a gate, or a highpass, is one.
    for text in ["instrument highpass", "instrument with gate"] {
      try verify(names(text).first, equals: "Multi-Sampler x12", "\(text)")
    }
  }

  @Test("each keystroke searches for a beginning; ranking is the same for any limit, and begins with what is favoured")
  func order() throws {
    for text in ["drag", "dragonfly pl"] { try verify(names(text, .typing), equals: ["Dragonfly Plate"]) }
    let gates = try names("noise ga", .typing)
    verify(gates.first, equals: "Calf Gate")
    let typed = manager.prepare(try manager.predicate("noise ga"), words: .typing)
    try verify(typed.components().map(\.name), equals: gates)

    for text in ["threshold", "lsp", "stereo", "calf or lsp"] {
      let all = try names(text)
      for limit in 1...max(1, all.count) {
        let first = try manager.search(try manager.predicate(text), limit: limit).components.map(\.name)
        verify(first, equals: Array(all.prefix(limit)), "\(text) \(limit)")
      }
    }

    var configuration = manager.configuration
    configuration.userStorePath = Self.bundles.folder("another.user")
    let own = ComponentManager(configuration)
    let before = try names("stereo compressor threshold", in: own)
    try own.apply([.add(.favorite, to: "urn:HallVerb")])
    try verify(Set(names("stereo compressor threshold", in: own)), equals: Set(before))
    let equal = try names("threshold", in: own)
    verify(equal.first == "Hall Verb" && equal.count == 9)
  }
}
