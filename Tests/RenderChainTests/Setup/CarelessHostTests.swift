import RenderChain
import TestSupport
import Testing

/// What a host should not do, and what then happens: an error, and never a crash.
struct CarelessHostTests {
  private let bundle = TestBundle()

  @Test(arguments: [0, -48_000, .nan, .infinity, -.infinity, 1e300, 0.1]) func aSampleRateIsANumber(rate: Double) {
    for name in ["gain-stereo", "tempo", "delay"] {
      let error = bundle.error(bundle.stage(name), rate: rate)
      verify(error != nil && error?.component == nil, "\(String(describing: error))")
    }
  }

  @Test(arguments: [1, 8_000, 44_100.5, 192_000, 768_000]) func everyOtherSampleRateIsGood(rate: Double) throws {
    let player = try bundle.player(
      bundle.stage("gain-mono"), bundle.stage("tempo"), bundle.stage("delay"), channels: 2, rate: rate)
    try player.control.set("gain", of: 0, to: 0)
    verify(player.play(1, blocks: 20)[0].allSatisfy { $0.isFinite })
  }

  @Test(arguments: [-1, Int.min, 1 << 40]) func aNumberOfChannelsIsOne(channels: Int) {
    verify(bundle.error(bundle.stage("gain-mono"), channels: channels) != nil)
    verify(bundle.error(channels: channels) != nil)
  }

  @Test(arguments: [.nan, .infinity, -1, 1e300]) func aTailIsANumberOfSeconds(seconds: Double) {
    verify(throws: ChainError.self) {
      try bundle.render(.steps(100), bundle.stage("gain-mono")) { $0.tail = .seconds(seconds) }
    }
  }

  @Test func bundlesAndPluginsThatAreNotThere() throws {
    var stage = bundle.stage("gain-mono")
    stage.bundle = "/nonexistent"
    verify(bundle.error(stage)?.code, equals: .description)
    stage.bundle = ""
    verify(bundle.error(stage)?.code, equals: .description)
    verify(bundle.error(bundle.stage("nosuch"))?.code, equals: .description)
    verify(bundle.error(bundle.stage("missing-descriptor"))?.code, equals: .library)
    verify(bundle.error(bundle.stage("null-instantiate"))?.code, equals: .instantiation)
  }

  @Test(arguments: ["", "not a library", "\u{7F}ELF"]) func aBinaryThatIsNoneIsAnError(content: String) throws {
    bundle.folder.remove("test-plugins.lv2/plugins.so")
    bundle.folder.write(content, to: "test-plugins.lv2/plugins.so")
    let error = try demand(bundle.error(bundle.stage("gain-stereo")))
    verify(error.code == .library && error.component == "urn:aucat:test:gain-stereo")
    verify(!error.detail.contains("\n"))
    bundle.folder.remove("test-plugins.lv2/plugins.so")
    verify(bundle.error(bundle.stage("gain-stereo")) != nil)
  }

  @Test func anErrorLeavesNothingBehind() throws {
    for _ in 0..<20 {
      verify(
        bundle.error(bundle.stage("gain-stereo"), bundle.stage("threads"), bundle.stage("null-instantiate")) != nil)
    }
    let input = Samples.steps(100, channels: 2)
    try verify(bundle.render(input, bundle.stage("gain-stereo")).sound, equals: input)
  }

  @Test func aControlOutlivesItsChain() throws {
    let control: ChainControl
    do {
      let player = try bundle.player(bundle.stage("gain-mono"))
      control = player.control
    }
    try control.set("gain", of: 0, to: 0.5)
    try control.setBypassed(true, of: 0)
    control.setTempo(1)
    verify(control.latency, equals: 0)
  }

  @Test func whatASourceAndASinkThrowReachesTheCaller() throws {
    struct Stop: Error {}
    let job = RenderJob(RenderChain([bundle.stage("gain-mono")]), sampleRate: 8_000, channels: 1)
    verify(throws: Stop.self) {
      try job.render(from: SampleSource(.steps(10)), opened: { _ in throw Stop() })
    }
    verify(throws: Stop.self) {
      try job.render(
        from: SampleSource(.steps(10)), opened: { SampleSink($0) }, progress: { _ in throw Stop() })
    }
  }
}
