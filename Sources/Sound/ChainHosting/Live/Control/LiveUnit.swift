internal import CLV2Host
internal import ComponentModel
internal import Synchronization

/// A component of a live chain, for the control thread.
struct LiveUnit: @unchecked Sendable {
  // SAFETY: The pool holds the watch, which is atomic, and some of what `realtime` leads to; `loaded` holds the rest.

  let number: UnitNumber
  /// The one component that was loaded.
  let loaded: LoadedStages
  let control: ChainControl
  let watch: UnsafeMutablePointer<LevelWatch>
  let realtime: RealtimeUnit
  private let pool: MemoryPool
  /// The status in which saving the state is noted, while the component may be rendered.
  let saving: UnsafeMutablePointer<RealtimeStatus>
  private let entries: [CallBoard.Entry]
  private let memory = UnitMemory()

  /// What must be known of a component once it has failed.
  private final class UnitMemory: Sendable {
    /// The last saved state.
    let state = Mutex<[StateProperty]?>(nil)
    /// Why a later one could not be saved; nil if that is the last one.
    let failure = Mutex<ChainError?>(nil)
    /// Whether its failure has been handled.
    let isHeeded = Mutex(false)
  }

  /// Loads and restores a component. It is not active yet.
  ///
  /// - Parameters:
  ///   - place: the component's place in the chain.
  static func load(
    _ chain: RenderChain, plan: ChainPlan, place: Int, number: UnitNumber, settings: LiveSettings,
    hosts: PluginHosts?, memory: LiveMemory
  ) throws(ChainError) -> LiveUnit {
    let owner = MemoryPool()
    let pool = MemoryPool()
    let status = owner.array(1) { RealtimeStatus() }
    let saving = owner.array(1) { RealtimeStatus() }
    let record = plan.records[place]
    let entries = [status, saving].map { CallBoard.Entry($0, name: Self.name(record), uri: record.uri) }
    // The chain's input is kept apart from the component's own, even for the first component, which may not stay first.
    let hearsInput = chain.stages[place].sideChain == .input
    // Other components come and go while this one plays: their requirements for blocks must not affect it.
    var host = settings.host
    // A process of its own ends with the component, which then needs no cleanup.
    host.cleansUp = hosts == nil
    let loaded = try LoadedStages(
      chain, plan.withBlocks(of: place, host), stages: place..<place + 1, settings: host, status: status,
      owner: owner, allowsNonFinite: true, hosts: hosts, sides: hearsInput ? plan.channels[0] : nil)
    let watch = pool.array(1) { LevelWatch() }
    return LiveUnit(
      number: number, loaded: loaded, control: ChainControl(loaded), watch: watch,
      realtime: RealtimeUnit(
        stage: loaded.realtime, sendsMIDI: loaded.realtime.pointee.midiOutput != nil,
        ledger: NoteLedger(notes: pool.array(NoteLedger.words, of: UInt64(0))),
        levels: memory.levels(loaded.outputCount, watch, in: pool), time: pool.array(1, of: Int64(0))), pool: pool,
      saving: saving, entries: entries)
  }

  /// Its process; nil if it runs in this one.
  var remote: RemoteStage? { loaded.stages[0].remote }

  /// Why it has failed, returned once; nil while it hasn't.
  func takeFall() -> ChainError? {
    guard let remote, let fall = remote.fall else { return nil }
    let isHeeded = memory.isHeeded.withLock { isHeeded in
      defer { isHeeded = true }
      return isHeeded
    }
    return isHeeded ? nil : remote.cause(of: fall)
  }

  /// The component with its present state or, if it has failed, with its last known state.
  func saved() throws(ChainError) -> RenderChain.Stage {
    guard remote?.fall == nil else { return lastKnown }
    do throws(ChainError) {
      return try savedNow()
    } catch {
      // This call has brought its process down.
      if remote != nil, error.code == .failed || error.code == .system { return lastKnown }
      throw error
    }
  }

  /// The component with its present state or, if that can't be saved, with the last one that is known, and why.
  ///
  /// - Parameter isActive: false once the chain has been deactivated: this process may be ending, and unload the plugin.
  func savedAsFarAsPossible(isActive: Bool = true) -> SavedStage {
    guard isActive, remote?.fall == nil else {
      return SavedStage(number: number, stage: lastKnown, failure: memory.failure.withLock { $0 })
    }
    do throws(ChainError) {
      return SavedStage(number: number, stage: try savedNow(), failure: nil)
    } catch {
      return SavedStage(number: number, stage: lastKnown, failure: error)
    }
  }

  private func savedNow() throws(ChainError) -> RenderChain.Stage {
    do throws(ChainError) {
      let stage = try loaded.saved(noting: saving).stages[0]
      memory.state.withLock { $0 = stage.state }
      memory.failure.withLock { $0 = nil }
      return stage
    } catch {
      memory.failure.withLock { $0 = error }
      throw error
    }
  }

  private var lastKnown: RenderChain.Stage {
    var stage = loaded.savedSettings().stages[0]
    if let state = memory.state.withLock({ $0 }) { (stage.state, stage.preset) = (state, nil) }
    return stage
  }

  /// Activates it, and lets it render silence, so that its one-time work is done before it is heard.
  func warm(_ settings: LiveSettings) throws(ChainError) {
    try loaded.activate()
    let patience = remote?.remote.pointee.patience ?? 0
    remote?.remote.pointee.patience = min(patience, Self.longestWarmth)
    defer { remote?.remote.pointee.patience = patience }
    let midi = try pool.sequence(HostFeatures.sequenceSize)
    midi.clearInput(RealtimeURIDs())
    let stage = loaded.realtime
    // Its inputs are silent. Nothing is ramped yet, so the block is rendered in one go.
    let rules = aucatFlushDenormals()
    for _ in 0..<2 {
      RealtimeStage.render(
        stage, from: stage.pointee.inputs, to: stage.pointee.outputs, sides: stage.pointee.sides, midi: midi, sent: nil,
        frames: settings.host.blockLength)
    }
    aucatSetFloatingPoint(rules)
    if let error = takeFall() { throw error }
  }

  /// The longest that a plugin may take for a block of silence, in nanoseconds; one that takes longer isn't played.
  /// Some load samples in their first block.
  private static let longestWarmth: Int64 = 2_000_000_000

  /// Keeps what the render thread uses from being swapped out, as far as this process may.
  func lockMemory() -> MemoryLock {
    var lock = pool.lock()
    lock.add(loaded.lockMemory())
    return lock
  }

  /// The size of the sequence in which it sends MIDI, in bytes; 0 if it sends none.
  var midiCapacity: Int { Int(realtime.stage.pointee.midiOutput?.capacity ?? 0) }

  /// The description from its bundle.
  var record: PluginRecord { loaded.stages[0].record }

  /// The settings that it was loaded from.
  var stage: RenderChain.Stage { loaded.chain.stages[0] }

  var status: LiveStatus.Stage {
    LiveStatus.Stage(
      number: number, component: record.uri, name: name, state: state, latency: control.latency,
      peak: watch.pointee.peak.read(), load: watch.pointee.load.read(), muted: Int(watch.pointee.muted.read()),
      missed: remote?.missed ?? 0)
  }

  private var name: String { Self.name(record) }

  private static func name(_ record: PluginRecord) -> String {
    let names = record.names
    let chosen = names.first { $0.language == nil } ?? names.first { $0.language == "en" } ?? names.first
    return chosen?.text ?? record.uri
  }

  private var state: LiveStatus.State {
    if remote?.fall != nil { return .fallen }
    if watch.pointee.muting.read() != 0 { return .muted }
    if watch.pointee.isUnsuited.read() != 0 { return .unsuited }
    return loaded.isBypassed(0) ? .bypassed : .runs
  }

  var takesMIDI: Bool { record.ports.contains { $0.carriesMIDI && $0.direction == .input } }
}
