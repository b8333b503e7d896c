public import AudioSources

/// How a live track affects one of lower priority.
public enum TrackPolicy: Hashable, Sendable {
  /// The lower track pauses, and continues at the same frame once the higher one is idle.
  case pause
  /// The lower track is quieter while the higher one plays.
  case duck(Ducking)
  /// Both tracks play unchanged.
  case mix
}

/// How deeply a track is ducked, and when.
public struct Ducking: Hashable, Sendable {
  /// The change of the track's level, in dB: from -60 to 0.
  public let depth: Double
  /// The duration of the ramp down, in seconds: 0.005 to 60.
  public let attack: Double
  /// The duration of the ramp up, in seconds: 0.005 to 60.
  public let release: Double
  /// How long the track stays ducked after the last sound that ducked it, in seconds: 0 to 3,600. Another sound within
  /// that time causes no further ramp.
  public let hold: Double
  /// How long before a scheduled sound the ramp down begins, in seconds: 0 to 60. By default it is ``attack``, so that
  /// the ramp ends when the sound begins.
  public let lookAhead: Double
  let amplitude: Float

  /// Creates the parameters of ducking.
  ///
  /// - Parameters:
  ///   - depth: in dB, from -60 to 0.
  ///   - attack: in seconds, from 0.005 to 60.
  ///   - release: in seconds, from 0.005 to 60.
  ///   - hold: in seconds, from 0 to 3,600.
  ///   - lookAhead: in seconds, from 0 to 60; nil for as long as the attack.
  /// - Throws: `SourceError` if a number is out of range.
  public init(
    depth: Double = -12, attack: Double = 0.05, release: Double = 0.5, hold: Double = 1, lookAhead: Double? = nil
  ) throws(SourceError) {
    guard (-60...0).contains(depth) else { throw .range("a depth is -60 to 0 dB, not \(depth)") }
    for time in [attack, release] where !(0.005...60).contains(time) {
      throw .range("a ramp takes 0.005 to 60 s, not \(time)")
    }
    guard (0...3_600).contains(hold) else { throw .range("a hold is 0 to 3600 s, not \(hold)") }
    let ahead = lookAhead ?? attack
    guard (0...60).contains(ahead) else { throw .range("a look-ahead is 0 to 60 s, not \(ahead)") }
    (self.depth, self.attack, self.release, self.hold, self.lookAhead) = (depth, attack, release, hold, ahead)
    amplitude = Float(try Level.amplitude(depth))
  }
}
