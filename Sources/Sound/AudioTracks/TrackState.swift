internal import AudioSources
internal import Synchronization

/// A sound in a track's queue.
final class TrackEntry: @unchecked Sendable {
  // SAFETY: Only the feeding thread uses the source. The coordinator's lock guards everything that changes.

  let item: TrackItem
  let source: any AudioSource
  /// The earliest frame of the coordinator at which it may begin; nil for as soon as possible.
  let due: Int?
  let completion: @Sendable (TrackOutcome) -> Void
  /// Its number in the track's ring, once reading has begun.
  var number: Int?
  var hasBegun = false
  var isCancelled = false
  var failure: (any Error)?

  init(
    _ item: TrackItem, _ source: any AudioSource, due: Int?, completion: @escaping @Sendable (TrackOutcome) -> Void
  ) {
    (self.item, self.source, self.due, self.completion) = (item, source, due, completion)
  }

  var outcome: TrackOutcome { isCancelled ? .cancelled : failure.map { .failed($0) } ?? .finished }
}

/// A track as its coordinator sees it.
final class TrackState: @unchecked Sendable {
  // SAFETY: The coordinator's lock guards everything that changes, except the feed, which only the feeding thread uses.
  // The memory is shared as `SharedTrack` says.

  /// A reason for a track to be ducked.
  struct Ducker {
    var ducking: Ducking
    /// The frame at which it ends; `Int.max` while the other track needs it.
    var until: Int
  }

  let number: Int
  let name: String
  let memory: TrackMemory
  let feed: TrackFeed
  var priority: Int
  /// The queue of sounds; the first one is at the cursor.
  var entries: [TrackEntry] = []
  var isSuspended = false
  var hasYielded = false
  var keepsDucking = false
  var isRemoved = false
  /// The track that pauses this one.
  var pausedBy: TrackState?
  /// What ducks this track, by the numbers of the higher tracks.
  var duckers: [Int: Ducker] = [:]
  var duckTarget: Float = 1

  init(_ number: Int, _ name: String, priority: Int, memory: TrackMemory, feed: TrackFeed) {
    (self.number, self.name, self.priority, self.memory, self.feed) = (number, name, priority, memory, feed)
  }

  // SAFETY: The memory stays as long as this object; these are atomics.

  /// Whether it may play, unless all tracks are suspended.
  var isGranted: Bool { pausedBy == nil && !hasYielded && !isSuspended }

  /// Whether a sound is at the cursor and due.
  func isLive(at frame: Int) -> Bool {
    guard let first = entries.first else { return false }
    return (first.due ?? .min) <= frame
  }

  /// The next frame to play of the sound at the cursor.
  var position: Int {
    guard let number = entries.first?.number, memory.shared.pointee.finished.load(ordering: .acquiring) == number
    else { return 0 }
    return max(
      0,
      memory.shared.pointee.taken.load(ordering: .acquiring)
        - memory.item(number).pointee.start.load(ordering: .relaxed))
  }

  /// Whether nothing is left to read or to play, not even the end of a cancelled sound.
  var isSilent: Bool {
    entries.isEmpty && !feed.isBusy
      && memory.shared.pointee.finished.load(ordering: .acquiring)
        == memory.shared.pointee.fed.load(ordering: .relaxed)
  }

  /// Whether the render thread has reached a sound, or waits for it.
  func isAtCursor(_ entry: TrackEntry) -> Bool {
    entry.number == memory.shared.pointee.finished.load(ordering: .acquiring)
  }

  func setPlaying(_ plays: Bool) { memory.shared.pointee.plays.store(plays, ordering: .releasing) }

  func cancel(_ entry: TrackEntry) {
    entry.isCancelled = true
    if let number = entry.number { memory.item(number).pointee.isCancelled.store(true, ordering: .releasing) }
  }
}
