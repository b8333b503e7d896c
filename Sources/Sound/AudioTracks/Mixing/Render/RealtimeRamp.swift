internal import Synchronization

/// A monotone gain ramp, flat at both ends.
struct RealtimeRamp {
  /// The gain of the next frame.
  private(set) var value: Float
  private var from: Float
  private var target: Float
  private var done = 0
  private var length = 0
  private var command: UInt64

  @_noLocks init(_ value: Float) {
    (self.value, from, target) = (value, value, value)
    command = Self.command(to: value, frames: 0)
  }

  /// Packs a target gain and the length of the ramp, in frames, into one word.
  @_noLocks static func command(to gain: Float, frames: Int) -> UInt64 {
    UInt64(gain.bitPattern) << 32 | UInt64(UInt32(clamping: frames))
  }

  /// Starts the ramp of a new command from the current gain.
  @_noLocks mutating func follow(_ command: UInt64) {
    guard command != self.command else { return }
    self.command = command
    let gain = Float(bitPattern: UInt32(truncatingIfNeeded: command >> 32))
    if gain == target { return }
    (from, target) = (value, gain)
    (done, length) = (0, Int(UInt32(truncatingIfNeeded: command)))
    if length == 0 { value = target }
  }

  /// Whether the gain still changes from frame to frame.
  @_noLocks func isMoving() -> Bool { done < length }

  /// Advances the ramp by some frames.
  @_noLocks mutating func advance(_ frames: Int) {
    guard done < length else { return }
    done = frames < length &- done ? done &+ frames : length
    value = done == length ? target : from + (target - from) * Float(Self.share(done, of: length))
  }

  /// The share of a ramp that is done at a frame, from 0 to 1: a cubic, flat at both ends.
  @_noLocks static func share(_ frame: Int, of length: Int) -> Double {
    let share = Double(frame) / Double(length)
    return share * share * (3 - 2 * share)
  }
}
