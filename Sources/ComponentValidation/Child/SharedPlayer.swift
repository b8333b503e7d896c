internal import RenderChain

/// A player that a closure may hold.
final class SharedPlayer: @unchecked Sendable {
  // SAFETY: One thread at a time calls it: the one that waits for the other has handed it over.

  private let player: TestPlayer
  /// What it has given last.
  private(set) var heard = HeardSound(channels: [])

  init(_ player: consuming TestPlayer) { self.player = player }

  var control: ChainControl { player.control }

  /// See ``TestPlayer/play(_:frames:blocks:events:)``.
  func play(_ signal: TestSignal, frames: Int) { heard = player.play(signal, frames: frames) }
}
