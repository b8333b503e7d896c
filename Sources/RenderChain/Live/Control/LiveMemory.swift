internal import CLV2Host
internal import Glibc
internal import Synchronization

/// Makes what the render thread of a live chain uses.
struct LiveMemory {
  // SAFETY: Everything is in the pool, which the chain keeps as long as its render thread uses it.

  let pool = MemoryPool()
  private let settings: LiveSettings
  private let sampleRate: Double
  private let fade: FadeTable
  private let ending: FadeTable
  let inputWatch: UnsafeMutablePointer<LevelWatch>
  let outputWatch: UnsafeMutablePointer<LevelWatch>
  let watch: UnsafeMutablePointer<EngineWatch>
  /// Where saving a chain notes what it does.
  let saving: UnsafeMutablePointer<RealtimeStatus>

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
    saving = pool.array(1) { RealtimeStatus() }
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
    for unit in units { lock.add(unit.loaded.lockMemory()) }
    return lock
  }

  /// A guard for channels that are heard or muted together.
  func levels(_ count: Int, _ watch: UnsafeMutablePointer<LevelWatch>) -> LevelGuard {
    LevelGuard(
      count: count, history: pool.array(count * (LevelGuard.mirror + 1), of: Float(0)), fade: fade, ending: ending,
      hold: max(LevelGuard.mirror, Int(sampleRate / 2)), watch: watch,
      progress: pool.array(copying: [LevelGuard.Progress()]))
  }

  /// - Parameter isRising: whether channels are faded in from the first frame on.
  private func ramp(_ count: Int, isRising: Bool) -> ChannelRamp {
    // NaN is no ramp, either.
    let seconds = settings.ramp > 0 ? min(settings.ramp, LiveSettings.longestRamp) : 0
    let fade = Self.fade(pool, frames: seconds * sampleRate)
    return ChannelRamp(fade: fade, positions: pool.array(count, of: isRising ? 0 : Int.max), count: count)
  }

  /// One component.
  func unit(_ loaded: LoadedChain, _ watch: UnsafeMutablePointer<LevelWatch>, hearsInput: Bool) -> RealtimeUnit {
    RealtimeUnit(
      chain: loaded.realtime, inputCount: loaded.inputCount, outputCount: loaded.outputCount, hearsInput: hearsInput,
      sendsMIDI: loaded.midiCapacity > 0, levels: levels(loaded.outputCount, watch), time: pool.array(1, of: Int64(0)))
  }

  /// The whole.
  func engine(
    _ units: [RealtimeUnit], _ plan: ChainPlan, outputs: Int, midiCapacity: Int
  ) throws(ChainError) -> UnsafeMutablePointer<RealtimeEngine> {
    let inputs = plan.channels[0]
    let inputLevels = (0..<inputs).map { _ in levels(1, inputWatch) }
    return pool.array(copying: [
      RealtimeEngine(
        units: pool.array(copying: units), unitCount: units.count, inputCount: inputs, soundCount: plan.outputCount,
        outputCount: outputs, blockLength: settings.host.blockLength, isFixed: plan.isFixed,
        sampleRate: Float(sampleRate), tempo: settings.beatsPerMinute, urids: RealtimeURIDs(),
        bus: try bus(plan, midiCapacity), inputLevels: pool.array(copying: inputLevels),
        inputRamp: ramp(inputs, isRising: false), outputRamp: ramp(outputs, isRising: true), watch: watch,
        inputWatch: inputWatch, outputWatch: outputWatch, position: pool.array(copying: [LivePosition()]),
        progress: pool.array(copying: [RealtimeEngine.Progress()]))
    ])
  }

  private func bus(_ plan: ChainPlan, _ midiCapacity: Int) throws(ChainError) -> RealtimeBus {
    let capacity = max(HostFeatures.sequenceSize, midiCapacity)
    return RealtimeBus(
      inputs: try channels(plan.channels[0]), first: try channels(plan.channels.max() ?? 0),
      second: try channels(plan.channels.max() ?? 0), midi: try sequence(HostFeatures.sequenceSize),
      firstMIDI: try sequence(capacity), secondMIDI: try sequence(capacity), bytes: pool.array(capacity, of: UInt8(0)),
      byteCount: capacity)
  }

  private func channels(_ count: Int) throws(ChainError) -> UnsafeMutablePointer<UnsafeMutablePointer<Float>> {
    pool.array(copying: try pool.channels(count, of: settings.host.blockLength))
  }

  private func sequence(_ size: Int) throws(ChainError) -> RealtimeAtomPort {
    let memory = try pool.bytes(size)
    return RealtimeAtomPort(
      sequence: memory.start.assumingMemoryBound(to: LV2_Atom_Sequence.self), capacity: UInt32(memory.count),
      carriesMIDI: true, carriesPosition: false, carriesMessages: false)
  }
}
