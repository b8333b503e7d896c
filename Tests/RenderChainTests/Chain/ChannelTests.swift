import RenderChain
import Testing

/// A plugin meets the channels of a chain by a stated rule.
@Suite struct ChannelTests {
  private let bundle = TestBundle()

  @Test(
    "channels before and after",
    arguments: [
      ("gain-mono", 1, 1), ("gain-mono", 2, 2), ("gain-mono", 6, 6), ("gain-stereo", 2, 2), ("gain-stereo", 1, 2),
      ("mono-to-stereo", 1, 2), ("stereo-to-mono", 2, 1), ("three-in", 3, 3), ("generator", 0, 1),
    ])
  func fits(name: String, before: Int, after: Int) throws {
    #expect(try bundle.load(bundle.stage(name), channels: before).outputCount == after)
  }

  @Test(
    "what does not fit names both sides",
    arguments: [
      ("gain-stereo", 3, "it has 2 audio inputs and 2 audio outputs, and the sound before it has 3 audio channels"),
      ("gain-stereo", 0, "it has 2 audio inputs and 2 audio outputs, and the sound before it has 0 audio channels"),
      ("mono-to-stereo", 2, "it has 1 audio input and 2 audio outputs, and the sound before it has 2 audio channels"),
      ("three-in", 2, "it has 3 audio inputs and 3 audio outputs, and the sound before it has 2 audio channels"),
      ("three-in", 1, "it has 3 audio inputs and 3 audio outputs, and the sound before it has 1 audio channel"),
      ("generator", 1, "it has 0 audio inputs and 1 audio output, and the sound before it has 1 audio channel"),
      ("gain-mono", 0, "it has 1 audio input and 1 audio output, and the sound before it has 0 audio channels"),
    ])
  func doesNotFit(name: String, channels: Int, words: String) throws {
    let error = try #require(bundle.error(bundle.stage(name), channels: channels))
    #expect(error.code == .channels && error.component == "urn:aucat:test:\(name)")
    #expect(error.detail == words)
  }

  @Test func theChannelsOfOneStageGoIntoTheNext() throws {
    let chain = [
      bundle.stage("mono-to-stereo"), bundle.stage("gain-mono", ["gain": 0.5]), bundle.stage("stereo-to-mono"),
    ]
    let input = Samples.steps(1_000)
    let (sound, _) = try bundle.render(input, chain[0], chain[1])
    #expect(sound == [input.times(0.5)[0], input.times(-0.5)[0]])
    #expect(
      try bundle.render(input, chain[0], chain[1], chain[2]).sound == .constant(0, 1_000), "left and right cancel out")
    let error = try #require(
      bundle.error(chain[0], chain[1], chain[2], chain[0], bundle.stage("three-in"), channels: 1))
    #expect(error.component == "urn:aucat:test:three-in" && error.detail.hasSuffix("has 2 audio channels"))
  }

  @Test func everyChannelOfAMonoPluginIsItsOwn() throws {
    let input = Samples.steps(1_000, channels: 6)
    #expect(try bundle.render(input, bundle.stage("gain-mono", ["gain": 2])).sound == input.times(2))
  }

  @Test func stereoOnMonoHearsItInBothInputs() throws {
    let input = Samples.steps(700)
    #expect(
      try bundle.render(input, bundle.stage("gain-stereo", ["gain": 0.5])).sound == [input[0], input[0]].times(0.5))
    #expect(try bundle.render(input, bundle.stage("stereo-to-mono")).sound == input)
  }

  @Test func aGeneratorNeedsNoInput() throws {
    let player = try bundle.player(bundle.stage("generator"), bundle.stage("mono-to-stereo"), channels: 0)
    #expect(player.chain.inputCount == 0)
    #expect(
      player.play([], frames: 700) == [[Float](repeating: 0.5, count: 700), [Float](repeating: -0.5, count: 700)])
  }

  @Test func aChainWithoutComponentsHandsTheSoundOn() throws {
    let input = Samples.steps(9_000, channels: 3)
    #expect(try bundle.render(input).sound == input)
  }
}
