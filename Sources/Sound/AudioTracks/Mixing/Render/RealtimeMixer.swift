internal import Synchronization

/// Mixes the tracks of a coordinator, block by block.
struct RealtimeMixer: ~Copyable {
  // SAFETY: `slots` has `capacity` elements: addresses of voices, or 0. `MixerMemory` keeps a voice until all blocks
  // have ended that had begun when its address was removed. One thread renders at a time.

  /// The maximum number of tracks.
  static var capacity: Int { 256 }

  let slots: UnsafeMutablePointer<Atomic<UInt>>
  let channelCount: Int
  /// The number of slots that have ever been used.
  let used = Atomic<Int>(0)
  /// The number of the next frame.
  let clock = Atomic<Int>(0)
  /// The numbers of blocks that have begun, and that have ended.
  let begun = Atomic<Int>(0)
  let ended = Atomic<Int>(0)

  @_noLocks init(_ slots: UnsafeMutablePointer<Atomic<UInt>>, channels: Int) {
    (self.slots, channelCount) = (slots, channels)
  }

  /// Renders the next frames of all tracks. Real-time safe.
  @_noLocks static func render(
    _ mixer: UnsafeMutablePointer<RealtimeMixer>, to outputs: UnsafePointer<UnsafeMutablePointer<Float>>, frames: Int
  ) {
    mixer.pointee.begun.add(1, ordering: .sequentiallyConsistent)
    let clock = mixer.pointee.clock.load(ordering: .relaxed)
    for channel in 0..<mixer.pointee.channelCount {
      for frame in 0..<frames { outputs[channel][frame] = 0 }
    }
    for slot in 0..<mixer.pointee.used.load(ordering: .acquiring) {
      let address = mixer.pointee.slots[slot].load(ordering: .sequentiallyConsistent)
      if let voice = UnsafeMutablePointer<RealtimeVoice>(bitPattern: address) {
        voice.pointee.render(adding: outputs, frames: frames, clock: clock)
      }
    }
    mixer.pointee.clock.store(clock &+ frames, ordering: .releasing)
    mixer.pointee.ended.add(1, ordering: .sequentiallyConsistent)
  }
}
