internal import CLV2Host

/// Fades in channels that start or are newly connected.
struct ChannelRamp {
  // SAFETY: `positions` has an element for each channel, in the pool of the chain; only the render thread uses them.

  let fade: FadeTable
  /// How many frames of its fade each channel has had.
  let positions: UnsafeMutablePointer<Int>
  let count: Int

  /// Restarts the fades of the channels whose bits are set, except those still running.
  @_noLocks func start(_ bits: UInt64) {
    guard bits != 0 else { return }
    let known = count < 64 ? count : 64
    for channel in 0..<known where bits & (1 << UInt64(channel)) != 0 {
      if positions[channel] >= fade.length { positions[channel] = 0 }
    }
  }

  /// Applies the fade to a channel's next frames.
  @_noLocks func apply(to samples: UnsafeMutablePointer<Float>, _ channel: Int, _ frames: Int) {
    let start = positions[channel]
    guard start < fade.length else { return }
    for frame in 0..<frames { samples[frame] *= fade.gain(start + frame) }
    positions[channel] = start + frames
  }
}

/// The gains of a fade from silence: a raised cosine.
struct FadeTable {
  // SAFETY: `gains` has `length` elements, in the pool of the chain that uses them.

  let gains: UnsafeMutablePointer<Float>
  /// The length of the fade, in frames.
  let length: Int

  /// The gain at a frame of the fade: 0 at its start, 1 from its end on.
  @_noLocks func gain(_ frame: Int) -> Float { frame < length ? gains[frame] : 1 }
}
