import AudioFiles
import AudioSources
import LiveSound
import Synchronization
import TestSupport
import Testing

@testable import AudioTracks

/// Devices that play at another rate than their coordinator.
struct ConversionTests {
  /// Noise, of which each frame is another number.
  private func noise(_ length: Int, rate: Double) throws -> NoiseSource {
    try NoiseSource(.white, length: length, format: AudioFormat(standardSampleRate: rate, channelCount: 1))
  }

  private func player(
    _ recording: Recording, on server: TestServer,
    _ handler: @escaping @Sendable (TrackPlayer.Notice) -> Void = { _ in }
  ) -> TrackPlayer {
    TrackPlayer(
      recording.coordinator, on: server, DeviceWishes(inputs: 0, outputs: 1, hasMIDI: false),
      standIn: TestServer(channels: 1), retryInterval: .zero, handler: handler)
  }

  @Test("the mix at a device's rate is the mix resampled, to the bit, in any blocks")
  func resampled() throws {
    for (own, other, block) in [
      (48_000.0, 44_100.0, 9_000), (44_100, 48_000, 1), (192_000, 44_100, 64), (8_000, 192_000, 1_023),
    ] {
      let count = max(2_000, block)
      let mixed = Int(Double(count) * own / other) + 2_000
      let expected = try ResampledSource(noise(mixed, rate: own), sampleRate: other).samples(count)
      let recording = try Recording(rate: own)
      let track = try recording.track()
      try track.enqueue(noise(mixed, rate: own))
      let server = TestServer(rate: other, channels: 1)
      let player = player(recording, on: server)
      try player.startDevice()
      var heard: [Float] = []
      while heard.count < count {
        player.settle()
        heard += server.block(min(block, count - heard.count)) ?? []
      }
      player.stop()
      // The ring holds less than a block of 9,000 frames may need.
      let whole = track.missingFrames == 0 ? count : 4_000
      verify(heard[..<whole] == expected[..<whole], "\(own) to \(other): \(track.missingFrames)")
    }
  }

  @Test("a server that changes its rate, or comes back with another, loses no completion and no tail")
  func changes() throws {
    let recording = try Recording()
    let server = TestServer(channels: 1)
    let notices = Mutex<[TrackPlayer.Notice]>([])
    let player = player(recording, on: server) { notice in notices.withLock { $0.append(notice) } }
    let track = try recording.track()
    for name in ["a", "b", "c"] { try track.enqueue(try Numbered(20_000), named: name) }
    try player.startDevice()
    func play(_ blocks: Int) -> [Float] {
      (0..<blocks).reduce(into: []) { sound, _ in
        player.settle()
        sound += server.block() ?? []
      }
    }
    verify(play(50).last, equals: 12_800.0 / 1_048_576)
    server.change(rate: 96_000)
    // A sample tells its frame: twice as many of them take the same way.
    let fast = play(100)
    verify(abs((fast[12_001] - fast[2_001]) * 1_048_576 - 5_000) < 1)
    server.lose()
    player.settle()
    server.comeBack(rate: 44_100)
    player.settle()
    let before = recording.coordinator.frame
    let rest = play(200)
    verify(abs(Double(recording.coordinator.frame - before) - Double(rest.count) * 48_000 / 44_100) < 200)
    verify(recording.coordinator.isIdle)
    verify(recording.lines.filter { $0.contains("finished") }.map { $0.suffix(1) }, equals: ["a", "b", "c"])
    verify(notices.withLock { $0 }, equals: [.sampleRate(96_000), .lost("a test"), .sampleRate(44_100), .back])
    player.stop()
  }

  @Test("a prompt is in the block after the thread that feeds has looked, and its duck's ramp with it")
  func prompt() throws {
    let recording = try Recording(policy: .duck(Ducking(depth: -12)))
    let server = TestServer(channels: 1)
    let player = player(recording, on: server)
    let (music, prompts) = (try recording.track("music", 1), try recording.track("prompts", 2))
    try music.enqueue(try Numbered(100_000) { _ in 0.5 })
    try player.startDevice()
    for _ in 0..<10 {
      player.settle()
      verify(server.block()?.allSatisfy { $0 == 0.5 }, equals: true)
    }
    try prompts.enqueue(try Numbered(1_000) { _ in 0.25 })
    player.settle()
    let block = try demand(server.block())
    verify(block[0] == 0.75 && block[1] < 0.75 && block[255] < block[1])
    player.stop()
  }
}

extension AudioSource {
  /// The first channel's samples, of a source of one channel.
  fileprivate func samples(_ count: Int) throws -> [Float] {
    // SAFETY: The memory has room for `count` frames.
    let memory = UnsafeMutablePointer<Float>.allocate(capacity: count)
    defer { memory.deallocate() }
    return Array(UnsafeBufferPointer(start: memory, count: try read(into: [memory], count: count)))
  }
}
