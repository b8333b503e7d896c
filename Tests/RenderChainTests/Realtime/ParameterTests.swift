import Foundation
import RenderChain
import TestSupport
import Testing

/// Parameters of control ports: by symbol or name, in their unit and range.
struct ParameterTests {
  private let bundle = TestBundle()

  private func toggles(_ parameters: [String: Float] = [:], rate: Double = 48_000) throws -> Player {
    let player = try bundle.player(bundle.stage("toggles", parameters), rate: rate)
    _ = player.play(0, blocks: 1)
    return player
  }

  @Test func aNameIsAsGoodAsASymbolAndEachHasOneValue() throws {
    for name in ["gain", "Gain", "GAIN"] {
      let stage = bundle.stage("gain-mono", [name: 0.5])
      try verify(bundle.render(.constant(1, 10), stage).sound, equals: .constant(0.5, 10))
      var chain = RenderChain([stage])
      chain.stages[0].parameters = [name: 0]
      let read = try bundle.chain(ChainFile.text(of: chain)).stages[0]
      try verify(bundle.render(.constant(1, 10), read).sound, equals: .constant(0, 10))
    }
    let error = try demand(bundle.error(bundle.stage("gain-mono", ["gain": 0.5, "Gain": 1]), channels: 1))
    verify(error.cause, equals: .severalValues(symbol: "gain", names: ["Gain", "gain"]))
    let player = try toggles()
    try player.control.set("INTEGER", of: 0, to: 7)
    _ = player.play(0, blocks: 1)
    try verify(player.value("saw_integer"), equals: 7)
    for word in ["nosuch", "", "saw_rate", "in", "gain\0"] {
      let error = try demand(bundle.error(bundle.stage("toggles", [word: 0]), channels: 1))
      let known = ["toggled", "integer", "enumeration", "rate", "logarithmic"]
      verify(error.cause, equals: .noParameter(word, known: known))
    }
    let none = bundle.error(bundle.stage("stereo-to-mono", ["nosuch": 0]))
    verify(none?.detail, equals: "no parameter is named `nosuch`; it has none")
  }

  @Test func unsetParametersHaveTheirDefaultsAndOthersARange() throws {
    let saw = ["saw_toggled", "saw_integer", "saw_enumeration", "saw_rate", "saw_logarithmic"]
    try verify(toggles().values(saw), equals: [0, 3, 5, 12_000, 1_000])
    for (symbol, low, high, rate) in [
      ("integer", -10, 10, 48_000), ("rate", 0, 24_000, 48_000), ("rate", 0, 96_000, 192_000),
      ("logarithmic", 20, 20_000, 8_000),
    ] as [(String, Float, Float, Double)] {
      for value in [low, high] {
        try verify(toggles([symbol: value], rate: rate).value("saw_\(symbol)"), equals: value)
      }
      for value in [low.nextDown, low - 1, high.nextUp, high + 1, .infinity, -.infinity, .nan] {
        let error = try demand(bundle.error(bundle.stage("toggles", [symbol: value]), channels: 1, rate: rate))
        verify(error.code == .parameter && error.component == "urn:aucat:test:toggles")
        verify(error.detail.hasPrefix("`\(symbol)` has values from \(Int(low)) to \(Int(high)), not"), "\(error)")
      }
    }
    let description = String(decoding: Child.contents(bundle.path + "/plugins.ttl"), as: UTF8.self)
    let start = try demand(description.range(of: "lv2:default 0.25"))
    bundle.folder.write(
      description.replacingCharacters(in: start, with: "lv2:default 440"), to: "test-plugins.lv2/plugins.ttl")
    try verify(toggles().value("saw_rate"), equals: 440, "a default in hertz, as in singlePara of swh-plugins")
  }

  @Test func twoMonoInstancesAreLinkedAndStagesOfOnePluginAreNot() throws {
    let player = try bundle.player(
      bundle.stage("gain-mono", ["gain": 0.5]), bundle.stage("gain-mono"), channels: 2)
    verify(player.play(.constant(1, 100, channels: 2)), equals: .constant(0.5, 100, channels: 2))
    try player.control.set("gain", of: 0, to: 2)
    let sound = player.play(1, blocks: 4)
    verify(sound[0] == sound[1] && sound[0].last == 2)
    try player.control.set("gain", of: 1, to: 0.25)
    verify(player.play(1, blocks: 4)[0].last, equals: 0.5)
    try verify(player.value("gain") == 2 && player.value("gain", of: 1) == 0.25)
    let writer = try bundle.player(
      bundle.stage("writes-control-input", ["value": 0.25]), bundle.stage("writes-control-input"), channels: 2)
    _ = writer.play(0, blocks: 1)
    try verify(writer.value("saw") == 0.25 && writer.value("saw", of: 1) == 0.5, "though a plugin writes its inputs")
  }

  @Test func aControlWithoutItsStageOrPortIsAnError() throws {
    let player = try bundle.player(bundle.stage("gain-mono"))
    for stage in [-1, 1, .min, .max] {
      verify(throws: ChainError.self) { try player.control.set("gain", of: stage, to: 1) }
      verify(throws: ChainError.self) { try player.control.setBypassed(true, of: stage) }
      verify(throws: ChainError.self) { try player.control.value("gain", of: stage) }
    }
    verify(throws: ChainError.self) { try player.control.value("in", of: 0) }
    verify(throws: ChainError.self) { try player.control.set("gain", of: 0, to: 2.5) }
    try verify(player.value("gain"), equals: 1, "what is refused changes nothing")
  }
}
