import RenderChain
import TestSupport
import Testing

/// Blocks of every length give the same sound, and plugins that are particular get the blocks that they require.
struct BlockTests {
  private let bundle = TestBundle()

  @Test(arguments: [1, 7, 64, 511, 512, 8_193, 65_536]) func theLengthOfABlockIsNotHeard(block: Int) throws {
    let input = Samples.steps(20_001, channels: 2)
    let (sound, report) = try bundle.render(
      input, bundle.stage("gain-mono", ["gain": 0.5]), bundle.stage("delay", ["frames": 333]),
      bundle.stage("gain-stereo", ["gain": 2]), block: block)
    verify(sound, equals: input)
    verify(report.framesWritten == 20_001 && report.latency == 333)
  }

  @Test(arguments: [0, 1, 511, 512, 513, 700, 8_192, 8_193, 20_000])
  func aFixedBlockIsWholeAlsoAtTheEnd(frames: Int) throws {
    for name in ["fixed-block", "power-of-two"] {
      let input = Samples.steps(frames, channels: 2)
      try verify(bundle.render(input, bundle.stage(name)).sound, equals: input, "\(name)")
    }
  }

  @Test(arguments: [0, 1, 511, 512, 513, 700, 8_193, 20_000], [1, 100, 512, 1_000])
  func fixedBlocksLoseNothingOfADelay(frames: Int, delay: Int) throws {
    let input = Samples.steps(frames, channels: 2)
    let (sound, report) = try bundle.render(
      input, bundle.stage("fixed-block"), bundle.stage("delay", ["frames": Float(delay)]))
    verify(sound, equals: input)
    verify(report.framesRead == frames && report.framesWritten == frames)
  }

  @Test func fixedBlocksLoseNothingOfATail() throws {
    let free = try bundle.render(.impulse(700, at: 690), bundle.stage("echo", ["frames": 100])) {
      $0.tail = .seconds(0.1)
    }
    let input = Samples.impulse(700, at: 690, channels: 2)
    let fixed = try bundle.render(input, bundle.stage("fixed-block"), bundle.stage("echo", ["frames": 100])) {
      $0.tail = .seconds(0.1)
    }
    verify(fixed.sound[0], equals: free.sound[0])
  }

  @Test(arguments: ["fixed-block", "power-of-two"]) func aPluginSeesNoOtherLength(name: String) throws {
    let player = try bundle.player(bundle.stage(name), channels: 2, block: 256)
    verify(player.chain.isFixed && player.chain.blockLength == 256)
    _ = player.play(1, blocks: 20, of: 256)
    try player.control.setBypassed(true, of: 0)
    _ = player.play(1, blocks: 20, of: 256)
    try verify(player.value("broken"), equals: 0)
  }

  @Test func aParameterOfAFixedChainDoesNotBreakTheBlocks() throws {
    let player = try bundle.player(bundle.stage("fixed-block"), bundle.stage("gain-stereo"), channels: 2)
    _ = player.play(1, blocks: 1)
    try player.control.set("gain", of: 1, to: 0)
    verify(player.play(1, blocks: 1), equals: .constant(0, 512, channels: 2), "it jumps")
    try verify(player.value("broken"), equals: 0)
  }

  @Test(arguments: [3, 100, 65_535]) func aBlockThatIsNoPowerOfTwoIsAnError(block: Int) throws {
    let error = try demand(bundle.error(bundle.stage("power-of-two"), block: block))
    verify(error.code == .blockLength && error.component == "urn:aucat:test:power-of-two")
    verify(error.detail, equals: "its block length must be a power of two, not \(block); try 512")
    verify(bundle.error(bundle.stage("fixed-block"), block: block) == nil)
  }

  @Test(arguments: [0, -1, 65_537, .max, .min]) func aBlockHasALength(block: Int) throws {
    let error = try demand(bundle.error(bundle.stage("gain-stereo"), block: block))
    verify(error.code == .blockLength && error.detail == "a block must have 1 to 65536 frames, not \(block)")
  }

  @Test func coarseBlocksAreWholeAsLongAsNothingMoves() throws {
    let player = try bundle.player(bundle.stage("coarse-block"), channels: 2)
    _ = player.play(0, blocks: 10)
    try verify([player.value("smallest"), player.value("largest")], equals: [512, 512])
  }

  @Test(arguments: ["coarse-block", "coarse-optional"]) func coarseBlocksAreWholeWhileAnotherPluginMoves(name: String)
    throws
  {
    let player = try bundle.player(bundle.stage(name), bundle.stage("gain-stereo"), channels: 2)
    _ = player.play(0, blocks: 2)
    try player.control.set("gain", of: 1, to: 0.5)
    _ = player.play(0, blocks: 4)
    try verify([player.value("smallest"), player.value("largest")], equals: [512, 512])
  }

  @Test func aCallMayHaveAnyLength() throws {
    let player = try bundle.player(bundle.stage("meter"), channels: 2, block: 100)
    let input = Samples.steps(1_234, channels: 2)
    verify(player.play(input), equals: input)
    try verify(player.value("blocks") == 13 && player.value("frames") == 34)
    verify(player.play(input, frames: 0).first?.isEmpty, equals: true)
    verify(player.play(input, frames: -7), equals: [[], []])
    try verify(player.value("blocks"), equals: 13)
  }
}
