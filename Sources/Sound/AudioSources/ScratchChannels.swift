/// Memory for a fixed number of frames of each channel.
package final class ScratchChannels {
  // SAFETY: Each channel has `frames` samples after those of the one before, until `deinit`. Callers stay within them.

  /// The address of each channel's samples.
  package let channels: [UnsafeMutablePointer<Float>]
  /// The number of samples of each channel.
  package let frames: Int
  /// The first channel's samples; those of the next ones follow.
  package let memory: UnsafeMutablePointer<Float>

  /// Allocates memory that holds silence.
  package init(_ count: Int, frames: Int) {
    self.frames = frames
    memory = .allocate(capacity: max(1, count * frames))
    memory.initialize(repeating: 0, count: max(1, count * frames))
    let memory = memory
    channels = (0..<count).map { memory + $0 * frames }
  }

  deinit { memory.deallocate() }
}

extension [UnsafeMutablePointer<Float>] {
  // SAFETY: The caller's channels have more than `frame` samples.

  /// The same channels from a frame on.
  func from(_ frame: Int) -> [UnsafeMutablePointer<Float>] { map { $0 + frame } }

  func silence(from frame: Int, count: Int) {
    for channel in self { (channel + frame).update(repeating: 0, count: count) }
  }
}

/// Returns the gain at a point of a fade, from 0 to 1, on a smooth curve.
func smoothGain(_ share: Double) -> Double {
  let share = min(max(share, 0), 1)
  return share * share * (3 - 2 * share)
}
