import RenderChain
import TestSupport
import Testing

/// Every kind of port is connected to memory of its own.
struct PortTests {
  private let bundle = TestBundle()

  @Test(arguments: [("side-chain", 1), ("side-chain-group", 1), ("side-chain", 2), ("side-chain-group", 2)])
  func aSideChainHearsSilenceOrTheInput(name: String, channels: Int) throws {
    let input = Samples.steps(1_000, channels: channels)
    var stage = bundle.stage(name)
    try verify(bundle.render(input, stage).sound, equals: input)
    stage.sideChain = .input
    try verify(bundle.render(input, bundle.stage("gain-mono", ["gain": 0]), stage).sound, equals: input)
    try verify(bundle.render(input, bundle.stage("gain-mono", ["gain": 0.5]), stage).sound, equals: input.times(1.5))
  }

  @Test func noInputMeansASilentSideChain() throws {
    var stage = bundle.stage("side-chain")
    stage.sideChain = .input
    let player = try bundle.player(bundle.stage("generator"), stage, channels: 0)
    verify(player.play([], frames: 10), equals: .constant(0.5, 10))
  }

  @Test func controlVoltagesAreSilentAndDoNotReachTheSound() throws {
    try verify(bundle.render(.steps(1_000), bundle.stage("cv")).sound, equals: .constant(0, 1_000))
    try verify(
      bundle.render(.steps(1_000), bundle.stage("gain-mono"), bundle.stage("cv")).sound, equals: .constant(0, 1_000))
  }

  @Test func noPluginWritesWhereItReads() throws {
    let input = Samples.steps(3_000)
    let stage = bundle.stage("in-place-broken")
    try verify(bundle.render(input, stage, stage, stage).sound, equals: input)
  }

  @Test func aPluginThatWritesItsInputsDoesNotReachTheHostsSound() throws {
    let input = Samples.steps(3_000, channels: 2)
    let stage = bundle.stage("overrun-input")
    try verify(bundle.render(input, stage, stage).sound, equals: input)
  }

  @Test func outputsCanBeRead() throws {
    let player = try bundle.player(bundle.stage("meter"), channels: 2)
    _ = player.play(.impulse(300, at: 7, channels: 2).times(-0.5), frames: 300)
    try verify(player.value("peak") == 0.5 && player.value("blocks") == 1 && player.value("frames") == 300)
    _ = player.play(0, blocks: 2)
    try verify(player.value("peak") == 0 && player.value("blocks") == 3 && player.value("frames") == 512)
  }

  @Test func aPortThatTheCodeDoesNotKnowDoesNoHarm() throws {
    let input = Samples.steps(1_000, channels: 2)
    try verify(bundle.render(input, bundle.stage("extra-port", ["ignored": 1])).sound, equals: input)
  }

  @Test func twoHundredComponentsAreAChain() throws {
    var chain = RenderChain()
    for number in 0..<200 {
      chain.stages.append(number % 3 == 0 ? bundle.stage("delay", ["frames": 10]) : bundle.stage("gain-mono"))
    }
    let input = Samples.steps(5_000, channels: 2)
    let (sound, report) = try bundle.render(input, chain.stages, isIsolated: false)
    verify(sound, equals: input)
    verify(report.latency == 670 && report.framesSkipped == 670)
  }
}
