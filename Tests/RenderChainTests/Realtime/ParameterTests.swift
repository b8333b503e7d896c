import Foundation
import RenderChain
import TestSupport
import Testing

/// Parameters of control ports: by symbol or name, in their unit and range.
struct ParameterTests {
  private let bundle = TestBundle()

  private func toggles(_ parameters: [String: Float], channels: Int = 1, rate: Double = 48_000) throws -> Player {
    let player = try bundle.player(bundle.stage("toggles", parameters), channels: channels, rate: rate)
    _ = player.play(0, blocks: 1)
    return player
  }

  @Test func unsetParametersHaveTheirDefaults() throws {
    let player = try toggles([:])
    let symbols = ["saw_toggled", "saw_integer", "saw_enumeration", "saw_rate", "saw_logarithmic"]
    try verify(symbols.map { try player.value($0) }, equals: [0, 3, 5, 12_000, 1_000])
  }

  @Test(arguments: ["gain", "Gain", "GAIN"]) func aNameIsItsParameter(name: String) throws {
    let stage = bundle.stage("gain-mono", [name: 0.5])
    try verify(bundle.render(.constant(1, 10), stage).sound, equals: .constant(0.5, 10))
    let text =
      #"{"aucat": "chain", "version": 1, "stages": [{"component": "\#(stage.component)", "parameters": {"\#(name)": 0}}]}"#
    var chain = try ChainFile.chain(text)
    chain.stages[0].bundle = stage.bundle
    try verify(bundle.render(.constant(1, 10), chain.stages[0]).sound, equals: .constant(0, 10))
  }

  @Test func aParameterHasOneValue() throws {
    let error = try demand(bundle.error(bundle.stage("gain-mono", ["gain": 0.5, "Gain": 1]), channels: 1))
    verify(error.cause, equals: .severalValues(symbol: "gain", names: ["Gain", "gain"]))
  }

  @Test func aDefaultInHertzIsNoFractionOfTheSampleRate() throws {
    let description = String(decoding: Child.contents(bundle.folder("test-plugins.lv2/plugins.ttl")), as: UTF8.self)
    let start = try demand(description.range(of: "lv2:default 0.25"))
    bundle.folder.write(
      description.replacingCharacters(in: start, with: "lv2:default 440"), to: "test-plugins.lv2/plugins.ttl")
    try verify(toggles([:]).value("saw_rate"), equals: 440, "as in singlePara of swh-plugins")
  }

  @Test(
    "both ends of a range, and what lies beyond",
    arguments: [
      ("integer", -10, 10, 48_000, "`integer` has values from -10 to 10, not"),
      ("rate", 0, 24_000, 48_000, "`rate` has values from 0 to 24000, not"),
      ("rate", 0, 96_000, 192_000, "`rate` has values from 0 to 96000, not"),
      ("logarithmic", 20, 20_000, 8_000, "`logarithmic` has values from 20 to 20000, not"),
    ] as [(String, Float, Float, Double, String)])
  func ranges(symbol: String, low: Float, high: Float, rate: Double, words: String) throws {
    for value in [low, high] {
      try verify(toggles([symbol: value], rate: rate).value("saw_\(symbol)"), equals: value)
    }
    for value in [low.nextDown, low - 1, high.nextUp, high + 1, .infinity, -.infinity, .nan] {
      let error = try demand(bundle.error(bundle.stage("toggles", [symbol: value]), channels: 1, rate: rate))
      verify(error.code == .parameter && error.component == "urn:aucat:test:toggles")
      verify(error.detail.hasPrefix(words), "\(error)")
    }
  }

  @Test func aNameIsAsGoodAsASymbol() throws {
    let player = try toggles([:])
    try player.control.set("INTEGER", of: 0, to: 7)
    _ = player.play(0, blocks: 1)
    try verify(player.value("saw_integer"), equals: 7)
  }

  @Test(arguments: ["nosuch", "", "saw_rate", "in", "gain\0"]) func whatIsNoParameterIsRefused(word: String) throws {
    let error = try demand(bundle.error(bundle.stage("toggles", [word: 0]), channels: 1))
    verify(error.code, equals: .parameter)
    verify(
      error.detail,
      equals: "no parameter is named `\(word)`; it has toggled, integer, enumeration, rate, logarithmic")
    verify(bundle.error(bundle.stage("stereo-to-mono", [word: 0]))?.detail.hasSuffix("; it has none"), equals: true)
  }

  @Test func theParametersOfTwoMonoInstancesAreLinked() throws {
    let player = try bundle.player(bundle.stage("gain-mono", ["gain": 0.5]), channels: 2)
    verify(player.play(.constant(1, 100, channels: 2)), equals: .constant(0.5, 100, channels: 2))
    try player.control.set("gain", of: 0, to: 2)
    let sound = player.play(1, blocks: 4)
    verify(sound[0] == sound[1] && sound[0].last == 2)
  }

  @Test func stagesOfOnePluginHaveTheirOwnParameters() throws {
    let player = try bundle.player(bundle.stage("gain-mono", ["gain": 0.5]), bundle.stage("gain-mono"))
    try player.control.set("gain", of: 1, to: 0.25)
    _ = player.play(1, blocks: 4)
    verify(player.play(.constant(1, 10)), equals: .constant(0.125, 10))
    try verify(player.value("gain") == 0.5 && player.value("gain", of: 1) == 0.25)
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

  @Test func aPluginThatWritesItsInputsChangesNoOtherStage() throws {
    let player = try bundle.player(
      bundle.stage("writes-control-input", ["value": 0.25]), bundle.stage("writes-control-input"), channels: 2)
    _ = player.play(0, blocks: 1)
    try verify(player.value("saw") == 0.25 && player.value("saw", of: 1) == 0.5)
  }
}
