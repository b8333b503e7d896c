import ChainHosting
import Synchronization
import Testing

@testable import LiveSound

/// What a device hears of a ring that another thread feeds.
@Suite struct RingPlayerTests {
  /// A sound whose every sample tells its frame, which is read by the feeding thread alone.
  private final class Steps: @unchecked Sendable {
    var position = 0
    let length: Int
    let isStuck = Atomic(false)
    let moves = Atomic(0)

    init(_ length: Int) { self.length = length }

    func move(to frame: Int) {
      position = frame
      moves.add(1, ordering: .releasing)
    }

    static func value(_ frame: Int, _ channel: Int) -> Float { Float(frame % 10_007 + 1) * (channel == 0 ? 1 : -1) }

    func read(_ channels: [UnsafeMutablePointer<Float>], _ count: Int) throws -> Int {
      while isStuck.load(ordering: .relaxed) { MonotonicClock.sleep(until: MonotonicClock.nanoseconds + 1_000_000) }
      let frames = max(0, min(count, length - position))
      for (channel, target) in channels.enumerated() {
        for frame in 0..<frames { target[frame] = Self.value(position + frame, channel) }
      }
      position += frames
      return frames
    }
  }

  private struct Failure: Error {}

  /// One block of a device.
  private func block(_ player: RingPlayer, _ frames: Int, outputs: Int = 2) -> [[Float]] {
    let memory = UnsafeMutablePointer<Float>.allocate(capacity: outputs * frames)
    memory.initialize(repeating: .nan, count: outputs * frames)
    defer { memory.deallocate() }
    let channels = (0..<outputs).map { memory + $0 * frames }
    var count = 0
    channels.withUnsafeBufferPointer { channels in
      guard let start = channels.baseAddress else { return }
      withUnsafeMutablePointer(to: &count) { count in
        var cycle = LiveCycle(
          inputs: nil, outputs: start, frames: frames, sent: UnsafeMutableBufferPointer(start: nil, count: 0),
          sentCount: count, position: LivePosition())
        player.call.function(player.call.context, &cycle)
      }
    }
    return channels.map { Array(UnsafeBufferPointer(start: $0, count: frames)) }
  }

  private func player(_ steps: Steps, channels: Int = 2, outputs: Int = 2) -> RingPlayer {
    RingPlayer(channels: channels, outputs: outputs, sampleRate: 48_000, seconds: 0.2) { try steps.read($0, $1) }
  }

  @Test("all of a sound is heard once, without a gap, in any blocks", arguments: [1, 64, 256, 1_000, 4_096])
  func whole(frames: Int) throws {
    let steps = Steps(30_001)
    let player = player(steps)
    try player.begin()
    var heard: [[Float]] = [[], []]
    while !player.state.isOver {
      // A device waits for each block; here, only for the feeding thread.
      #expect(waitUntil { steps.position >= min(steps.length, heard[0].count + frames) })
      for (channel, samples) in block(player, frames).enumerated() { heard[channel] += samples }
    }
    for channel in 0..<2 {
      #expect(heard[channel].count >= 30_001)
      let isEqual = (0..<30_001).allSatisfy { heard[channel][$0] == Steps.value($0, channel) }
      #expect(isEqual && heard[channel][30_001...].allSatisfy { $0 == 0 })
    }
    #expect(player.state.missing == 0 && player.state.played == 30_001)
  }

  @Test("one channel is heard on all outputs, and outputs without one are silent")
  func channels() throws {
    let mono = player(Steps(5_000), channels: 1, outputs: 3)
    try mono.begin()
    let heard = block(mono, 100, outputs: 3)
    #expect(heard[0] == heard[2] && heard[0][99] == 100)
    let stereo = player(Steps(5_000), outputs: 3)
    try stereo.begin()
    let other = block(stereo, 100, outputs: 3)
    #expect(other[1][99] == -100 && other[2].allSatisfy { $0 == 0 })
  }

  @Test("a ring that runs dry gives silence, which is counted, and goes on softly")
  func dry() throws {
    let steps = Steps(100_000)
    let player = player(steps)
    try player.begin()
    steps.isStuck.store(true, ordering: .relaxed)
    // All that is there, and more.
    var heard: [Float] = []
    while player.state.missing == 0 { heard += block(player, 256)[0] }
    heard += block(player, 1_000)[0]
    let silent = heard.reversed().prefix { $0 == 0 }.count
    #expect(player.state.missing == silent && silent >= 1_000 && !player.state.isOver)
    steps.isStuck.store(false, ordering: .relaxed)
    #expect(waitUntil { steps.position > heard.count + 4_000 })
    let back = block(player, 1_000)[0]
    let first = heard.count - silent
    #expect(back[0] > 0 && back[0] < Steps.value(first, 0) / 100)
    #expect((240..<1_000).allSatisfy { back[$0] == Steps.value(first + $0, 0) })
  }

  @Test("a pause fades out and in, and nothing is lost in it")
  func pause() throws {
    let steps = Steps(20_000)
    let player = player(steps)
    try player.begin()
    _ = block(player, 1_000)
    player.setPlaying(false)
    let fading = block(player, 500)[0]
    #expect(fading[0] > 0.99 * Steps.value(1_000, 0) && fading[245...].allSatisfy { $0 == 0 })
    #expect(block(player, 500)[0].allSatisfy { $0 == 0 } && player.state.missing == 0)
    let played = player.state.played
    player.setPlaying(true)
    let back = block(player, 500)[0]
    #expect(back[0] > 0 && back[0] < 20 && back[300] == Steps.value(played + 300, 0))
  }

  @Test("a move passes over what was read ahead, without a click, and revives what has ended")
  func moves() throws {
    let steps = Steps(20_000)
    let player = player(steps)
    try player.begin()
    _ = block(player, 1_000)
    player.move { _ in steps.move(to: 15_000) }
    #expect(waitUntil { steps.moves.load(ordering: .acquiring) == 1 })
    let fading = block(player, 500)[0]
    #expect(fading[245...].allSatisfy { $0 == 0 } && fading[0] > 0.99 * Steps.value(1_000, 0))
    #expect(waitUntil { steps.position > 17_000 })
    let heard = block(player, 1_000)[0]
    #expect((245..<1_000).allSatisfy { heard[$0] == Steps.value(15_000 + $0, 0) } && heard[0] < 30)
    #expect(zip(fading + heard, (fading + heard).dropFirst()).allSatisfy { abs($0 - $1) < 60 })
    #expect(player.state.missing == 0)
    while !player.state.isOver { _ = block(player, 500) }
    player.move { _ in steps.move(to: 0) }
    #expect(!player.state.isOver)
    #expect(waitUntil { steps.moves.load(ordering: .acquiring) == 2 && (1_024..<20_000).contains(steps.position) })
    #expect(block(player, 1_000)[0][500] == Steps.value(500, 0))
  }

  @Test("a source that fails ends the sound, and says why")
  func failure() throws {
    let steps = Steps(100_000)
    let player = RingPlayer(channels: 2, outputs: 2, sampleRate: 48_000, seconds: 0.2) { channels, count in
      if steps.position >= 5_000 { throw Failure() }
      return try steps.read(channels, count)
    }
    try player.begin()
    var frames = 0
    while !player.state.isOver { frames += block(player, 100)[0].count { $0 != 0 } }
    #expect(frames >= 5_000 && player.state.failure is Failure && player.state.missing == 0)
  }

  @Test("on the null device, it takes its time")
  func device() throws {
    let steps = Steps(24_000)
    let player = player(steps)
    let device = NullDevice()
    var wishes = DeviceWishes(inputs: 0, outputs: 2, hasMIDI: false)
    wishes.blockLength = 256
    let format = try device.open(wishes, call: player.call) { _ in }
    try player.begin()
    let start = MonotonicClock.nanoseconds
    try device.start()
    #expect(waitUntil { player.state.isOver })
    device.close()
    #expect(format.sampleRate == 48_000 && MonotonicClock.nanoseconds - start > 450_000_000)
  }
}
