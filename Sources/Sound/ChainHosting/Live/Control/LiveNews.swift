internal import Linux
internal import Synchronization

/// What has been reported about a live chain, so that only changes are reported. Several changes of one kind between
/// two polls make one event.
struct LiveNews: @unchecked Sendable {
  // SAFETY: The chain keeps what is watched, which is atomic, until `follow` has replaced it.

  private var input: Place
  private var stages: [(number: UnitNumber, place: Place)]
  private var waiting: [LiveEvent] = []
  private var latency: UInt32 = 0
  private var lock: MemoryLock?
  private var hasToldPriority = false

  /// - Parameter lock: the result of locking the memory; nil if that isn't wanted.
  init(_ units: [LiveUnit], input: UnsafeMutablePointer<LevelWatch>, lock: MemoryLock?) {
    self.input = Place(watch: input)
    stages = units.map { ($0.number, Place(watch: $0.watch)) }
    self.lock = lock
  }

  /// Replaces the components that are watched.
  mutating func follow(_ units: [LiveUnit]) {
    let before = stages
    stages = units.map { unit in
      let known = before.first { $0.number == unit.number && $0.place.watch == unit.watch }
      return known ?? (unit.number, Place(watch: unit.watch))
    }
  }

  /// Queues an event, such as a completed edit or a failed component. The oldest are dropped if nobody takes them.
  mutating func add(_ event: LiveEvent) {
    if waiting.count >= Self.mostWaiting { waiting.removeFirst() }
    waiting.append(event)
  }

  /// Reports, once, that components' processes lack real-time priority.
  mutating func addUnscheduled(_ reason: SystemError) {
    if !hasToldPriority { add(.unscheduled(reason: reason.phrase)) }
    hasToldPriority = true
  }

  private static var mostWaiting: Int { 1_024 }

  /// - Parameter latency: the chain's present latency, in frames.
  mutating func next(latency: UInt32) -> LiveEvent? {
    if let lock, let error = lock.error {
      self.lock = nil
      return .unlockedMemory(bytes: lock.missing, reason: "\(error)")
    }
    if latency != self.latency {
      self.latency = latency
      return .latency(frames: Int(latency))
    }
    if !waiting.isEmpty { return waiting.removeFirst() }
    if let event = input.next(.input) { return event }
    for number in stages.indices {
      if let event = stages[number].place.next(.stage(number)) { return event }
    }
    return nil
  }

  private struct Place {
    let watch: UnsafeMutablePointer<LevelWatch>
    var muted: UInt32 = 0
    var isMuted = false
    var hasWrittenOutside = false

    mutating func next(_ place: LiveEvent.Place) -> LiveEvent? {
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
