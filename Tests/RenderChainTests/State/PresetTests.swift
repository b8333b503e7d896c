import RenderChain
import TestSupport
import Testing

/// Presets set parameters and states; what the chain says itself goes before them.
struct PresetTests {
  private let bundle = TestBundle()

  @Test(
    "a preset's gain",
    arguments: [
      ("half", 0.5), ("double", 2), ("same-first", 0.25), ("same-second", 0.75), ("elsewhere", 1.5),
      ("unknown-symbol", 0.5),
    ] as [(String, Float)])
  func presets(name: String, gain: Float) throws {
    let (sound, _) = try bundle.render(.constant(0.5, 100, channels: 2), bundle.stage("gain-stereo", preset: name))
    verify(sound, equals: .constant(gain / 2, 100, channels: 2))
  }

  @Test func aParameterGoesBeforeThePreset() throws {
    let stage = bundle.stage("gain-stereo", ["gain": 0.125], preset: "half")
    try verify(bundle.render(.constant(1, 10, channels: 2), stage).sound, equals: .constant(0.125, 10, channels: 2))
  }

  @Test func aValueBeyondTheRangeIsTakenToItsEnd() throws {
    let stage = bundle.stage("gain-stereo", preset: "out-of-range")
    try verify(bundle.render(.constant(0.25, 10, channels: 2), stage).sound, equals: .constant(0.5, 10, channels: 2))
  }

  @Test func whatIsNoPresetIsAnError() throws {
    let error = try demand(bundle.error(bundle.stage("gain-stereo", preset: "nosuch")))
    verify(error.code == .description && error.component == "urn:aucat:test:gain-stereo")
    verify(error.detail.contains("does not declare the preset urn:aucat:test:preset:nosuch"))
    var stage = bundle.stage("gain-stereo", preset: "half")
    stage.preset?.bundle = "/nonexistent"
    verify(bundle.error(stage)?.code, equals: .description)
  }

  @Test(arguments: ["stored", "stored-literal"]) func aPresetHasAState(name: String) throws {
    let player = try bundle.player(bundle.stage("preset-state", preset: name))
    verify(player.play(.constant(1, 10)), equals: .constant(0.5, 10))
    try verify(player.value("integer"), equals: -7)
    try verify(player.value("number"), equals: 0.1)
    try verify(player.value("text"), equals: 7)
    try verify(player.value("file"), equals: 1, "its path leads into the bundle")
  }

  @Test func aPluginStartsWithItsDefaultStateWhereItWantsTo() throws {
    try verify(bundle.render(.constant(1, 10), bundle.stage("load-default")).sound, equals: .constant(0.25, 10))
  }
}
