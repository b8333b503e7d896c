import RenderChain
import TestSupport
import Testing

/// Blocks of every length give the same sound, and plugins that are particular get the blocks that they require.
struct BlockTests {
  private let bundle = TestBundle()

  @Test func theLengthOfABlockIsNotHeardAndACallMayHaveAnyLength() throws {
    let sound = Samples.steps(9_001, channels: 2)
    for block in [1, 7, 511, 512, 8_193, 65_536] {
      let (heard, report) = try bundle.render(
        sound, bundle.stage("gain-mono", ["gain": 0.5]), bundle.stage("delay", ["frames": 333]),
        bundle.stage("gain-stereo", ["gain": 2]), block: block)
      verify(heard == sound && report.framesWritten == 9_001 && report.latency == 333, "\(block)")
    }
    let player = try bundle.player(bundle.stage("meter"), channels: 2, block: 100)
    let input = sound.frames(0..<1_234)
    verify(player.play(input), equals: input)
    try verify(player.values(["blocks", "frames"]), equals: [13, 34])
    verify(player.play(input, frames: 0) == [[], []] && player.play(input, frames: -7) == [[], []])
    try verify(player.value("blocks"), equals: 13)
  }

  @Test func fixedBlocksAreWholeAtTheEndAndLoseNothingOfADelayOrATail() throws {
    for frames in [0, 1, 511, 512, 513, 8_193] {
      let input = Samples.steps(frames, channels: 2)
      for name in ["fixed-block", "power-of-two"] {
        try verify(bundle.render(input, bundle.stage(name)).sound == input, "\(name), \(frames)")
      }
      for delay in [1, 1_000] {
        let (sound, report) = try bundle.render(
          input, bundle.stage("fixed-block"), bundle.stage("delay", ["frames": Float(delay)]))
        verify(sound == input && report.framesRead == frames && report.framesWritten == frames, "\(frames), \(delay)")
      }
    }
    let (echo, input) = (bundle.stage("echo", ["frames": 100]), Samples.impulse(700, at: 690, channels: 2))
    let free = try bundle.render([input[0]], echo) { $0.tail = .seconds(0.1) }
    let fixed = try bundle.render(input, bundle.stage("fixed-block"), echo) { $0.tail = .seconds(0.1) }
    verify(fixed.sound[0], equals: free.sound[0])
  }

  @Test func aPluginSeesNoOtherLengthWhateverElseMoves() throws {
    for name in ["fixed-block", "power-of-two"] {
      let player = try bundle.player(bundle.stage(name), bundle.stage("gain-stereo"), channels: 2, block: 256)
      verify(player.chain.isFixed && player.chain.blockLength == 256)
      _ = player.play(1, blocks: 20, of: 256)
      try player.control.set("gain", of: 1, to: 0)
      verify(player.play(1, blocks: 1, of: 256), equals: .constant(0, 256, channels: 2), "it jumps")
      try player.control.setBypassed(true, of: 0)
      _ = player.play(1, blocks: 20, of: 256)
      try verify(player.value("broken"), equals: 0)
    }
    for name in ["coarse-block", "coarse-optional"] {
      let player = try bundle.player(bundle.stage(name), bundle.stage("gain-stereo"), channels: 2)
      _ = player.play(0, blocks: 2)
      try player.control.set("gain", of: 1, to: 0.5)
      _ = player.play(0, blocks: 4)
      try verify(player.values(["smallest", "largest"]), equals: [512, 512], "\(name)")
    }
  }

  @Test func aLengthAtWhichAPluginDoesNotStartIsInTheError() {
    let stage = bundle.stage("long-blocks")
    let error = bundle.error(stage, block: 32)
    let cause = ChainError.Cause.instantiationFailed(sampleRate: 48_000, blockLength: 32, requirements: [.fixed])
    verify(error, equals: ChainError(cause, component: "urn:aucat:test:long-blocks"))
    verify(
      error?.detail,
      equals: "the plugin refuses to start at 48000 Hz with blocks of 32 frames; it requires blocks of one length "
        + "(bufsz:fixedBlockLength)")
    verify(bundle.error(stage, block: 64) == nil)
  }

  @Test func aLengthThatIsNoneIsAnError() {
    for block in [3, 100, 65_535] {
      verify(
        bundle.error(bundle.stage("power-of-two"), block: block),
        equals: ChainError(.notAPowerOfTwo(block), component: "urn:aucat:test:power-of-two"))
      verify(bundle.error(bundle.stage("fixed-block"), block: block) == nil)
    }
    for block in [0, -1, 65_537, .max, .min] {
      let error = bundle.error(bundle.stage("gain-stereo"), block: block)
      verify(error?.code == .blockLength && error?.detail == "a block must have 1 to 65536 frames, not \(block)")
    }
  }
}
