import AudioSources
import Foundation
import TestSupport
import Testing

@testable import AudioTracks

/// Nothing clicks, whenever requests come: no step of the mix is larger than ramps and sounds make it.
struct TrackClickTests {
  /// A sound of ones that begins and ends softly.
  private func soft(_ length: Int, fails: Bool) throws -> any AudioSource {
    try Numbered(length, failsAfter: fails ? length : nil) { frame in
      frame < 240 ? ramp(frame) : !fails && frame > length - 240 ? ramp(length - frame) : 1
    }
  }

  @Test("1,000 requests at random times make no step above that of their ramps")
  func random() throws {
    var random = SeededGenerator(environment: ProcessInfo.processInfo.environment, purpose: "TrackClickTests")
    let ducking = try Ducking(depth: -20, attack: 0.005, release: 0.005, hold: 0.01)
    let recording = try Recording(policy: .duck(ducking))
    let coordinator = recording.coordinator
    var tracks = try (0..<3).map { try coordinator.addTrack("\($0)", priority: $0) }
    coordinator.setPolicy(.pause, of: tracks[2], over: tracks[0])
    for _ in 0..<SeededGenerator.cases(1_000) {
      let place = Int.random(in: 0..<3, using: &random)
      let track = tracks[place]
      switch Int.random(in: 0..<12, using: &random) {
      case 0, 1, 2:
        let fails = Int.random(in: 0...3, using: &random) == 0
        let source = try soft(fails ? 2_048 : .random(in: 500...6_000, using: &random), fails: fails)
        if track.items.count < 4 { try track.enqueue(source) }
      case 3: if let item = track.items.randomElement(using: &random) { track.cancel(item) }
      case 4: track.suspend()
      case 5, 6: track.resume()
      case 7: Bool.random(using: &random) ? track.yield() : track.claim()
      case 8: Bool.random(using: &random) ? coordinator.suspend() : coordinator.resume()
      case 9: try track.setGain(.random(in: -20...0, using: &random), over: 0.005)
      case 10: Bool.random(using: &random) ? coordinator.willLeave() : coordinator.didReturn()
      default:
        track.remove()
        tracks[place] = try coordinator.addTrack("\(place)", priority: place)
      }
      recording.render(Int.random(in: 0...400, using: &random), by: 128)
    }
    // Each track: a ramp of its sound, of its suspension, of its duck and of its gain, each with a slope of 1.5 / 240.
    let sound = recording.sound[0]
    let largest = zip(sound, sound.dropFirst()).reduce(0) { max($0, abs($1.0 - $1.1)) }
    print("measured: a largest step of \(largest) in \(sound.count) frames")
    verify(largest > 0 && largest <= 3 * 4 * 1.5 / 240)
    verify(sound.allSatisfy { $0.isFinite && abs($0) <= 3.001 })
  }
}
