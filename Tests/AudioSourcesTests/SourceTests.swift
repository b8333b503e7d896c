import AudioFiles
import AudioSources
import Foundation
import RenderChain
import TestSupport
import Testing

@Suite struct SourceTests {
  private let folder = TemporaryFolder()

  private func file(_ name: String, _ samples: [[Float]], rate: Double = 48_000) throws -> String {
    let format = AudioFileFormat(.wav, sampleRate: rate, layout: .standard(channelCount: samples.count))
    let writer = try AudioFileWriter(writing: folder(name), format: format)
    let buffer = AudioBuffer(
      format: try AudioFormat(standardSampleRate: rate, layout: format.layout), frameCapacity: samples[0].count)
    for (channel, values) in samples.enumerated() {
      for (frame, value) in values.enumerated() { buffer.float32Channels?[channel][frame] = value }
    }
    buffer.frameLength = samples[0].count
    try writer.write(buffer)
    try writer.finish()
    return folder(name)
  }

  private func noise(_ frames: Int, seed: UInt64 = 1, channels: Int = 2) throws -> [[Float]] {
    let format = try AudioFormat(standardSampleRate: 48_000, channelCount: channels)
    return try NoiseSource(.white, seed: seed, length: frames, format: format).frames()
  }

  @Test("silence of 1.5 s has 72,000 frames at 48 kHz, and its share at other rates")
  func silence() throws {
    let source = try SilenceSource(seconds: 1.5)
    #expect(try source.length == 72_000 && source.frames()[1].count == 72_000)
    for (rate, frames) in [(44_100.0, 66_150), (8_000, 12_000), (192_000, 288_000), (11_025, 16_538)] {
      let format = try AudioFormat(standardSampleRate: rate, channelCount: 1)
      #expect(try SilenceSource(seconds: 1.5, format: format).length == frames)
    }
    #expect(throws: SourceError.self) { try SilenceSource(seconds: -.ulpOfOne) }
    #expect(throws: SourceError.self) { try SilenceSource(seconds: .nan) }
  }

  @Test("three files in a sequence are one file that was made of them, and so are loops")
  func gapless() throws {
    let parts = try [(1, 20_000), (2, 4_097), (3, 1)].map { try noise($1, seed: $0) }
    let paths = try parts.enumerated().map { try file("part\($0).wav", $1) }
    let whole = [0, 1].map { channel in parts.flatMap { $0[channel] } }
    let one = try file("whole.wav", whole)
    let sequence = try SequenceSource(paths.map { try AudioFileSource($0) })
    #expect(try sequence.length == 24_098 && sequence.frames() == AudioFileSource(one).frames())
    let loop = try LoopedSource(AudioFileSource(paths[1]), times: 3)
    #expect(try loop.frames() == [0, 1].map { channel in (0..<3).flatMap { _ in parts[1][channel] } })
    let endless = try LoopedSource(AudioFileSource(paths[1], region: 1_000..<2_000))
    #expect(
      try endless.length == nil && endless.frames(3_500)[0] == (0..<3_500).map { parts[1][0][1_000 + $0 % 1_000] })
    try endless.seek(to: 123_456)
    #expect(try endless.frames(10)[1] == Array(parts[1][1][1_456..<1_466]))
  }

  @Test(
    "a region of a file, at its borders",
    arguments: [0..<10, 4_090..<4_100, 19_999..<20_000, 19_990..<30_000, 30_000..<40_000])
  func regions(region: Range<Int>) throws {
    let sound = try noise(20_000)
    let source = try AudioFileSource(file("region.wav", sound), region: region)
    let expected = sound.map { Array($0[min(20_000, region.lowerBound)..<min(20_000, region.upperBound)]) }
    #expect(source.length == expected[0].count)
    #expect(try source.frames(by: 7) == expected)
    try source.seek(to: 3)
    #expect(try source.frames() == expected.map { Array($0.dropFirst(3)) })
    try source.seek(to: 1_000_000)
    #expect(try source.frames()[0].isEmpty)
  }

  @Test("a pipe can't be rewound, whether its header gives its length or not")
  func pipes() throws {
    let path = try file("pipe.wav", noise(1_000))
    var ends: [Int32] = [0, 0]
    try #require(pipe(&ends) == 0)
    let bytes = Child.contents(path)
    try #require(bytes.withUnsafeBytes { write(ends[1], $0.baseAddress, $0.count) } == bytes.count)
    close(ends[1])
    let source = try AudioFileSource(AudioFile(stream: ends[0], name: "pipe"))
    close(ends[0])
    #expect(source.length == 1_000 && !source.canSeek)
    #expect(throws: SourceError.cannotSeek) { try LoopedSource(source) }
  }

  @Test("a loop of nothing ends, and what can't seek can't be looped")
  func emptyLoops() throws {
    #expect(try LoopedSource(SilenceSource(length: 0)).frames()[0].isEmpty)
    #expect(throws: SourceError.cannotSeek) { try LoopedSource(SampleSource([[1]], canSeek: false)) }
    #expect(try LoopedSource(SilenceSource(length: 1_000), times: .max).length == nil, "too many frames to count")
  }

  @Test("formats that don't go together are errors, and can be converted")
  func formats() throws {
    let (mono, stereo) = (try SampleSource([[1, 2]]), try SampleSource([[1], [3]]))
    #expect(throws: SourceError.formats(mono.format, stereo.format)) { try SequenceSource([mono, stereo]) }
    let sequence = try SequenceSource([mono.converted(to: stereo.format), stereo])
    #expect(try sequence.frames() == [[1, 2, 1], [1, 2, 3]])
    #expect(throws: SourceError.channels(from: 3, to: 2)) {
      try SampleSource([[1], [2], [3]]).converted(to: stereo.format)
    }
    #expect(throws: SourceError.endless) { try FadedSource(SilenceSource(length: nil), fadeOut: 10) }
  }
}

@Suite struct DynamicSourceTests {
  /// A loop whose every sample tells the loop and the frame.
  private func loops(_ count: Int, frames: Int) throws -> [SampleSource] {
    try (0..<count).map { loop in try SampleSource([(0..<frames).map { Float(loop * 1_000 + $0) }]) }
  }

  @Test("switches are exact, at the place that all loops have reached, and cross-faded")
  func switches() throws {
    let plan: [Int?] = [0, 0, 1, nil, nil, 2, 0]
    var asked: [Int] = []
    let source = try DynamicSource(loops(3, frames: 250), phrase: 100, fadeLength: 20) { frame in
      asked.append(frame)
      return plan[frame / 100]
    }
    let sound = try source.frames(700, by: 33)[0]
    #expect(asked == Array(stride(from: 0, to: 700, by: 100)))
    func value(_ loop: Int?, _ frame: Int) -> Float { loop.map { Float($0 * 1_000 + frame % 250) } ?? 0 }
    for frame in 0..<700 {
      let (now, before) = (plan[frame / 100], frame < 100 ? plan[0] : plan[frame / 100 - 1])
      let share = Float(frame % 100) / 20
      let gain = now == before || share >= 1 ? 1 : share * share * (3 - 2 * share)
      let expected = value(now, frame) * gain + value(before, frame) * (1 - gain)
      #expect(abs(sound[frame] - expected) < 1e-3, "frame \(frame): \(sound[frame]), not \(expected)")
    }
  }

  @Test("an intro before, and an outro after the phrase in which it is finished", arguments: [1, 17, 64, 1_000])
  func ends(portion: Int) throws {
    let intro = try SampleSource([[Float](repeating: 7, count: 37)])
    let outro = try SampleSource([[Float](repeating: 9, count: 53)])
    let source = try DynamicSource(loops(1, frames: 250), phrase: 100, fadeLength: 0, intro: intro, outro: outro) { _ in
      0
    }
    var sound = try source.frames(37 + 150, by: portion)[0]
    source.finish()
    sound += try source.frames(by: portion)[0]
    #expect(sound.count == 37 + 200 + 53)
    #expect(sound[..<37].allSatisfy { $0 == 7 } && sound[37..<237].map { Int($0) } == Array(0..<200))
    #expect(sound[237...].allSatisfy { $0 == 9 })
  }

  @Test("without an outro it fades out, for as long as a fade takes")
  func fadeOut() throws {
    let source = try DynamicSource([SampleSource([[Float](repeating: 1, count: 64)])], phrase: 64, fadeLength: 30) {
      _ in 0
    }
    var sound = try source.frames(10)[0]
    source.finish()
    sound += try source.frames()[0]
    #expect(sound.count == 64 + 30 && sound[..<65].allSatisfy { $0 == 1 })
    #expect(zip(sound[64...], sound[65...]).allSatisfy { $0 >= $1 } && sound[93] < 0.02)
  }

  @Test("loops of different lengths are an error")
  func lengths() throws {
    let loops = try [SampleSource([[1, 2]]), SampleSource([[1]])]
    #expect(throws: SourceError.loopLengths([2, 1])) { try DynamicSource(loops, phrase: 1) { _ in 0 } }
    #expect(throws: SourceError.loopLengths([])) { try DynamicSource([], phrase: 1) { _ in nil } }
  }
}

@Suite struct ChainSourceTests {
  private let folder = TemporaryFolder()
  private let bundle: String

  init() { bundle = TestPlugins.install(in: folder) }

  private func stage(_ name: String, _ parameters: [String: Float] = [:]) -> RenderChain.Stage {
    var stage = RenderChain.Stage(component: TestPlugins.uri(name), bundle: bundle)
    stage.parameters = parameters
    return stage
  }

  private final class Sink: FrameSink {
    var samples: [[Float]]
    init(_ channels: Int) { samples = Array(repeating: [], count: channels) }
    func write(_ channels: [UnsafePointer<Float>], count: Int) {
      for index in samples.indices {
        samples[index].append(contentsOf: UnsafeBufferPointer(start: channels[index], count: count))
      }
    }
  }

  private func rendered(_ job: RenderJob, _ source: any FrameSource) throws -> [[Float]] {
    var sink = Sink(0)
    _ = try job.render(from: source) { channels in
      sink = Sink(channels)
      return sink
    }
    return sink.samples
  }

  @Test("a chain over a source gives what a render gives", arguments: [1, 512, 700], [1, 3])
  func chain(block: Int, jobs: Int) throws {
    let chain = RenderChain([
      stage("delay", ["frames": 77]), stage("gain-stereo", ["gain": 0.5]), stage("echo", ["frames": 3_000]),
    ])
    for tail in [RenderOptions.Tail.automatic, .seconds(0), .seconds(0.1)] {
      var options = RenderOptions()
      (options.tail, options.jobs) = (tail, jobs)
      let source = { try NoiseSource(.pink, length: 10_001) }
      let job = RenderJob(chain, sampleRate: 48_000, blockLength: block, channels: 2, options: options)
      let expected = try rendered(job, source())
      let pulled = try ChainSource(chain, over: source(), options: options, blockLength: block)
      #expect(tail == .automatic ? pulled.length == nil : pulled.length == expected[0].count)
      #expect(try pulled.frames(by: 333) == expected, "\(tail)")
      #expect(try pulled.frames()[0].isEmpty)
    }
  }

  @Test("a chain without memory can be moved, latency and all")
  func seeks() throws {
    var options = RenderOptions()
    options.tail = .seconds(0)
    let chain = RenderChain([stage("gain-stereo", ["gain": 0.5]), stage("delay", ["frames": 300])])
    let sound = try ChainSource(chain, over: NoiseSource(length: 20_000), options: options).frames()
    let source = try ChainSource(chain, over: NoiseSource(length: 20_000), options: options)
    for start in [5_000, 0, 19_900, 25_000, 12_345] {
      try source.seek(to: start)
      #expect(try source.frames() == sound.map { Array($0.dropFirst(start)) }, "\(start)")
    }
  }

  private static let song: [MIDIMessage] = [
    .noteOn(60), .noteOn(64, at: 777), .noteOff(60, at: 1_001), .noteOff(64, at: 5_000),
  ]

  @Test("an instrument plays what is known, and may be moved")
  func instrument() throws {
    let chain = RenderChain([stage("organ"), stage("gain-stereo", ["gain": 0.5])])
    let source = try InstrumentSource(chain, playing: Self.song)
    let sound = try source.frames(by: 100)
    #expect((7_400..<8_600).contains(sound[0].count) && sound[0].contains { $0 != 0 })
    try source.seek(to: 3_000)
    #expect(try source.frames()[0].allSatisfy { $0 == 0 }, "a note that began before is passed over")
    try source.seek(to: 0)
    #expect(try source.frames() == sound)
  }

  private static let renderer = Child.products + "/aucat-render"

  @Test(
    "plugins in processes of their own give the same, by one thread or several",
    arguments: [PluginIsolation.each, .chain], [1, 3])
  func isolated(isolation: PluginIsolation, jobs: Int) throws {
    var options = RenderOptions()
    options.jobs = jobs
    let effects = RenderChain([
      stage("delay", ["frames": 77]), stage("gain-stereo", ["gain": 0.5]), stage("echo", ["frames": 3_000]),
    ])
    let source = { try NoiseSource(.pink, length: 10_001) }
    let isolated = try ChainSource(
      effects, over: source(), options: options, isolation: isolation, renderer: Self.renderer)
    #expect(try isolated.frames(by: 333) == ChainSource(effects, over: source(), options: options).frames())
    let organ = RenderChain([stage("organ"), stage("gain-stereo", ["gain": 0.5])])
    let played = try InstrumentSource(
      organ, playing: Self.song, options: options, isolation: isolation, renderer: Self.renderer)
    #expect(try played.frames(by: 100) == InstrumentSource(organ, playing: Self.song, options: options).frames())
  }

  @Test("a plugin that fails is told once, and its input is heard in its place", arguments: ["crash-run", "exit-run"])
  func falls(name: String) throws {
    let chain = RenderChain([stage("gain-stereo", ["gain": 0.5]), stage(name, ["after": 3_000])])
    var options = RenderOptions()
    options.tail = .seconds(0)
    let expected = try NoiseSource(length: 20_000).frames().map { $0.map { $0 / 2 } }
    var told: [ChainError] = []
    let source = try ChainSource(
      chain, over: NoiseSource(length: 20_000), options: options, isolation: .each, renderer: Self.renderer,
      fell: { told.append($0) })
    #expect(try source.frames() == expected)
    #expect(told.map(\.component) == [TestPlugins.uri(name)] && told[0].code == .failed)
    // Without a function that is called, a read fails.
    let failing = try ChainSource(
      chain, over: NoiseSource(length: 20_000), options: options, isolation: .each, renderer: Self.renderer)
    let error = #expect(throws: ChainError.self) { try failing.frames() }
    #expect(error == told[0])
    let rest = try failing.frames()[0]
    #expect(rest.count > 10_000 && rest.elementsEqual(expected[0].suffix(rest.count)))
  }

  @Test("an instrument plays what the host sends, by blocks")
  func sent() throws {
    let source = try InstrumentSource(RenderChain([stage("organ")]), blockLength: 64)
    #expect(source.length == nil && !source.canSeek)
    #expect(try source.frames(64)[0].allSatisfy { $0 == 0 })
    source.send(.noteOn(60))
    let played = try source.frames(128)[0]
    #expect(played[0] != 0)
    source.send(.noteOff(60))
    source.finish()
    let rest = try source.frames()[0]
    #expect((2_400..<4_500).contains(rest.count) && rest.dropFirst(2_400).allSatisfy { $0 == 0 })
  }
}
