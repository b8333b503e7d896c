import RenderChain
import TestSupport
import Testing

/// A plugin meets the channels of a chain by a stated rule.
struct ChannelTests {
  private let bundle = TestBundle()

  @Test func aPluginFitsOrTheErrorNamesBothSides() throws {
    for (name, before, after) in [
      ("gain-mono", 1, 1), ("gain-mono", 6, 6), ("gain-stereo", 2, 2), ("gain-stereo", 1, 2), ("mono-to-stereo", 1, 2),
      ("stereo-to-mono", 2, 1), ("three-in", 3, 3), ("generator", 0, 1),
    ] {
      try verify(bundle.load(bundle.stage(name), channels: before).outputCount, equals: after, "\(name)")
    }
    for (name, channels, words) in [
      ("gain-stereo", 3, "it has 2 audio inputs and 2 audio outputs, and the sound before it has 3 audio channels"),
      ("mono-to-stereo", 2, "it has 1 audio input and 2 audio outputs, and the sound before it has 2 audio channels"),
      ("three-in", 1, "it has 3 audio inputs and 3 audio outputs, and the sound before it has 1 audio channel"),
      ("generator", 1, "it has 0 audio inputs and 1 audio output, and the sound before it has 1 audio channel"),
      ("gain-mono", 0, "it has 1 audio input and 1 audio output, and the sound before it has 0 audio channels"),
    ] {
      let error = try demand(bundle.error(bundle.stage(name), channels: channels))
      verify(error.code == .channels && error.component == "urn:aucat:test:\(name)")
      verify(error.detail, equals: words)
    }
  }

  @Test func theChannelsOfOneStageGoIntoTheNext() throws {
    let (wide, gain, narrow) = (
      bundle.stage("mono-to-stereo"), bundle.stage("gain-mono", ["gain": 0.5]), bundle.stage("stereo-to-mono")
    )
    let input = Samples.steps(1_000)
    try verify(bundle.render(input, wide, gain).sound, equals: [input.times(0.5)[0], input.times(-0.5)[0]])
    try verify(
      bundle.render(input, wide, gain, narrow).sound, equals: .constant(0, 1_000), "left and right cancel out")
    let error = try demand(bundle.error(wide, gain, narrow, wide, bundle.stage("three-in"), channels: 1))
    verify(error.component == "urn:aucat:test:three-in" && error.detail.hasSuffix("has 2 audio channels"))
    let six = Samples.steps(1_000, channels: 6)
    try verify(bundle.render(six, bundle.stage("gain-mono", ["gain": 2])).sound, equals: six.times(2))
    try verify(bundle.render(six).sound, equals: six, "without components")
    let stereo = bundle.stage("gain-stereo", ["gain": 0.5])
    try verify(bundle.render(input, stereo).sound, equals: [input[0], input[0]].times(0.5), "mono in both inputs")
    try verify(bundle.render(input, narrow).sound, equals: input)
    let player = try bundle.player(bundle.stage("generator"), wide, channels: 0)
    verify(player.chain.inputCount, equals: 0)
    verify(
      player.play([], frames: 700), equals: [[Float](repeating: 0.5, count: 700), [Float](repeating: -0.5, count: 700)])
  }
}
