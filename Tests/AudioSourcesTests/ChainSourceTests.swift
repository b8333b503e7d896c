import AudioSources
import RenderChain
import TestSupport
import Testing

/// Chains and instruments as sources give what a render gives.
struct ChainSourceTests {
  private let folder = TemporaryFolder()
  private let bundle: String

  init() { bundle = TestPlugins.install(in: folder) }

  private func stage(_ name: String, _ parameters: [String: Float] = [:]) -> RenderChain.Stage {
    var stage = RenderChain.Stage(component: TestPlugins.uri(name), bundle: bundle)
    stage.parameters = parameters
    return stage
  }

  private var effects: RenderChain {
    RenderChain([
      stage("delay", ["frames": 77]), stage("gain-stereo", ["gain": 0.5]),
      stage("echo", ["frames": 3_000, "feedback": 0.3]),
    ])
  }

  private func options(_ tail: RenderOptions.Tail, jobs: Int = 1) -> RenderOptions {
    var options = RenderOptions()
    (options.tail, options.jobs) = (tail, jobs)
    return options
  }

  private final class Sink: FrameSink {
    var samples: [[Float]] = []
    func write(_ channels: [UnsafePointer<Float>], count: Int) {
      if samples.isEmpty { samples = channels.map { _ in [] } }
      for index in samples.indices {
        samples[index].append(contentsOf: UnsafeBufferPointer(start: channels[index], count: count))
      }
    }
  }

  @Test("a chain over a source gives what a render gives, in any block length and number of threads")
  func chain() throws {
    for (block, jobs, tail) in [(1, 3, .seconds(0)), (512, 1, .automatic), (700, 3, .seconds(0.1))]
      as [(Int, Int, RenderOptions.Tail)]
    {
      let options = options(tail, jobs: jobs)
      let source = { try NoiseSource(.pink, length: 4_001) }
      let sink = Sink()
      _ = try RenderJob(effects, sampleRate: 48_000, blockLength: block, channels: 2, options: options)
        .render(from: source()) { _ in sink }
      let pulled = try ChainSource(effects, over: source(), options: options, blockLength: block)
      verify(pulled.length, equals: tail == .automatic ? nil : sink.samples[0].count)
      try verify(pulled.frames(by: 333), equals: sink.samples, "\(tail)")
      try verify(pulled.frames()[0].isEmpty)
    }
  }

  private static let song: [MIDIMessage] = [
    .noteOn(60), .noteOn(64, at: 777), .noteOff(60, at: 1_001), .noteOff(64, at: 5_000),
  ]

  @Test("a chain without memory can be moved, latency and all; an instrument too, but for notes that began before")
  func seeks() throws {
    let chain = RenderChain([stage("gain-stereo", ["gain": 0.5]), stage("delay", ["frames": 300])])
    let source = try ChainSource(chain, over: NoiseSource(length: 5_000), options: options(.seconds(0)))
    let sound = try source.frames()
    for start in [2_000, 0, 4_900, 6_000, 1_234] {
      try source.seek(to: start)
      try verify(source.frames(), equals: sound.map { Array($0.dropFirst(start)) }, "\(start)")
    }
    let player = try InstrumentSource(
      RenderChain([stage("organ"), stage("gain-stereo", ["gain": 0.5])]), playing: Self.song)
    let played = try player.frames(by: 100)
    verify((7_400..<8_600).contains(played[0].count) && played[0].contains { $0 != 0 })
    try player.seek(to: 3_000)
    try verify(player.frames()[0].allSatisfy { $0 == 0 })
    try player.seek(to: 0)
    try verify(player.frames(), equals: played)
  }

  @Test("an instrument plays what the host sends, by blocks")
  func sent() throws {
    let source = try InstrumentSource(RenderChain([stage("organ")]), blockLength: 64)
    verify(source.length == nil && !source.canSeek)
    try verify(source.frames(64)[0].allSatisfy { $0 == 0 })
    source.send(.noteOn(60))
    try verify(source.frames(128)[0][0] != 0)
    source.send(.noteOff(60))
    source.finish()
    let rest = try source.frames()[0]
    verify((2_400..<4_500).contains(rest.count) && rest.dropFirst(2_400).allSatisfy { $0 == 0 })
  }

  private static let renderer = Child.products + "/aucat-render"

  @Test("plugins in processes of their own give the same, by one thread or several")
  func isolated() throws {
    let organ = RenderChain([stage("organ"), stage("gain-stereo", ["gain": 0.5])])
    for (isolation, jobs) in [(PluginIsolation.each, 1), (.chain, 3)] {
      let options = options(.seconds(0.1), jobs: jobs)
      let source = { try NoiseSource(.pink, length: 4_001) }
      let effects = effects
      let isolated = try ChainSource(
        effects, over: source(), options: options, isolation: isolation, renderer: Self.renderer)
      try verify(isolated.frames(by: 333), equals: ChainSource(effects, over: source(), options: options).frames())
      let played = try InstrumentSource(
        organ, playing: Self.song, options: options, isolation: isolation, renderer: Self.renderer)
      try verify(played.frames(by: 100), equals: InstrumentSource(organ, playing: Self.song, options: options).frames())
    }
  }

  @Test("a plugin that fails is told once, and its input is heard in its place; without a listener, a read fails")
  func falls() throws {
    let expected = try NoiseSource(length: 12_000).frames().map { $0.map { $0 / 2 } }
    for name in ["crash-run", "exit-run"] {
      let chain = RenderChain([stage("gain-stereo", ["gain": 0.5]), stage(name, ["after": 3_000])])
      var told: [ChainError] = []
      let source = try ChainSource(
        chain, over: NoiseSource(length: 12_000), options: options(.seconds(0)), isolation: .each,
        renderer: Self.renderer, fell: { told.append($0) })
      try verify(source.frames(), equals: expected)
      verify(told.map(\.component) == [TestPlugins.uri(name)] && told.first?.code == .failed)
      let failing = try ChainSource(
        chain, over: NoiseSource(length: 12_000), options: options(.seconds(0)), isolation: .each,
        renderer: Self.renderer)
      let error = verify(throws: ChainError.self) { try failing.frames() }
      verify(error, equals: told.first)
      let rest = try failing.frames()[0]
      verify(rest.count > 2_000 && rest.elementsEqual(expected[0].suffix(rest.count)))
    }
  }
}
