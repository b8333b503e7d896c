import ChainHosting
import Synchronization
import TestSupport
import Testing

@testable import LiveSound

/// What a device hears of a ring that another thread feeds.
struct RingPlayerTests {
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

  @Test("all of a sound is heard once, without a gap, in any blocks")
  func whole() throws {
    for frames in [1, 64, 1_000, 4_096] {
      let steps = Steps(12_001)
      let player = player(steps)
      try player.begin()
      var heard: [[Float]] = [[], []]
      while !player.state.isOver {
        // A device waits for each block; here, only for the feeding thread.
        verify(waitUntil { steps.position >= min(steps.length, heard[0].count + frames) })
        for (channel, samples) in block(player, frames).enumerated() { heard[channel] += samples }
      }
      for channel in 0..<2 {
        verify(heard[channel].count >= 12_001)
        let isEqual = (0..<12_001).allSatisfy { heard[channel][$0] == Steps.value($0, channel) }
        verify(isEqual && heard[channel][12_001...].allSatisfy { $0 == 0 })
      }
      verify(player.state.missing == 0 && player.state.played == 12_001)
    }
  }

  @Test("one channel is heard on all outputs, and outputs without one are silent")
  func channels() throws {
    for (channels, expected) in [(1, [100, 100, 100]), (2, [100, -100, 0])] as [(Int, [Float])] {
      let player = player(Steps(5_000), channels: channels, outputs: 3)
      try player.begin()
      verify(block(player, 100, outputs: 3).map { $0[99] }, equals: expected)
    }
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
    verify(player.state.missing == silent && silent >= 1_000 && !player.state.isOver)
    steps.isStuck.store(false, ordering: .relaxed)
    verify(waitUntil { steps.position > heard.count + 4_000 })
    let back = block(player, 1_000)[0]
    let first = heard.count - silent
    verify(back[0] > 0 && back[0] < Steps.value(first, 0) / 100)
    verify((240..<1_000).allSatisfy { back[$0] == Steps.value(first + $0, 0) })
  }

  @Test("a pause fades out and in, and nothing is lost in it")
  func pause() throws {
    let steps = Steps(20_000)
    let player = player(steps)
    try player.begin()
    _ = block(player, 1_000)
    player.setPlaying(false)
    let fading = block(player, 500)[0]
    verify(fading[0] > 0.99 * Steps.value(1_000, 0) && fading[245...].allSatisfy { $0 == 0 })
    verify(block(player, 500)[0].allSatisfy { $0 == 0 } && player.state.missing == 0)
    let played = player.state.played
    player.setPlaying(true)
    let back = block(player, 500)[0]
    verify(back[0] > 0 && back[0] < 20 && back[300] == Steps.value(played + 300, 0))
  }

  @Test("a move passes over what was read ahead, without a click, and revives what has ended")
  func moves() throws {
    let steps = Steps(20_000)
    let player = player(steps)
    try player.begin()
    _ = block(player, 1_000)
    player.move { _ in steps.move(to: 15_000) }
    verify(waitUntil { steps.moves.load(ordering: .acquiring) == 1 })
    let fading = block(player, 500)[0]
    verify(fading[245...].allSatisfy { $0 == 0 } && fading[0] > 0.99 * Steps.value(1_000, 0))
    verify(waitUntil { steps.position > 17_000 })
    let heard = block(player, 1_000)[0]
    verify((245..<1_000).allSatisfy { heard[$0] == Steps.value(15_000 + $0, 0) } && heard[0] < 30)
    verify(zip(fading + heard, (fading + heard).dropFirst()).allSatisfy { abs($0 - $1) < 60 })
    verify(player.state.missing, equals: 0)
    while !player.state.isOver { _ = block(player, 500) }
    player.move { _ in steps.move(to: 0) }
    verify(!player.state.isOver)
    verify(waitUntil { steps.moves.load(ordering: .acquiring) == 2 && (1_024..<20_000).contains(steps.position) })
    verify(block(player, 1_000)[0][500], equals: Steps.value(500, 0))
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
    verify(frames >= 5_000 && player.state.failure is Failure && player.state.missing == 0)
  }
}
