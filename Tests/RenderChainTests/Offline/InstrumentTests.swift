import ChainHosting
import Foundation
import RenderChain
import TestSupport
import Testing

/// Silence, or a sound, with MIDI.
final class MessageSource: MIDISource {
  private let sound: Samples
  private let all: [MIDIMessage]
  private let frames: Int
  private var position = 0
  private(set) var messages: [MIDIMessage] = []

  init(_ all: [MIDIMessage], frames: Int, sound: Samples = []) {
    (self.all, self.frames, self.sound) = (all, frames, sound)
  }

  var channelCount: Int { sound.count }

  func read(into channels: [UnsafeMutablePointer<Float>], count: Int) -> Int {
    let length = min(count, frames - position)
    for (index, channel) in channels.enumerated() {
      for frame in 0..<length { channel[frame] = sound[index][position + frame] }
    }
    let isLast = length < count
    messages = all.filter { $0.frame >= position && ($0.frame < position + length || isLast) }.map { message in
      MIDIMessage(frame: message.frame - position, bytes: message.bytes)
    }
    position += length
    return length
  }
}

/// An instrument in a render plays each message at its frame.
@Suite(.part(.oracle)) struct InstrumentTests {
  private let bundle = TestBundle()

  private static let song: [MIDIMessage] = [
    .noteOn(60, at: 0), .noteOn(64, velocity: 50, at: 777), .tempo(60, at: 1_000), .noteOff(60, at: 1_001),
    MIDIMessage(frame: 5_000, bytes: [0xFF, 0x58, 4, 3, 2, 24, 8]), .noteOn(67, at: 8_191), .noteOn(70, at: 8_192),
    MIDIMessage(frame: 9_000, bytes: [0xF0] + Array(repeating: 1, count: 498) + [0xF7]), .noteOff(67, at: 9_500),
    .noteOff(64, at: 12_000), .noteOff(70, at: 12_000),
  ]

  private func render(
    _ stages: [RenderChain.Stage], isIsolated: Bool = false, block: Int = 512, jobs: Int = 1, length: Int = 12_000,
    messages: [MIDIMessage] = song, tail: RenderOptions.Tail = .automatic
  ) throws -> (sound: Samples, report: RenderReport) {
    var options = RenderOptions()
    options.tail = tail
    options.jobs = jobs
    options.keepsMessages = true
    let job = RenderJob(RenderChain(stages), sampleRate: 48_000, blockLength: block, channels: 0, options: options)
    var sink = SampleSink(0)
    let open: (Int) -> any FrameSink = { channels in
      sink = SampleSink(channels)
      return sink
    }
    let source = MessageSource(messages, frames: length)
    let report =
      if isIsolated { try IsolatedRender(timeout: 5).render(job, from: source, opened: open) } else {
        try job.render(from: source, opened: open)
      }
    return (sink.samples, report)
  }

  /// What the organ's comment says, in double precision.
  private static func model(frames: Int) -> [[Double]] {
    var sound = [[Double]](repeating: Array(repeating: 0, count: frames), count: 2)
    let notes: [(key: Int, start: Int, end: Int, velocity: Double)] = [
      (60, 0, 1_001, 100), (64, 777, 12_000, 50), (67, 8_191, 9_500, 100), (70, 8_192, 12_000, 100),
    ]
    for note in notes {
      for frame in note.start..<min(frames, note.end + 2_400) {
        let age = frame - note.start
        let fade = frame < note.end ? 1 : Double(2_400 - (frame - note.end)) / 2_400
        let sign: Double = age / (20 + note.key) % 2 == 1 ? -0.25 : 0.25
        let sample = sign * fade * note.velocity / 127 * (frame < 9_000 ? 1 : 0.5)
        let bpm: Double = frame < 1_000 ? 120 : 60
        sound[0][frame] += sample
        sound[1][frame] += sample * bpm * (frame < 5_000 ? 4 : 3) / 960
      }
    }
    return sound
  }

  @Test("notes, a tempo, a meter and system exclusive messages, to the last note and its tail")
  func sound() throws {
    let (sound, report) = try render([bundle.stage("organ")])
    // The tail is rendered in steps of 1,024 frames.
    verify((14_400..<14_400 + 1_024).contains(sound[0].count))
    let model = Self.model(frames: sound[0].count)
    for channel in 0..<2 {
      let difference = zip(sound[channel], model[channel]).map { abs(Double($0) - $1) }.max() ?? 1
      verify(difference < 1e-6, "channel \(channel): \(difference)")
    }
    verify(report.messages, equals: Self.song.filter { !$0.isMeta })
  }

  @Test(
    "in any block length, process and number of threads", arguments: [1, 16, 60, 64, 500, 4_096, 8_192], [false, true])
  func blocks(block: Int, isIsolated: Bool) throws {
    let stages = [bundle.stage("organ"), bundle.stage("gain-mono", ["gain": 0.5]), bundle.stage("midi-gate")]
    let expected = try render(stages)
    for jobs in [1, 3] {
      let (sound, report) = try render(stages, isIsolated: isIsolated, block: block, jobs: jobs)
      verify(sound == expected.sound && report.messages == expected.report.messages, "\(jobs)")
    }
  }

  @Test("a host that renders by blocks, and a device that freewheels, get the same")
  func live() throws {
    let messages = Self.song.filter { !$0.isMeta }
    let expected = try render([bundle.stage("organ")], messages: messages, tail: .seconds(0)).sound
    let player = try bundle.player(bundle.stage("organ"), channels: 0, block: 700)
    verify(player.play([], frames: 12_000, messages), equals: expected)
    let device = try bundle.live(RenderChain([bundle.stage("organ")]), inputs: 0, outputs: 2, block: 256)
    device.position.isFreewheeling = true
    let sent = messages.filter { $0.frame < 12_000 }.map { LivePlayer.SentMIDI(frame: $0.frame, bytes: $0.bytes) }
    verify(device.play([], cycle: 256, sent, frames: 12_000), equals: expected)
  }

  @Test("what takes MIDI after the instrument stays in its unit, and hears the same")
  func units() throws {
    let stages = [
      bundle.stage("gain-stereo"), bundle.stage("midi-gate"), bundle.stage("gain-mono"), bundle.stage("midi-gate"),
    ]
    let source = { MessageSource(Self.song, frames: 10_000, sound: .steps(10_000, channels: 2)) }
    var sounds: [Samples] = []
    for jobs in [1, 4] {
      var options = RenderOptions()
      (options.tail, options.jobs) = (.seconds(0), jobs)
      let sink = SampleSink(2)
      _ = try RenderJob(RenderChain(stages), sampleRate: 48_000, channels: 2, options: options)
        .render(from: source(), opened: { _ in sink })
      sounds.append(sink.samples)
    }
    verify(sounds[0] == sounds[1] && sounds[0][0].contains { $0 != 0 })
  }

  @Test("more messages than a slot has room for come out whole", arguments: [false, true])
  func many(isIsolated: Bool) throws {
    // 1.3 MB in all, and in each block as much as a port holds.
    let messages = (0..<100_000).map { MIDIMessage.noteOn(UInt8($0 % 128), velocity: 1, at: $0) }
    let (_, report) = try render(
      [bundle.stage("organ")], isIsolated: isIsolated, length: 100_000, messages: messages, tail: .seconds(0))
    verify(report.messages, equals: messages)
  }
}
