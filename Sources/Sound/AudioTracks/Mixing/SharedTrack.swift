internal import Synchronization

/// A sound of a track, for the render thread: its frames in the ring.
struct SharedItem: ~Copyable {
  /// Its first frame in the ring.
  let start = Atomic<Int>(0)
  /// The frame after its last one; `Int.max` until that is known.
  let end = Atomic<Int>(.max)
  /// The earliest frame of the mixer at which it begins.
  let due = Atomic<Int>(.min)
  /// Whether the rest of it is skipped.
  let isCancelled = Atomic<Bool>(false)
}

/// What the feeding thread, callers, and the render thread share of a track: a ring of frames and a ring of sounds.
struct SharedTrack: ~Copyable {
  // SAFETY: `samples` has `capacity` frames for each of `channelCount` channels, `items` has `itemCapacity` elements, `levels`
  // one for each channel; all outlive this value. The feeding thread writes frames from `written` on, and the item `fed`, and
  // publishes them then. It leaves alone those that the render thread has not passed: from `taken` and `finished` on.

  let samples: UnsafeMutablePointer<Float>
  /// In frames; a power of two.
  let capacity: Int
  let channelCount: Int
  let items: UnsafeMutablePointer<SharedItem>
  /// The length of the ramp where a sound stops or continues in its middle, in frames.
  let fadeLength: Int
  /// The gains of the channels, as commands of ramps.
  let levels: UnsafeMutablePointer<Atomic<UInt64>>

  /// How many frames were ever written to the ring.
  let written = Atomic<Int>(0)
  /// The ring's frame that is played next.
  let taken = Atomic<Int>(0)
  /// How many sounds have been given a place in the ring.
  let fed = Atomic<Int>(0)
  /// How many sounds have ended; also the number of the current one.
  let finished = Atomic<Int>(0)
  /// Whether it may play.
  let plays = Atomic<Bool>(false)
  /// The gain that ducking sets, as a command of a ramp.
  let duck = Atomic<UInt64>(RealtimeRamp.command(to: 1, frames: 0))
  /// How many frames came too late.
  let missing = Atomic<Int>(0)

  /// A power of two.
  static var itemCapacity: Int { 64 }
  /// The mask of an index into the ring.
  let itemMask = itemCapacity - 1

  init(
    _ samples: UnsafeMutablePointer<Float>, capacity: Int, channels: Int, items: UnsafeMutablePointer<SharedItem>,
    levels: UnsafeMutablePointer<Atomic<UInt64>>, fadeLength: Int
  ) {
    (self.samples, self.capacity, channelCount) = (samples, capacity, channels)
    (self.items, self.levels, self.fadeLength) = (items, levels, fadeLength)
  }
}
