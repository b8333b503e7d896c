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
    let chain = try StoppedChain(
      RenderChain([bundle.stage(name)]), channels: before, settings: HostSettings(sampleRate: 48_000))
    #expect(chain.outputCount == after)
  }
}
