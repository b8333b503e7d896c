/// How a sound on a track ended.
public enum TrackOutcome: Sendable, CustomStringConvertible {
  /// It was played to its end, including the tail of its chain.
  case finished
  /// It was cancelled before or while it played.
  case cancelled
  /// It could not be read any further. What came before was played, and the next sound follows.
  case failed(any Error)

  /// One word, and the reason for a failure.
  public var description: String {
    switch self {
    case .finished: "finished"
    case .cancelled: "cancelled"
    case .failed(let error): "failed: \(error)"
    }
  }
}

/// A sound in the queue of a track.
public struct TrackItem: Hashable, Sendable {
  /// Its number among all sounds of the coordinator, starting at 1.
  public let number: Int
  /// The host's name for it.
  public let name: String
}

/// Something that has happened to a track.
public struct TrackEvent: Sendable {
  /// The kinds of events.
  public enum Kind: Sendable {
    /// A sound begins to play.
    case began(TrackItem)
    /// A sound has ended. Its completion is called right after this.
    case ended(TrackItem, TrackOutcome)
    /// The host has suspended the track, before this frame of its sound. On a device, up to a block more has been
    /// played.
    case suspended(frame: Int)
    /// The host has resumed the track, at this frame of its sound.
    case resumed(frame: Int)
    /// A higher track pauses this one, before this frame of its sound. On a device, up to a block more has been played.
    case paused(by: AudioTrack, frame: Int)
    /// No higher track pauses this one any more: it continues at this frame of its sound.
    case continued(frame: Int)
    /// A ramp of this duration to this ducking level begins; 0 dB if ducking ends.
    case ducked(decibels: Double, seconds: Double)
  }

  /// The coordinator's frame at which it was decided.
  public let frame: Int
  /// The track that it concerns.
  public let track: AudioTrack
  /// What happened to the track.
  public let kind: Kind
}
