internal import Synchronization

/// Owns the memory of a mixer, and of the tracks that it plays.
final class MixerMemory {
  // SAFETY: The memory stays as long as this object, which its coordinator keeps until nothing renders. One thread at a
  // time adds and removes tracks.

  let mixer: UnsafeMutablePointer<RealtimeMixer>
  /// The target of a block without frames.
  let nothing = UnsafeMutablePointer<Float>.allocate(capacity: 1)
  private let slots: UnsafeMutablePointer<Atomic<UInt>>
  private var tracks = [TrackMemory?](repeating: nil, count: RealtimeMixer.capacity)
  /// Removed tracks, each with the number of blocks that must have ended before it is released.
  private var leaving: [(track: TrackMemory, blocks: Int)] = []

  init(channels: Int) {
    slots = .allocate(capacity: RealtimeMixer.capacity)
    for index in 0..<RealtimeMixer.capacity { (slots + index).initialize(to: Atomic(0)) }
    mixer = .allocate(capacity: 1)
    mixer.initialize(to: RealtimeMixer(slots, channels: channels))
  }

  deinit {
    nothing.deallocate()
    mixer.deinitialize(count: 1)
    mixer.deallocate()
    slots.deinitialize(count: RealtimeMixer.capacity)
    slots.deallocate()
  }

  /// The number of the next frame.
  var clock: Int { mixer.pointee.clock.load(ordering: .acquiring) }

  /// Whether it has room for another track.
  var hasRoom: Bool { tracks.contains { $0 == nil } }

  func add(_ track: TrackMemory) {
    guard let slot = tracks.firstIndex(where: { $0 == nil }) else { preconditionFailure("no room") }
    tracks[slot] = track
    slots[slot].store(UInt(bitPattern: track.voice), ordering: .sequentiallyConsistent)
    if slot >= mixer.pointee.used.load(ordering: .relaxed) {
      mixer.pointee.used.store(slot + 1, ordering: .releasing)
    }
  }

  func remove(_ track: TrackMemory) {
    guard let slot = tracks.firstIndex(where: { $0 === track }) else { return }
    slots[slot].store(0, ordering: .sequentiallyConsistent)
    tracks[slot] = nil
    // A block that has already begun may have read the address.
    leaving.append((track, mixer.pointee.begun.load(ordering: .sequentiallyConsistent)))
    release()
  }

  /// Releases tracks that no block uses any more.
  func release() {
    let ended = mixer.pointee.ended.load(ordering: .sequentiallyConsistent)
    leaving.removeAll { $0.blocks <= ended }
  }
}
