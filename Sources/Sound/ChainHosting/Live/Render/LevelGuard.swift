internal import CLV2Host
internal import Synchronization

/// Protects hearing: mutes channels with samples that are infinite, NaN or above +24 dBFS, until there have been none
/// for half a second, and fades them in again.
///
/// The sound continues as its own mirror image, which fades out, so that nothing clicks.
struct LevelGuard {
  // SAFETY: `history` has `mirror + 1` samples for each of `count` channels; it and `progress` are in the pool of the
  // chain, and only the render thread uses them. Channels have as many frames as the caller says.

  let count: Int
  /// The last frames that were heard, the newest at the end.
  let history: UnsafeMutablePointer<Float>
  /// The fade back to the sound.
  let fade: FadeTable
  /// The fade-out of the mirror image.
  let ending: FadeTable
  /// How long the channels must be clean before they are heard again, in frames.
  let hold: Int
  let watch: UnsafeMutablePointer<LevelWatch>
  let progress: UnsafeMutablePointer<Progress>

  struct Progress {
    /// How long it stays muted if all samples are good from now on, in frames; 0 while it isn't muted.
    var quiet = 0
    /// How many frames of the mirror image have been heard.
    var mirrored = 0
    /// How many frames of the fade back have been heard.
    var faded = Int.max
  }

  /// The length of the mirror image, in frames.
  static var mirror: Int { 128 }

  /// The bits of the highest magnitude that passes: +24 dBFS. Those of infinities and NaNs are higher.
  static var limit: UInt32 { 0x417D_953A }

  /// Guards the next frames. Real-time safe.
  ///
  /// - Returns: the bits of their peak, before a fade; 0 while they are muted.
  @_noLocks func protect(_ channels: UnsafePointer<UnsafeMutablePointer<Float>>, _ frames: Int) -> UInt32 {
    let top = Self.top(channels, count: count, frames: frames)
    if top > Self.limit {
      if progress.pointee.quiet == 0 { begin(top) }
      progress.pointee.quiet = hold
    }
    guard progress.pointee.quiet > 0 else {
      if progress.pointee.faded < fade.length { fadeIn(channels, frames) }
      keep(channels, frames)
      return top
    }
    conceal(channels, frames)
    if top <= Self.limit {
      progress.pointee.quiet -= frames
      if progress.pointee.quiet <= 0 { end() }
    }
    return 0
  }

  /// The bits of the highest magnitude.
  @_noLocks private static func top(
    _ channels: UnsafePointer<UnsafeMutablePointer<Float>>, count: Int, frames: Int
  ) -> UInt32 {
    // Signed integers, several of which processors can compare with one instruction.
    var top: Int32 = 0
    for channel in 0..<count {
      let samples = channels[channel]
      for frame in 0..<frames {
        let bits = Int32(bitPattern: samples[frame].bitPattern & 0x7FFF_FFFF)
        if bits > top { top = bits }
      }
    }
    return UInt32(bitPattern: top)
  }

  @_noLocks private func begin(_ top: UInt32) {
    progress.pointee.mirrored = 0
    watch.pointee.excess.publish(top)
    let others = watch.pointee.muting.read()
    watch.pointee.muting.publish(others &+ 1)
    if others == 0 { watch.pointee.muted.publish(watch.pointee.muted.read() &+ 1) }
  }

  @_noLocks private func end() {
    progress.pointee.quiet = 0
    progress.pointee.faded = 0
    watch.pointee.muting.publish(watch.pointee.muting.read() &- 1)
    // The next sound begins in silence.
    for place in 0..<count * (Self.mirror + 1) { history[place] = 0 }
  }

  @_noLocks private func fadeIn(_ channels: UnsafePointer<UnsafeMutablePointer<Float>>, _ frames: Int) {
    let start = progress.pointee.faded
    for channel in 0..<count {
      let samples = channels[channel]
      for frame in 0..<frames { samples[frame] *= fade.gain(start + frame) }
    }
    progress.pointee.faded = start + frames
  }

  /// Replaces the sound with its mirror image, and with silence after that.
  @_noLocks private func conceal(_ channels: UnsafePointer<UnsafeMutablePointer<Float>>, _ frames: Int) {
    let start = progress.pointee.mirrored
    for channel in 0..<count {
      let (samples, past) = (channels[channel], history + channel * (Self.mirror + 1))
      let last = past[Self.mirror]
      // Unlimited, the image could be three times as loud as the sound, and the next component could be blamed for
      // output that is too loud.
      let loudest = start < Self.mirror ? Self.peak(past) : 0
      for frame in 0..<frames {
        let place = start + frame
        if place < Self.mirror {
          let sample = (2 * last - past[Self.mirror - 1 - place]) * (1 - ending.gain(place))
          samples[frame] = sample > loudest ? loudest : sample < -loudest ? -loudest : sample
        } else {
          samples[frame] = 0
        }
      }
    }
    if start < Self.mirror { progress.pointee.mirrored = start + frames }
  }

  /// The peak of the last frames that were heard.
  @_noLocks private static func peak(_ past: UnsafeMutablePointer<Float>) -> Float {
    var peak: Float = 0
    for place in 0...mirror {
      let magnitude = past[place] < 0 ? -past[place] : past[place]
      if magnitude > peak { peak = magnitude }
    }
    return peak
  }

  /// Remembers what was heard.
  @_noLocks private func keep(_ channels: UnsafePointer<UnsafeMutablePointer<Float>>, _ frames: Int) {
    let length = Self.mirror + 1
    for channel in 0..<count {
      let (samples, past) = (channels[channel], history + channel * length)
      if frames >= length {
        aucatCopy(past, samples + (frames - length), UInt32(truncatingIfNeeded: length * 4))
      } else {
        aucatMove(past, past + frames, UInt32(truncatingIfNeeded: (length - frames) * 4))
        aucatCopy(past + (length - frames), samples, UInt32(truncatingIfNeeded: frames * 4))
      }
    }
  }
}

/// What other threads can see of a component in a live chain, or of the chain's input.
struct LevelWatch: ~Copyable {
  /// The peak that is heard, linear; it falls slowly.
  let peak = Atomic<Float>(0)
  /// The share of the cycle that it has taken recently.
  let load = Atomic<Float>(0)
  /// How often it has been muted.
  let muted = Atomic<UInt32>(0)
  /// The number of its guards that mute it now.
  let muting = Atomic<UInt32>(0)
  /// The peak that muted it last: the bits of its magnitude.
  let excess = Atomic<UInt32>(0)
  /// 1 once it has written just before the memory of its audio ports.
  let hasWrittenOutside = Atomic<UInt32>(0)
  /// The number of late cycles in which it took more than half of the time.
  let late = Atomic<UInt32>(0)
  /// Its share of the last of these cycles.
  let lateShare = Atomic<Float>(0)
  /// 1 while the blocks don't have the one length that it requires.
  let isUnsuited = Atomic<UInt32>(0)
}
