public import AudioFiles
public import AudioSources
public import RenderChain
internal import Synchronization

/// The tracks of a program: decides which of them may play, and how loudly.
///
/// ```swift
/// let coordinator = AudioCoordinator()
/// let body = try coordinator.addTrack("body", priority: 1)
/// let notices = try coordinator.addTrack("notices", priority: 2)
/// ```
///
/// A live track affects those of lower priority according to the policy for each pair: they pause, are ducked, or are
/// mixed with it. Except for the hold of ducking, decisions depend only on which tracks are live now, not on what came
/// before.
///
/// Functions may be called from any thread but a render thread, ``render(into:count:)`` by only one thread at a time.
/// Each holds a lock for a few microseconds.
public final class AudioCoordinator: @unchecked Sendable {
  // SAFETY: `lock` guards everything that changes, except what only the thread that feeds and renders uses. The memory
  // of the mixer and of tracks is shared as its types say. Channels have room for `count` frames.

  /// The format of the mix. Sources are converted to it.
  public let format: AudioFormat
  private let handler: @Sendable (TrackEvent) -> Void
  private let lock = Mutex(())
  let memory: MixerMemory
  /// Sorted by descending priority.
  var tracks: [TrackState] = []
  var policies: [[Int]: TrackPolicy] = [:]
  var usual: TrackPolicy
  var isAway = false
  var isStopped = false
  /// Pending calls of the handler and of completions, in order. They don't refer to the coordinator, which they would
  /// keep.
  var untold: [@Sendable (AudioCoordinator) -> Void] = []
  /// Whether such calls are being made.
  var isTelling = false
  private var lastTrack = 0
  private let lastItem = Atomic(0)

  /// Creates a coordinator without tracks.
  ///
  /// - Parameters:
  ///   - format: the format of the mix; must have standard samples.
  ///   - policy: applies to pairs of tracks without a policy of their own.
  ///   - handler: receives all events in order, on the thread that renders or feeds, while the lock is not held. It may
  ///     call any function but ``render(into:count:)``.
  public init(
    format: AudioFormat = .usualForSources, policy: TrackPolicy = .pause,
    handler: @escaping @Sendable (TrackEvent) -> Void = { _ in }
  ) {
    precondition(format.isStandard, "standard samples")
    (self.format, self.handler, usual) = (format, handler, policy)
    memory = MixerMemory(channels: format.channelCount)
  }

  // MARK: Tracks

  /// Adds a track; others may be playing. ``AudioTrack/remove()`` removes it.
  ///
  /// - Parameters:
  ///   - name: for display.
  ///   - priority: any number; higher tracks affect lower ones.
  ///   - chain: processes each of its sounds; nil for none. Its plugins are loaded now.
  ///   - options: how the chain is rendered.
  ///   - blockLength: the number of frames that plugins process at a time.
  ///   - bundleDirectories: see `HostSettings.bundleDirectories`.
  ///   - isolation: which plugins share a process; by default each has its own.
  ///   - renderer: the program that hosts them, an `aucat-render`; nil for the one that is installed with this library.
  ///   - environment: the environment of those processes; nil for this process's.
  ///   - timeout: the time limit for a block, or for one step of a plugin's start, in seconds.
  ///   - fell: called by the feeding thread for a plugin whose process has failed. The plugin is then bypassed; throw
  ///     an error to end the sound instead.
  ///   - log: receives plugins' log messages.
  /// - Returns: the track.
  /// - Throws: `ChainError`; `SourceError` if the chain's channels can't be converted to the mix's, or there are 256
  ///   tracks.
  public func addTrack(
    _ name: String, priority: Int, through chain: RenderChain? = nil, options: RenderOptions = RenderOptions(),
    blockLength: Int = 1_024, bundleDirectories: [String]? = nil, isolation: PluginIsolation = .each,
    renderer: String? = nil, environment: [String: String]? = nil, timeout: Double = 10,
    fell: @escaping @Sendable (ChainError) throws -> Void = { _ in },
    log: @escaping @Sendable (PluginMessage) -> Void = { _ in }
  ) throws -> AudioTrack {
    let over = try chain.map { chain in
      try TrackChain(
        { input in
          try ChainSource(
            chain, over: input, options: options, blockLength: blockLength, bundleDirectories: bundleDirectories,
            isolation: isolation, renderer: renderer, environment: environment, timeout: timeout, fell: fell, log: log)
        }, format: format)
    }
    var capacity = 8_192
    while Double(capacity) < 0.25 * format.sampleRate { capacity *= 2 }
    let ring = TrackMemory(
      capacity: capacity, levels: Array(repeating: 1, count: format.channelCount),
      fadeLength: max(1, Int((0.005 * format.sampleRate).rounded())))
    let feed = TrackFeed(ring, channels: format.channelCount, through: over)
    return try change { () throws(SourceError) -> AudioTrack in
      guard memory.hasRoom else { throw .range("a coordinator has at most \(RealtimeMixer.capacity) tracks") }
      lastTrack += 1
      let state = TrackState(lastTrack, name, priority: priority, memory: ring, feed: feed)
      tracks.append(state)
      memory.add(ring)
      return AudioTrack(coordinator: self, state: state)
    }
  }

  /// All tracks, by descending priority.
  public var allTracks: [AudioTrack] { locked { tracks.map { AudioTrack(coordinator: self, state: $0) } } }

  /// Sets how a live track affects a lower one.
  ///
  /// - Parameters:
  ///   - policy: the policy of this pair; nil for the coordinator's.
  ///   - upper: affects the other one while its priority is higher.
  ///   - lower: the track that is affected.
  public func setPolicy(_ policy: TrackPolicy?, of upper: AudioTrack, over lower: AudioTrack) {
    change { policies[[upper.state.number, lower.state.number]] = policy }
  }

  // MARK: All tracks together

  /// Suspends all tracks, independently of ``AudioTrack/suspend()``.
  public func suspend() { setStopped(true) }

  /// Resumes all tracks except those that were suspended individually.
  public func resume() { setStopped(false) }

  private func setStopped(_ stops: Bool) {
    change {
      guard isStopped != stops else { return }
      isStopped = stops
      for track in tracks where track.isLive(at: frame) && !track.isSuspended {
        note(stops ? .suspended(frame: track.position) : .resumed(frame: track.position), of: track)
      }
    }
  }

  /// Call this when the host leaves, such as a program that goes to the background: all ducking is released
  /// immediately, without hold. Ducking that becomes necessary while the host is away begins with ``didReturn()``.
  public func willLeave() { change { isAway = true } }

  /// Call this when the host is back and has set what applies now: ducking is decided afresh before anything else
  /// plays. Whatever the host changes after this call is heard as a change.
  public func didReturn() { change { isAway = false } }

  // MARK: State

  /// The number of frames that have been rendered; also the number of the next one.
  public var frame: Int { memory.clock }

  /// Whether nothing is left to play, and all events have been delivered.
  public var isIdle: Bool { locked { tracks.allSatisfy { $0.entries.isEmpty } && untold.isEmpty && !isTelling } }

  /// Runs a function under the lock.
  func locked<Result: Sendable>(_ body: () -> Result) -> Result { lock.withLock { _ in body() } }

  /// Makes a change under the lock, and decides what follows from it.
  func change<Result: Sendable, Failure>(_ body: () throws(Failure) -> Result) throws(Failure) -> Result {
    try lock.withLock { (_) throws(Failure) -> Result in
      let result = try body()
      decide()
      return result
    }
  }

  func nextItem(_ name: String) -> TrackItem {
    TrackItem(number: lastItem.add(1, ordering: .relaxed).newValue, name: name)
  }

  // MARK: Events, under the lock

  func note(_ kind: TrackEvent.Kind, of state: TrackState) { note(of: state) { _ in kind } }

  /// Notes an event that refers to tracks.
  func note(of state: TrackState, _ kind: @escaping @Sendable (AudioCoordinator) -> TrackEvent.Kind) {
    let now = frame
    untold.append { [handler] coordinator in
      handler(
        TrackEvent(
          frame: now, track: AudioTrack(coordinator: coordinator, state: state), kind: kind(coordinator)))
    }
  }

  /// Reports the outcome of a sound that has ended.
  func tell(_ entry: TrackEntry, of state: TrackState) {
    let outcome = entry.outcome
    note(.ended(entry.item, outcome), of: state)
    untold.append { _ in entry.completion(outcome) }
  }

  /// Cancels sounds. Those that are not at the cursor end immediately.
  func cancel(_ entries: [TrackEntry], of state: TrackState) {
    for entry in entries { state.cancel(entry) }
    let ended = entries.filter { !state.isAtCursor($0) }
    let identities = Set(ended.map { ObjectIdentifier($0) })
    state.entries.removeAll { identities.contains(ObjectIdentifier($0)) }
    for entry in ended { tell(entry, of: state) }
  }
}
