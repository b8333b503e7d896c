internal import AudioFiles
public import AudioSources
internal import Synchronization

/// A serial queue of sounds, such as speech, music or alerts.
///
/// A track is live while a sound is at its cursor, and suspended if its host has suspended it. The two are independent:
/// a suspended track can be live, and continues once it is resumed. Its ``AudioCoordinator`` decides whether it may
/// play, and how loudly.
///
/// A value refers to the track, which exists until it is removed. All functions may be called from any thread but a
/// render thread: they hold a lock for a few microseconds, and read no source.
public struct AudioTrack: Hashable, Sendable, CustomStringConvertible {
  // SAFETY: The state keeps its memory, which has a level for each channel; all that is used here is atomic.

  let coordinator: AudioCoordinator
  let state: TrackState

  /// Its name, for display.
  public var name: String { state.name }
  /// Its number among all tracks of the coordinator, from 1.
  package var number: Int { state.number }
  /// Whether it belongs to a coordinator.
  package func isOf(_ coordinator: AudioCoordinator) -> Bool { self.coordinator === coordinator }
  /// The same as ``name``.
  public var description: String { name }

  /// Whether both are the same track.
  public static func == (a: AudioTrack, b: AudioTrack) -> Bool { a.state === b.state }

  /// Feeds the track's identity to `hasher`.
  public func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(state)) }

  // MARK: Sounds

  /// Appends a sound to the queue. A composite, such as a `SequenceSource`, counts as one sound: it begins and ends
  /// once, and can be suspended at any frame.
  ///
  /// - Parameters:
  ///   - source: read from its current position to its end, ahead of time, by one thread. If it blocks, the track is
  ///     silent until it continues.
  ///   - name: for display.
  ///   - frame: the coordinator's frame at which it begins, provided that the sounds before it have ended; nil for as
  ///     soon as possible. Until then the track is idle; lower tracks are ducked ahead of time.
  ///   - completion: called exactly once, after the last frame including the tail of the track's chain, by the thread
  ///     that renders or feeds, while no lock is held. It may call any function of this type.
  /// - Returns: the sound, for ``cancel(_:)``.
  /// - Throws: `SourceError` if the source can't be converted to the coordinator's format. Then nothing is enqueued.
  @discardableResult public func enqueue(
    _ source: sending any AudioSource, named name: String = "", at frame: Int? = nil,
    completion: @escaping @Sendable (TrackOutcome) -> Void = { _ in }
  ) throws(SourceError) -> TrackItem {
    let converted = try source.converted(to: coordinator.format)
    let entry = TrackEntry(coordinator.nextItem(name), converted, due: frame, completion: completion)
    coordinator.change {
      if state.isRemoved {
        entry.isCancelled = true
        coordinator.tell(entry, of: state)
      } else {
        state.entries.append(entry)
      }
    }
    return entry.item
  }

  /// Cancels a sound. If it is playing, it fades out within 5 ms.
  ///
  /// - Returns: whether it was in the queue. If so, its completion receives ``TrackOutcome/cancelled``.
  @discardableResult public func cancel(_ item: TrackItem) -> Bool {
    coordinator.change {
      guard let entry = state.entries.first(where: { $0.item == item && !$0.isCancelled }) else { return false }
      coordinator.cancel([entry], of: state)
      return true
    }
  }

  /// Cancels all sounds, as ``cancel(_:)`` does.
  public func cancelAll() {
    coordinator.change { coordinator.cancel(state.entries.filter { !$0.isCancelled }, of: state) }
  }

  /// Whether a sound is at the cursor and not scheduled for later.
  public var isLive: Bool { coordinator.locked { state.isLive(at: coordinator.frame) } }

  /// The sounds that have not ended, starting with the one at the cursor.
  public var items: [TrackItem] { coordinator.locked { state.entries.map(\.item) } }

  /// The next frame to play of the sound at the cursor, at the coordinator's rate.
  public var position: Int { coordinator.locked { state.position } }

  /// The number of frames that sources have delivered too late. Silence was played instead.
  public var missingFrames: Int { state.memory.shared.pointee.missing.load(ordering: .relaxed) }

  // MARK: Suspension

  /// Suspends the track: it fades out within 5 ms. ``resume()`` continues at the frame where the fade began.
  public func suspend() {
    coordinator.change {
      guard !state.isSuspended else { return }
      state.isSuspended = true
      if state.isLive(at: coordinator.frame) { coordinator.note(.suspended(frame: state.position), of: state) }
    }
  }

  /// Continues at the frame where the track was suspended, fading in within 5 ms.
  public func resume() {
    coordinator.change {
      guard state.isSuspended else { return }
      state.isSuspended = false
      if state.isLive(at: coordinator.frame) { coordinator.note(.resumed(frame: state.position), of: state) }
    }
  }

  /// Whether ``suspend()`` has suspended it.
  public var isSuspended: Bool { coordinator.locked { state.isSuspended } }

  // MARK: Focus

  /// The rank among a coordinator's tracks: a live track affects lower ones according to their policies. Tracks of
  /// equal priority are mixed.
  public var priority: Int {
    get { coordinator.locked { state.priority } }
    nonmutating set { coordinator.change { state.priority = newValue } }
  }

  /// Gives up the focus: the track stops where it is, and neither pauses nor ducks others until ``claim()``. It does
  /// not continue by itself when higher tracks are idle.
  public func yield() { coordinator.change { state.hasYielded = true } }

  /// Reclaims the focus after ``yield()``, as far as higher tracks permit.
  public func claim() { coordinator.change { state.hasYielded = false } }

  /// Whether the track has yielded its focus.
  public var hasYielded: Bool { coordinator.locked { state.hasYielded } }

  /// Whether it ducks lower tracks even while it is idle: for speech that matters all the time, where ducking for each
  /// word would cause pumping.
  public var keepsDucking: Bool {
    get { coordinator.locked { state.keepsDucking } }
    nonmutating set { coordinator.change { state.keepsDucking = newValue } }
  }

  // MARK: Level

  /// Sets the track's level, independently of ducking.
  ///
  /// - Parameters:
  ///   - decibels: from -200, which is inaudible, to 24.
  ///   - balance: from -1, only left, to 1, only right. Ignored unless the mix is stereo.
  ///   - seconds: the duration of the ramp, from 0.005 to 60.
  /// - Throws: `SourceError` if a number is out of range.
  public func setGain(_ decibels: Double, balance: Double = 0, over seconds: Double = 0.02) throws(SourceError) {
    guard (-1...1).contains(balance) else { throw .range("a balance is -1 to 1, not \(balance)") }
    guard (0.005...60).contains(seconds) else { throw .range("a ramp takes 0.005 to 60 s, not \(seconds)") }
    let gain = try Level.amplitude(decibels)
    let frames = Int((seconds * coordinator.format.sampleRate).rounded())
    let count = coordinator.format.channelCount
    for channel in 0..<count {
      let side = count == 2 ? min(1, channel == 0 ? 1 - balance : 1 + balance) : 1
      state.memory.shared.pointee.levels[channel].store(
        RealtimeRamp.command(to: Float(gain * side), frames: frames), ordering: .relaxed)
    }
  }

  /// Cancels all sounds, and removes the track from its coordinator once it is silent.
  public func remove() {
    coordinator.change {
      state.isRemoved = true
      coordinator.cancel(state.entries.filter { !$0.isCancelled }, of: state)
    }
  }
}
