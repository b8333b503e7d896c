import RenderChain
import TestSupport
import Testing

/// What a host should not do, and what then happens: an error, and never a crash.
struct CarelessHostTests {
  private let bundle = TestBundle()

  @Test func numbersThatAreNoneAreErrorsOfNoPlugin() throws {
    for rate in [0, -48_000, .nan, .infinity, -.infinity, 1e300, 0.1] {
      let error = bundle.error(bundle.stage("gain-stereo"), bundle.stage("tempo"), rate: rate)
      verify(error != nil && error?.component == nil, "\(rate): \(String(describing: error))")
    }
    for rate in [1, 8_000, 44_100.5, 768_000] {
      let player = try bundle.player(
        bundle.stage("gain-mono"), bundle.stage("tempo"), bundle.stage("delay"), channels: 2, rate: rate)
      try player.control.set("gain", of: 0, to: 0)
      verify(player.play(1, blocks: 20)[0].allSatisfy { $0.isFinite }, "\(rate)")
    }
    for channels in [-1, Int.min, 1 << 40] {
      verify(bundle.error(bundle.stage("gain-mono"), channels: channels) != nil, "\(channels)")
      verify(bundle.error(channels: channels) != nil, "\(channels)")
    }
    for seconds in [.nan, .infinity, -1, 1e300] {
      verify(throws: ChainError.self, "\(seconds)") {
        try bundle.render(.steps(100), bundle.stage("gain-mono")) { $0.tail = .seconds(seconds) }
      }
    }
  }

  @Test func bundlesAndPluginsThatAreNone() throws {
    var stage = bundle.stage("gain-mono")
    for path in ["/nonexistent", ""] {
      stage.bundle = path
      verify(bundle.error(stage)?.code, equals: .description)
    }
    verify(bundle.error(bundle.stage("nosuch"))?.code, equals: .description)
    verify(bundle.error(bundle.stage("missing-descriptor"))?.code, equals: .library)
  }

  /// In a folder whose library has not been loaded: a loaded one stays.
  @Test func aBinaryThatIsNoneIsAnError() throws {
    for content in ["", "not a library", "\u{7F}ELF", nil] {
      bundle.folder.remove("test-plugins.lv2/plugins.so")
      if let content { bundle.folder.write(content, to: "test-plugins.lv2/plugins.so") }
      let error = try demand(bundle.error(bundle.stage("gain-stereo")))
      verify(content == nil || (error.code == .library && error.component == "urn:aucat:test:gain-stereo"), "\(error)")
      verify(!error.detail.contains("\n"))
    }
  }

  @Test func anErrorLeavesNothingBehindAndAControlOutlivesItsChain() throws {
    for _ in 0..<8 {
      verify(
        bundle.error(bundle.stage("gain-stereo"), bundle.stage("threads"), bundle.stage("null-instantiate"))?.code,
        equals: .instantiation)
    }
    let input = Samples.steps(100, channels: 2)
    try verify(bundle.render(input, bundle.stage("gain-stereo")).sound, equals: input)
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
}
