internal import Synchronization

/// What has been reported about a live chain, so that only changes are. Several of one kind between two questions are one event,
/// however many there are.
struct LiveNews: @unchecked Sendable {
  // SAFETY: The chain's pool has what it watches, which is atomic.

  private var places: [Place]
  private var latency: UInt32 = 0
  private var lock: MemoryLock?

  /// - Parameter lock: what came of locking the memory; nil if that isn't wanted.
  init(_ units: [LiveUnit], input: UnsafeMutablePointer<LevelWatch>, lock: MemoryLock?) {
    places = [Place(place: .input, watch: input)]
    for (number, unit) in units.enumerated() { places.append(Place(place: .stage(number), watch: unit.watch)) }
    self.lock = lock
  }

  /// - Parameter latency: the chain's now.
  mutating func next(latency: UInt32) -> LiveEvent? {
    if let lock, let error = lock.error {
      self.lock = nil
      return .unlockedMemory(bytes: lock.missing, reason: "\(error)")
    }
    if latency != self.latency {
      self.latency = latency
      return .latency(frames: Int(latency))
    }
    for number in places.indices {
      if let event = places[number].next() { return event }
    }
    return nil
  }

  private struct Place {
    let place: LiveEvent.Place
    let watch: UnsafeMutablePointer<LevelWatch>
    var muted: UInt32 = 0
    var isMuted = false
    var hasWrittenOutside = false

    mutating func next() -> LiveEvent? {
      let count = watch.pointee.muted.read()
      if count != muted, !isMuted {
        (muted, isMuted) = (count, true)
        return .muted(place, LiveEvent.Excess(bits: watch.pointee.excess.read()))
      }
      if isMuted, watch.pointee.muting.read() == 0 {
        isMuted = false
        return .heard(place)
      }
      if case .stage(let number) = place, !hasWrittenOutside, watch.pointee.hasWrittenOutside.read() != 0 {
        hasWrittenOutside = true
        return .wroteOutside(stage: number)
      }
      return nil
    }
  }
}
