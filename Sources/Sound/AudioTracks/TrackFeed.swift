internal import AudioFiles
internal import AudioSources
internal import RenderChain
internal import Synchronization

/// Reads a track's sounds into its ring, one after the other. Only for the feeding thread.
final class TrackFeed {
  // SAFETY: The scratch has `portion` frames for each channel, and no more are read; frames of the ring are written as
  // `SharedTrack` allows, and then published. The memory is kept.

  private let memory: TrackMemory
  private let chain: TrackChain?
  private let scratch: ScratchChannels
  private var current: TrackEntry?
  private var number = 0
  private var start = 0
  /// The ring's frame that is written next.
  private var head = 0
  /// Returns whether the source would block now, after this many frames of the sound. Set by tests.
  var isStalled: (TrackEntry, Int) -> Bool = { _, _ in false }

  /// The number of frames to read at a time: as many as a chain's block has, each of which costs a switch to each
  /// plugin's process and back.
  private static let portion = 1_024

  init(_ memory: TrackMemory, channels: Int, through chain: TrackChain?) {
    (self.memory, self.chain) = (memory, chain)
    scratch = ScratchChannels(channels, frames: Self.portion)
  }

  /// Whether a sound is partly read.
  var isBusy: Bool { current != nil }

  /// Whether the ring has a place for another item.
  var hasPlace: Bool {
    number - memory.shared.pointee.finished.load(ordering: .acquiring) < SharedTrack.itemCapacity - 1
  }

  /// Assigns a place in the ring to a sound. Called under the coordinator's lock, so that no cancellation is missed.
  func begin(_ entry: TrackEntry) {
    let item = memory.item(number)
    item.pointee.start.store(head, ordering: .relaxed)
    item.pointee.end.store(.max, ordering: .relaxed)
    item.pointee.due.store(entry.due ?? .min, ordering: .relaxed)
    item.pointee.isCancelled.store(entry.isCancelled, ordering: .relaxed)
    entry.number = number
    (current, start) = (entry, head)
    number += 1
    memory.shared.pointee.fed.store(number, ordering: .releasing)
    isFresh = true
  }

  private var isFresh = false

  /// Reads a portion of the sound.
  ///
  /// - Returns: the sound, with its source's error if it has failed; nil if there is no room, or nothing to read.
  func read() -> (entry: TrackEntry, failure: (any Error)?)? {
    guard let entry = current else { return nil }
    if memory.item(number - 1).pointee.isCancelled.load(ordering: .acquiring) {
      complete()
      if !isFresh { chain?.abandon() }
      return (entry, nil)
    }
    let used = head - memory.shared.pointee.taken.load(ordering: .acquiring)
    guard memory.shared.pointee.capacity - used >= Self.portion, !isStalled(entry, head - start) else { return nil }
    do {
      if isFresh { try chain?.begin(entry.source) }
      isFresh = false
      let frames = try (chain?.output ?? entry.source).read(into: scratch.channels, count: Self.portion)
      write(frames)
      if frames < Self.portion {
        complete()
      } else {
        // The last frames are held back, so that they can be faded out if the source fails.
        memory.shared.pointee.written.store(
          max(start, head - memory.shared.pointee.fadeLength), ordering: .releasing)
      }
      return (entry, nil)
    } catch {
      fadeOut()
      complete()
      chain?.abandon()
      return (entry, error)
    }
  }

  /// Whether the chain still holds some of a cancelled or failed sound.
  var isFlushing: Bool { chain?.isFlushing ?? false }

  /// Flushes some more of the chain.
  func flush() { chain?.flush(into: scratch.channels, count: Self.portion) }

  private func complete() {
    memory.shared.pointee.written.store(head, ordering: .releasing)
    memory.item(number - 1).pointee.end.store(head, ordering: .releasing)
    current = nil
  }

  private func write(_ count: Int) {
    let capacity = memory.shared.pointee.capacity
    let place = head & (capacity - 1)
    let first = min(count, capacity - place)
    for (channel, source) in scratch.channels.enumerated() {
      let target = memory.shared.pointee.samples + channel * capacity
      (target + place).update(from: source, count: first)
      target.update(from: source + first, count: count - first)
    }
    head += count
  }

  /// Fades out the frames that were held back.
  private func fadeOut() {
    let capacity = memory.shared.pointee.capacity
    let kept = head - max(start, memory.shared.pointee.written.load(ordering: .relaxed))
    for index in 0..<kept {
      let gain = Float(RealtimeRamp.share(kept - 1 - index, of: kept))
      let place = (head - kept + index) & (capacity - 1)
      for channel in scratch.channels.indices { memory.shared.pointee.samples[channel * capacity + place] *= gain }
    }
  }
}

/// A track's chain, for one sound after the other. Only for the feeding thread.
final class TrackChain {
  /// The source that the feed reads.
  let output: any AudioSource
  private let chain: ChainSource
  private let input: TrackInput
  private var hasBegun = false
  /// The number of frames of a cancelled or failed sound that may still be in the chain.
  private var framesToFlush = 0
  /// Limits how long the next sound has to wait. The rest of a longer tail is heard with it.
  private static let mostSecondsToFlush = 10.0

  /// - Throws: `ChainError`, and `SourceError` if the chain's channels can't be converted to the track's.
  init(_ make: (any AudioSource) throws -> ChainSource, format: AudioFormat) throws {
    input = TrackInput(format)
    chain = try make(input)
    output = try chain.converted(to: format)
  }

  func begin(_ source: any AudioSource) throws {
    input.source = source
    if hasBegun { try chain.restart() }
    hasBegun = true
  }

  /// Drops the rest of the sound. ``flush(into:count:)`` discards what the plugins still hold of it.
  func abandon() {
    input.source = nil
    framesToFlush = Int(Self.mostSecondsToFlush * output.format.sampleRate)
  }

  var isFlushing: Bool { framesToFlush > 0 }

  /// Processes silence, and discards the output.
  func flush(into channels: [UnsafeMutablePointer<Float>], count: Int) {
    let frames = (try? output.read(into: channels, count: count)) ?? 0
    framesToFlush = frames < count ? 0 : max(0, framesToFlush - frames)
  }
}

/// The input of a track's chain: the current sound.
private final class TrackInput: AudioSource {
  // SAFETY: Passes the caller's channels on.

  let format: AudioFormat
  let length: Int? = nil
  var source: (any AudioSource)?

  init(_ format: AudioFormat) { self.format = format }

  func read(into channels: [UnsafeMutablePointer<Float>], count: Int) throws -> Int {
    try source?.read(into: channels, count: count) ?? 0
  }
}
