internal import Synchronization

/// Owns the memory of a track that the render thread uses.
final class TrackMemory {
  // SAFETY: All memory stays as long as this object, which is kept until the render thread has left the voice. Outside
  // of a block, the thread that renders may read the voice.

  let shared: UnsafeMutablePointer<SharedTrack>
  let voice: UnsafeMutablePointer<RealtimeVoice>
  private let samples: UnsafeMutablePointer<Float>
  private let items: UnsafeMutablePointer<SharedItem>
  private let levels: UnsafeMutablePointer<Atomic<UInt64>>
  private let ramps: UnsafeMutablePointer<RealtimeRamp>
  private let channelCount: Int

  /// - Parameters:
  ///   - capacity: the capacity of the ring, in frames; a power of two.
  ///   - levels: the initial gains of the channels.
  init(capacity: Int, levels gains: [Float], fadeLength: Int) {
    channelCount = gains.count
    samples = .allocate(capacity: max(1, capacity * channelCount))
    samples.initialize(repeating: 0, count: max(1, capacity * channelCount))
    items = .allocate(capacity: SharedTrack.itemCapacity)
    for index in 0..<SharedTrack.itemCapacity { (items + index).initialize(to: SharedItem()) }
    levels = .allocate(capacity: max(1, channelCount))
    ramps = .allocate(capacity: max(1, channelCount))
    for (index, gain) in gains.enumerated() {
      (levels + index).initialize(to: Atomic(RealtimeRamp.command(to: gain, frames: 0)))
      (ramps + index).initialize(to: RealtimeRamp(gain))
    }
    shared = .allocate(capacity: 1)
    shared.initialize(
      to: SharedTrack(
        samples, capacity: capacity, channels: channelCount, items: items, levels: levels, fadeLength: fadeLength))
    voice = .allocate(capacity: 1)
    voice.initialize(to: RealtimeVoice(shared, ramps: ramps))
  }

  deinit {
    voice.deallocate()
    shared.deinitialize(count: 1)
    shared.deallocate()
    items.deinitialize(count: SharedTrack.itemCapacity)
    items.deallocate()
    levels.deinitialize(count: channelCount)
    levels.deallocate()
    ramps.deallocate()
    samples.deallocate()
  }

  func item(_ number: Int) -> UnsafeMutablePointer<SharedItem> { items + (number & (SharedTrack.itemCapacity - 1)) }
}
