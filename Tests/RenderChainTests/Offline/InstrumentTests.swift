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
    messages = all.filter { $0.frame >= position && ($0.frame < position + length || isLast) }.map {
      MIDIMessage(frame: $0.frame - position, bytes: $0.bytes)
    }
    position += length
    return length
  }
}

/// An instrument in a render plays each message at its frame.
struct InstrumentTests {
  private let bundle = TestBundle()

  private static let song: [MIDIMessage] = [
    .noteOn(60, at: 0), .noteOn(64, velocity: 50, at: 777), .tempo(60, at: 1_000), .noteOff(60, at: 1_001),
    MIDIMessage(frame: 5_000, bytes: [0xFF, 0x58, 4, 3, 2, 24, 8]), .noteOn(67, at: 8_191), .noteOn(70, at: 8_192),
    MIDIMessage(frame: 9_000, bytes: [0xF0] + Array(repeating: 1, count: 498) + [0xF7]), .noteOff(67, at: 9_500),
    .noteOff(64, at: 12_000), .noteOff(70, at: 12_000),
  ]

  private func render(
    _ stages: RenderChain.Stage..., isIsolated: Bool = false, block: Int = 512, jobs: Int = 1, length: Int = 12_000,
    sound: Samples = [], messages: [MIDIMessage] = song, tail: RenderOptions.Tail = .automatic
  ) throws -> (sound: Samples, report: RenderReport) {
    var job = RenderJob(RenderChain(stages), sampleRate: 48_000, blockLength: block, channels: sound.count)
    (job.options.tail, job.options.jobs, job.options.keepsMessages) = (tail, jobs, true)
    return try job.rendered(
      MessageSource(messages, frames: length, sound: sound), by: isIsolated ? IsolatedRender(timeout: 5) : nil)
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
    let (sound, report) = try render(bundle.stage("organ"))
    // The tail is rendered in steps of 1,024 frames.
    verify((14_400..<14_400 + 1_024).contains(sound[0].count))
    let model = Self.model(frames: sound[0].count)
    for channel in 0..<2 {
      let difference = zip(sound[channel], model[channel]).map { abs(Double($0) - $1) }.max() ?? 1
      verify(difference < 1e-6, "channel \(channel): \(difference)")
    }
    verify(report.messages, equals: Self.song.filter { !$0.isMeta })
  }

  private func checkBlocks(_ rows: [(block: Int, isIsolated: Bool, jobs: Int)]) throws {
    let (organ, gain, gate) = (
      bundle.stage("organ"), bundle.stage("gain-mono", ["gain": 0.5]), bundle.stage("midi-gate")
    )
    let expected = try render(organ, gain, gate)
    for row in rows {
      let (sound, report) = try render(
        organ, gain, gate, isIsolated: row.isIsolated, block: row.block, jobs: row.jobs)
      verify(sound == expected.sound && report.messages == expected.report.messages, "\(row)")
    }
  }

  @Test("in any block length, process and number of threads, by a host's blocks and by a device that freewheels")
  func blocks() throws {
    try checkBlocks([(60, true, 3), (8_192, false, 1)])
    let organ = bundle.stage("organ")
    let messages = Self.song.filter { !$0.isMeta && $0.frame < 12_000 }
    let plain = try render(organ, messages: messages, tail: .seconds(0)).sound
    let player = try bundle.player(organ, channels: 0, block: 700)
    verify(player.play([], frames: 12_000, messages), equals: plain)
    let device = try bundle.live(organ, inputs: 0, outputs: 2)
    device.position.isFreewheeling = true
    verify(device.play([], cycle: 256, messages, frames: 12_000), equals: plain)
  }

  @Test("the same of more; more messages than a slot has room for come out whole", .part(.laws))
  func moreBlocks() throws {
    for isIsolated in [false, true] {
      try checkBlocks([1, 16, 64, 500, 4_096].flatMap { [($0, isIsolated, 1), ($0, isIsolated, 3)] })
      // 1.3 MB in all, and in each block as much as a port holds.
      let messages = (0..<100_000).map { MIDIMessage.noteOn(UInt8($0 % 128), velocity: 1, at: $0) }
      let (_, report) = try render(
        bundle.stage("organ"), isIsolated: isIsolated, length: 100_000, messages: messages, tail: .seconds(0))
      verify(report.messages == messages)
    }
  }

  @Test("what takes MIDI after the instrument stays in its unit")
  func units() throws {
    let sounds = try [1, 4].map { jobs in
      try render(
        bundle.stage("gain-stereo"), bundle.stage("midi-gate"), bundle.stage("gain-mono"), bundle.stage("midi-gate"),
        jobs: jobs, length: 10_000, sound: .steps(10_000, channels: 2), tail: .seconds(0)
      ).sound
    }
    verify(sounds[0] == sounds[1] && sounds[0][0].contains { $0 != 0 })
  }
}
