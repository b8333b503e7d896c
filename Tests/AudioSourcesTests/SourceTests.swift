import AudioFiles
import AudioSources
import Foundation
import TestSupport
import Testing

struct SourceTests {
  private let folder = TemporaryFolder()

  private func file(_ name: String, _ samples: [[Float]]) throws -> String {
    let format = AudioFileFormat(.wav, sampleRate: 48_000, layout: .standard(channelCount: samples.count))
    let writer = try AudioFileWriter(writing: folder(name), format: format)
    let buffer = AudioBuffer(
      format: try AudioFormat(standardSampleRate: 48_000, layout: format.layout), frameCapacity: samples[0].count)
    for (channel, values) in samples.enumerated() {
      for (frame, value) in values.enumerated() { buffer.float32Channels?[channel][frame] = value }
    }
    buffer.frameLength = samples[0].count
    try writer.write(buffer)
    try writer.finish()
    return folder(name)
  }

  private func noise(_ frames: Int, seed: UInt64 = 1) throws -> [[Float]] {
    try NoiseSource(.white, seed: seed, length: frames).frames()
  }

  @Test("three files in a sequence are one file that was made of them, and so are loops")
  func gapless() throws {
    let parts = try [(1, 5_000), (2, 4_097), (3, 1)].map { try noise($1, seed: $0) }
    let paths = try parts.enumerated().map { try file("part\($0).wav", $1) }
    let whole = [0, 1].map { channel in parts.flatMap { $0[channel] } }
    let sequence = try SequenceSource(paths.map { try AudioFileSource($0) })
    try verify(sequence.length == 9_098 && sequence.frames() == AudioFileSource(file("whole.wav", whole)).frames())
    let loop = try LoopedSource(AudioFileSource(paths[1]), times: 3)
    try verify(loop.frames(), equals: [0, 1].map { channel in (0..<3).flatMap { _ in parts[1][channel] } })
    let endless = try LoopedSource(AudioFileSource(paths[1], region: 1_000..<2_000))
    try verify(
      endless.length == nil && endless.frames(3_500)[0] == (0..<3_500).map { parts[1][0][1_000 + $0 % 1_000] })
    try endless.seek(to: 123_456)
    try verify(endless.frames(10)[1], equals: Array(parts[1][1][1_456..<1_466]))
    try verify(LoopedSource(SilenceSource(length: 0)).frames()[0].isEmpty, "a loop of nothing ends")
    try verify(LoopedSource(SilenceSource(length: 1_000), times: .max).length == nil, "too many frames to count")
  }

  @Test("a region of a file, at its borders")
  func regions() throws {
    let sound = try noise(20_000)
    let path = try file("region.wav", sound)
    for region in [0..<10, 4_090..<4_100, 19_999..<20_000, 19_990..<30_000, 30_000..<40_000] {
      let source = try AudioFileSource(path, region: region)
      let expected = sound.map { Array($0[min(20_000, region.lowerBound)..<min(20_000, region.upperBound)]) }
      verify(source.length, equals: expected[0].count)
      try verify(source.frames(by: 7), equals: expected, "\(region)")
      try source.seek(to: 3)
      try verify(source.frames(), equals: expected.map { Array($0.dropFirst(3)) }, "\(region)")
      try source.seek(to: 1_000_000)
      try verify(source.frames()[0].isEmpty)
    }
  }

  @Test("silence has its share of frames at any rate; what doesn't go together, or can't be rewound, is an error")
  func errors() throws {
    for (rate, frames) in [(48_000.0, 72_000), (44_100, 66_150), (8_000, 12_000), (192_000, 288_000), (11_025, 16_538)]
    {
      let silence = try SilenceSource(seconds: 1.5, format: AudioFormat(standardSampleRate: rate, channelCount: 1))
      verify(silence.length, equals: frames)
    }
    try verify(SilenceSource(seconds: 1.5).frames()[1].count, equals: 72_000)
    for seconds in [-.ulpOfOne, Double.nan] { verify(throws: SourceError.self) { try SilenceSource(seconds: seconds) } }

    let (mono, stereo) = (try SampleSource([[1, 2]]), try SampleSource([[1], [3]]))
    verify(throws: SourceError.formats(mono.format, stereo.format)) { try SequenceSource([mono, stereo]) }
    let sequence = try SequenceSource([mono.converted(to: stereo.format), stereo])
    try verify(sequence.frames(), equals: [[1, 2, 1], [1, 2, 3]])
    verify(throws: SourceError.channels(from: 3, to: 2)) {
      try SampleSource([[1], [2], [3]]).converted(to: stereo.format)
    }
    verify(throws: SourceError.endless) { try FadedSource(SilenceSource(length: nil), fadeOut: 10) }
    verify(throws: SourceError.cannotSeek) { try LoopedSource(SampleSource([[1]], canSeek: false)) }

    // A pipe, whose header gives its length.
    var ends: [Int32] = [0, 0]
    try demand(pipe(&ends) == 0)
    let bytes = Child.contents(try file("pipe.wav", noise(1_000)))
    try demand(bytes.withUnsafeBytes { write(ends[1], $0.baseAddress, $0.count) } == bytes.count)
    close(ends[1])
    let source = try AudioFileSource(AudioFile(stream: ends[0], name: "pipe"))
    close(ends[0])
    verify(source.length == 1_000 && !source.canSeek)
    verify(throws: SourceError.cannotSeek) { try LoopedSource(source) }
  }
}

struct DynamicSourceTests {
  /// Loops whose every sample tells the loop and the frame.
  private func loops(_ count: Int) throws -> [SampleSource] {
    try (0..<count).map { loop in try SampleSource([(0..<250).map { Float(loop * 1_000 + $0) }]) }
  }

  @Test("switches are exact, at the place that all loops have reached, and cross-faded; all have one length")
  func switches() throws {
    let plan: [Int?] = [0, 0, 1, nil, nil, 2, 0]
    var asked: [Int] = []
    let source = try DynamicSource(loops(3), phrase: 100, fadeLength: 20) { frame in
      asked.append(frame)
      return plan[frame / 100]
    }
    let sound = try source.frames(700, by: 33)[0]
    verify(asked, equals: Array(stride(from: 0, to: 700, by: 100)))
    func value(_ loop: Int?, _ frame: Int) -> Float { loop.map { Float($0 * 1_000 + frame % 250) } ?? 0 }
    for frame in 0..<700 {
      let (now, before) = (plan[frame / 100], frame < 100 ? plan[0] : plan[frame / 100 - 1])
      let share = Float(frame % 100) / 20
      let gain = now == before || share >= 1 ? 1 : share * share * (3 - 2 * share)
      let expected = value(now, frame) * gain + value(before, frame) * (1 - gain)
      verify(abs(sound[frame] - expected) < 1e-3, "frame \(frame): \(sound[frame]), not \(expected)")
    }
    verify(throws: SourceError.loopLengths([2, 1])) {
      try DynamicSource([SampleSource([[1, 2]]), SampleSource([[1]])], phrase: 1) { _ in 0 }
    }
    verify(throws: SourceError.loopLengths([])) { try DynamicSource([], phrase: 1) { _ in nil } }
  }

  @Test("an intro before, and an outro, or a fade, after the phrase in which it is finished")
  func ends() throws {
    for portion in [1, 17, 64, 1_000] {
      let intro = try SampleSource([[Float](repeating: 7, count: 37)])
      let outro = try SampleSource([[Float](repeating: 9, count: 53)])
      let source = try DynamicSource(loops(1), phrase: 100, fadeLength: 0, intro: intro, outro: outro) { _ in 0 }
      var sound = try source.frames(37 + 150, by: portion)[0]
      source.finish()
      sound += try source.frames(by: portion)[0]
      verify(sound.count, equals: 37 + 200 + 53)
      verify(sound[..<37].allSatisfy { $0 == 7 } && sound[37..<237].map { Int($0) } == Array(0..<200))
      verify(sound[237...].allSatisfy { $0 == 9 })
    }
    let ones = try SampleSource([[Float](repeating: 1, count: 64)])
    let source = try DynamicSource([ones], phrase: 64, fadeLength: 30) { _ in 0 }
    var sound = try source.frames(10)[0]
    source.finish()
    sound += try source.frames()[0]
    verify(sound.count == 64 + 30 && sound[..<65].allSatisfy { $0 == 1 })
    verify(zip(sound[64...], sound[65...]).allSatisfy { $0 >= $1 } && sound[93] < 0.02)
  }
}
