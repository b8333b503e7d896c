import ChainHosting
import CRealtimeSanitizer
import Foundation
import LiveSound

/// Plays a ring that another thread feeds, as a device does, while this one pauses it and moves it.
enum RingCheck {
  /// - Returns: how many frames were played.
  static func run(cycles: Int) throws -> Int {
    let frames = 300
    let player = RingPlayer(channels: 2, outputs: 2, sampleRate: 48_000) { channels, count in
      for channel in channels { channel.update(repeating: 0.1, count: count) }
      return count
    }
    try player.begin()
    // SAFETY: All of it is as long as the cycle says, and lives as long as this call.
    let outputs = (0..<2).map { _ in UnsafeMutablePointer<Float>.allocate(capacity: frames) }
    let sentCount = UnsafeMutablePointer<Int>.allocate(capacity: 1)
    sentCount.initialize(to: 0)
    defer {
      for samples in outputs { samples.deallocate() }
      sentCount.deallocate()
    }
    outputs.withUnsafeBufferPointer { targets in
      guard let target = targets.baseAddress else { return }
      var now = LiveCycle(
        inputs: nil, outputs: target, frames: frames, sent: UnsafeMutableBufferPointer(start: nil, count: 0),
        sentCount: sentCount, position: LivePosition(speed: 1))
      for cycle in 0..<cycles {
        if cycle % 50 == 0 { player.setPlaying(cycle % 100 == 0) }
        if cycle % 70 == 0 { player.move { _ in } }
        aucatEnterRealtime()
        player.call.function(player.call.context, &now)
        aucatExitRealtime()
        if cycle % 20 == 0 { usleep(1_000) }
      }
    }
    player.end()
    return player.state.played
  }
}
