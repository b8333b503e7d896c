import AudioSources
import AudioTracks
import CRealtimeSanitizer
import ChainHosting
import Foundation
import LiveSound

/// Plays tracks as devices of two rates do, while this thread, between the blocks, feeds, adds, suspends, cancels and removes them.
enum MixerCheck {
  /// - Returns: how many frames were mixed.
  static func run(cycles: Int, rate: Double) throws -> Int {
    let frames = 300
    let coordinator = AudioCoordinator(policy: .duck(try Ducking(attack: 0.01, release: 0.01, hold: 0.02)))
    let player = TrackPlayer(coordinator, on: .null)
    player.prepare(for: rate)
    var tracks = try (0..<8).map { try coordinator.addTrack("\($0)", priority: $0) }
    // SAFETY: All of it is as long as the cycle says, and lives as long as this call.
    let outputs = (0..<2).map { _ in UnsafeMutablePointer<Float>.allocate(capacity: frames) }
    let sentCount = UnsafeMutablePointer<Int>.allocate(capacity: 1)
    sentCount.initialize(to: 0)
    defer {
      for samples in outputs { samples.deallocate() }
      sentCount.deallocate()
    }
    var random = SystemRandomNumberGenerator()
    for cycle in 0..<cycles {
      let place = Int.random(in: tracks.indices, using: &random)
      switch cycle % 7 {
      case 0: try tracks[place].enqueue(NoiseSource(.white, length: .random(in: 0...20_000)))
      case 1: tracks[place].suspend()
      case 2: tracks[place].resume()
      case 3 where cycle % 3 == 0: tracks[place].cancelAll()
      case 4: try tracks[place].setGain(.random(in: -20...0), balance: .random(in: -1...1))
      case 5 where cycle % 10 == 0:
        tracks[place].remove()
        tracks[place] = try coordinator.addTrack("another", priority: place)
      default: break
      }
      while coordinator.tend() {}
      outputs.withUnsafeBufferPointer { targets in
        guard let target = targets.baseAddress else { return }
        var now = LiveCycle(
          inputs: nil, outputs: target, frames: frames, sent: UnsafeMutableBufferPointer(start: nil, count: 0),
          sentCount: sentCount, position: LivePosition(speed: 1))
        aucatEnterRealtime()
        player.call.function(player.call.context, &now)
        aucatExitRealtime()
      }
    }
    return coordinator.frame
  }
}
