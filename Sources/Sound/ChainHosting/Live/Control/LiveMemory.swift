internal import Glibc
internal import Synchronization

/// Allocates what the render thread of a live chain uses.
struct LiveMemory {
  // SAFETY: Everything is in the pool, which the chain keeps as long as its render thread uses it.

  let pool = MemoryPool()
  private let settings: LiveSettings
  private let sampleRate: Double
  /// The fade of mutes and edits.
  let fade: FadeTable
  private let ending: FadeTable
  let inputWatch: UnsafeMutablePointer<LevelWatch>
  let outputWatch: UnsafeMutablePointer<LevelWatch>
  let watch: UnsafeMutablePointer<EngineWatch>
  let mailbox: UnsafeMutablePointer<GraphMailbox>
  /// The status in which an edit notes whose bundle it reads.
  let reading: UnsafeMutablePointer<RealtimeStatus>

  init(_ settings: LiveSettings) throws(ChainError) {
    guard HostSettings.sampleRates.contains(settings.host.sampleRate) else {
      throw ChainError(.sampleRate(settings.host.sampleRate))
    }
    self.settings = settings
    sampleRate = settings.host.sampleRate
    fade = Self.fade(pool, frames: sampleRate / 50)
    ending = Self.fade(pool, frames: Double(LevelGuard.mirror))
    inputWatch = pool.array(1) { LevelWatch() }
    outputWatch = pool.array(1) { LevelWatch() }
    watch = pool.array(1) { EngineWatch() }
    watch.pointee.tempo.publish(settings.beatsPerMinute)
    mailbox = pool.array(1) { GraphMailbox() }
    reading = pool.array(1) { RealtimeStatus() }
  }

  private static func fade(_ pool: MemoryPool, frames: Double) -> FadeTable {
    let length = Int(frames)
    return FadeTable(
      gains: pool.array(copying: (0..<length).map { Float(0.5 - 0.5 * cos(.pi * Double($0) / Double(length))) }),
      length: length)
  }

  /// Keeps what the render thread uses from being swapped out, as far as this process may.
  func lock(_ units: [LiveUnit]) -> MemoryLock {
    var lock = pool.lock()
    for unit in units { lock.add(unit.lockMemory()) }
    return lock
  }

  /// A guard for channels that are heard or muted together.
  ///
  /// - Parameter pool: owns the memory that only the guard uses.
  func levels(_ count: Int, _ watch: UnsafeMutablePointer<LevelWatch>, in pool: MemoryPool) -> LevelGuard {
    LevelGuard(
      count: count, history: pool.array(count * (LevelGuard.mirror + 1), of: Float(0)), fade: fade, ending: ending,
      hold: max(LevelGuard.mirror, Int(sampleRate / 2)), watch: watch,
      progress: pool.array(copying: [LevelGuard.Progress()]))
  }

  /// - Parameter isRising: whether channels are faded in from the first frame on.
  private func ramp(_ count: Int, isRising: Bool) -> ChannelRamp {
    // NaN also counts as no ramp.
    let seconds = settings.ramp > 0 ? min(settings.ramp, LiveSettings.longestRamp) : 0
    let fade = Self.fade(pool, frames: seconds * sampleRate)
    return ChannelRamp(fade: fade, positions: pool.array(count, of: isRising ? 0 : Int.max), count: count)
  }

  /// Allocates the engine, with the graph that it begins with.
  ///
  /// - Parameter settled: posted whenever an edit has settled.
  func engine(
    inputs: Int, outputs: Int, _ graph: LiveGraph, settled: UnsafeMutablePointer<sem_t>
  ) -> UnsafeMutablePointer<RealtimeEngine> {
    let inputLevels = (0..<inputs).map { _ in levels(1, inputWatch, in: pool) }
    return pool.array(copying: [
      RealtimeEngine(
        mailbox: mailbox, settled: settled, inputCount: inputs, outputCount: outputs,
        blockLength: settings.host.blockLength,
        sampleRate: Float(sampleRate), deadline: Float(settings.deadline), urids: RealtimeURIDs(),
        inputLedger: NoteLedger(notes: pool.array(NoteLedger.words, of: UInt64(0))),
        inputLevels: pool.array(copying: inputLevels), inputRamp: ramp(inputs, isRising: false),
        outputRamp: ramp(outputs, isRising: true), watch: watch, inputWatch: inputWatch, outputWatch: outputWatch,
        position: pool.array(copying: [LivePosition()]),
        progress: pool.array(copying: [RealtimeEngine.Progress(graph: graph.realtime)]))
    ])
  }
}
