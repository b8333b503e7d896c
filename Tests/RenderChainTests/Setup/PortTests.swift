import RenderChain
import TestSupport
import Testing

/// Every kind of port is connected to memory of its own.
struct PortTests {
  private let bundle = TestBundle()

  @Test func aSideChainHearsSilenceOrTheInput() throws {
    for (name, channels) in [("side-chain", 1), ("side-chain-group", 1), ("side-chain", 2), ("side-chain-group", 2)] {
      let input = Samples.steps(1_000, channels: channels)
      let keyed = bundle.stage(name, sideChain: .input)
      try verify(bundle.render(input, bundle.stage(name)).sound == input, "\(name)")
      for gain: Float in [0, 0.5] {
        let (sound, _) = try bundle.render(input, bundle.stage("gain-mono", ["gain": gain]), keyed)
        verify(sound == input.times(1 + gain), "\(name), \(channels)")
      }
    }
    let player = try bundle.player(
      bundle.stage("generator"), bundle.stage("side-chain", sideChain: .input), channels: 0)
    verify(player.play([], frames: 10), equals: .constant(0.5, 10), "without an input, it is silent")
  }

  @Test func noPluginReachesTheMemoryOfAnother() throws {
    let (mono, stereo) = (Samples.steps(3_000), Samples.steps(3_000, channels: 2))
    // Control voltages are silent, and not heard.
    try verify(
      bundle.render(mono, bundle.stage("gain-mono"), bundle.stage("cv")).sound, equals: .constant(0, 3_000))
    let broken = bundle.stage("in-place-broken")
    try verify(bundle.render(mono, broken, broken, broken).sound, equals: mono)
    let overrun = bundle.stage("overrun-input")
    try verify(bundle.render(stereo, overrun, overrun).sound, equals: stereo)
    let extra = bundle.stage("extra-port", ["ignored": 1])
    try verify(bundle.render(stereo, extra).sound, equals: stereo, "a port that the code does not know")
  }

  @Test func outputsCanBeRead() throws {
    let player = try bundle.player(bundle.stage("meter"), channels: 2)
    _ = player.play(.impulse(300, at: 7, channels: 2).times(-0.5), frames: 300)
    try verify(player.values(["peak", "blocks", "frames"]), equals: [0.5, 1, 300])
    _ = player.play(0, blocks: 2)
    try verify(player.values(["peak", "blocks", "frames"]), equals: [0, 3, 512])
  }
}
