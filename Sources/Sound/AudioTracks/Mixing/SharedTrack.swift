internal import Synchronization

/// A sound of a track, for the render thread: its frames in the ring.
struct SharedItem: ~Copyable {
  /// Its first frame in the ring.
  let start = Atomic<Int>(0)
  /// The frame after its last one; `Int.max` until that is known.
  let end = Atomic<Int>(.max)
  /// The earliest frame of the mixer at which it may begin.
  let due = Atomic<Int>(.min)
  /// Whether the rest of it is skipped.
  let isCancelled = Atomic<Bool>(false)
}

/// What the feeding thread, callers and the render thread share for a track: a ring of frames and a ring of sounds.
struct SharedTrack: ~Copyable {
  // SAFETY: `samples` has `capacity` frames for each of `channelCount` channels, `items` has `itemCapacity` elements,
  // and `levels` one for each channel; all outlive this value. The feeding thread writes frames from `written` on, and
  // the item `fed`, and then publishes them. It doesn't touch those that the render thread has yet to pass: from
  // `taken` and `finished` on.

  let samples: UnsafeMutablePointer<Float>
  /// The capacity of the ring in frames; a power of two.
  let capacity: Int
  let channelCount: Int
  let items: UnsafeMutablePointer<SharedItem>
  /// The length of the ramp with which a sound stops or continues in its middle, in frames.
  let fadeLength: Int
  /// The gains of the channels, as commands for ramps.
  let levels: UnsafeMutablePointer<Atomic<UInt64>>

  /// The number of frames that were ever written to the ring.
  let written = Atomic<Int>(0)
  /// The ring's frame that is played next.
  let taken = Atomic<Int>(0)
  /// The number of sounds that have been given a place in the ring.
  let fed = Atomic<Int>(0)
  /// The number of sounds that have ended; also the number of the current one.
  let finished = Atomic<Int>(0)
  /// Whether it may play.
  let plays = Atomic<Bool>(false)
  /// The gain that ducking sets, as a command for a ramp.
  let duck = Atomic<UInt64>(RealtimeRamp.command(to: 1, frames: 0))
  /// The number of frames that came too late.
  let missing = Atomic<Int>(0)

  /// The capacity of the ring of sounds; a power of two.
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
