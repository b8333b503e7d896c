internal import RenderChain

/// A player that a closure may hold.
final class SharedPlayer: @unchecked Sendable {
  // SAFETY: One thread at a time calls it: the one that waits for the other has handed it over.

  private let player: TestPlayer
  private let events: (Int, Int) -> [MIDIEvent]
  /// What it has given last.
  private(set) var heard = HeardSound(channels: [])

  /// - Parameter events: the MIDI of each sound that it plays.
  init(_ player: consuming TestPlayer, events: @escaping (Int, Int) -> [MIDIEvent]) {
    self.player = player
    self.events = events
  }

  var control: ChainControl { player.control }

  /// See ``TestPlayer/play(_:frames:blocks:events:)``.
  func play(_ signal: TestSignal, frames: Int) {
    heard = player.play(signal, frames: frames, events: events)
  }
}
