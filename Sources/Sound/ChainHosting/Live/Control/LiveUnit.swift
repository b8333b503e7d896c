internal import CLV2Host
internal import ComponentModel
internal import Synchronization

/// A component of a live chain, for the control thread.
struct LiveUnit: @unchecked Sendable {
  // SAFETY: The pool has the watch, which is atomic, and what else `realtime` leads to; `loaded` has the rest.

  let number: UnitNumber
  /// This one alone.
  let loaded: LoadedStages
  let control: ChainControl
  let watch: UnsafeMutablePointer<LevelWatch>
  let realtime: RealtimeUnit
  private let pool: MemoryPool
  /// Where saving its state notes that, while it may be rendered.
  let saving: UnsafeMutablePointer<RealtimeStatus>
  private let entries: [CallBoard.Entry]
  private let memory = UnitMemory()

  /// What is to be known of a component when it has fallen.
  private final class UnitMemory: Sendable {
    /// The last state that it has saved.
    let state = Mutex<[StateProperty]?>(nil)
    /// Whether its fall has been dealt with.
    let isHeeded = Mutex(false)
  }

  /// Loads and restores a component. It is not active yet.
  ///
  /// - Parameters:
  ///   - place: in the chain.
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
    // The chain's input is heard apart from the component's own, even by the first one: it may not stay the first.
    let hearsInput = chain.stages[place].sideChain == .input
    // Others come and go while it plays: what they require of blocks must not be a matter of this one.
    var host = settings.host
    // A process of its own ends with it.
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

  /// The process of its own that it has; nil where it is in this one.
  var remote: RemoteStage? { loaded.stages[0].remote }

  /// Why it has fallen, once; nil as long as it has not.
  func takeFall() -> ChainError? {
    guard let remote, let fall = remote.fall else { return nil }
    let isHeeded = memory.isHeeded.withLock { isHeeded in
      defer { isHeeded = true }
      return isHeeded
    }
    return isHeeded ? nil : remote.cause(of: fall)
  }

  /// The component with its present state; of one that has fallen, with the last one that is known.
  func saved() throws(ChainError) -> RenderChain.Stage {
    guard remote?.fall == nil else { return lastKnown }
    do throws(ChainError) {
      let stage = try loaded.saved(noting: saving).stages[0]
      memory.state.withLock { $0 = stage.state }
      return stage
    } catch {
      // What it was doing has brought its process down.
      if remote != nil, error.code == .failed || error.code == .system { return lastKnown }
      throw error
    }
  }

  private var lastKnown: RenderChain.Stage {
    var stage = loaded.savedSettings().stages[0]
    if let state = memory.state.withLock({ $0 }) { (stage.state, stage.preset) = (state, nil) }
    return stage
  }

  /// Activates it, and lets it render silence, so that what it does only once is done before it is heard.
  func warm(_ settings: LiveSettings) throws(ChainError) {
    try loaded.activate()
    let patience = remote?.remote.pointee.patience ?? 0
    remote?.remote.pointee.patience = min(patience, Self.longestWarmth)
    defer { remote?.remote.pointee.patience = patience }
    let midi = try pool.sequence(HostFeatures.sequenceSize)
    midi.clearInput(RealtimeURIDs())
    let stage = loaded.realtime
    // What it has been connected to is silent. Nothing is ramped yet, so that the block is rendered at once.
    let rules = aucatFlushDenormals()
    for _ in 0..<2 {
      RealtimeStage.render(
        stage, from: stage.pointee.inputs, to: stage.pointee.outputs, sides: stage.pointee.sides, midi: midi, sent: nil,
        frames: settings.host.blockLength)
    }
    aucatSetFloatingPoint(rules)
    if let error = takeFall() { throw error }
  }

  /// What takes longer for a block of silence does not play, in nanoseconds. Some load samples at their first.
  private static let longestWarmth: Int64 = 2_000_000_000

  /// Keeps what the render thread uses from being swapped out, as far as this process may.
  func lockMemory() -> MemoryLock {
    var lock = pool.lock()
    lock.add(loaded.lockMemory())
    return lock
  }

  /// The size of the sequence in which it sends MIDI, in bytes; 0 if it sends none.
  var midiCapacity: Int { Int(realtime.stage.pointee.midiOutput?.capacity ?? 0) }

  /// How it is known.
  var record: PluginRecord { loaded.stages[0].record }

  /// What it was loaded from.
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
