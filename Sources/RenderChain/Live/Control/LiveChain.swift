internal import ComponentModel
internal import Synchronization

/// A chain that a device plays.
///
/// The device's thread calls ``LiveEngine/render(_:)`` of ``engine`` for each of its cycles. Everything else is for other
/// threads, several at once if need be, and not real-time safe.
///
/// Hearing is protected: what has samples that are infinite, NaN or above +24 dBFS is muted until there have been none for half a
/// second, and named by ``nextEvent()``. The input is checked first, so that a component is only blamed for what it has done.
public final class LiveChain: @unchecked Sendable {
  // SAFETY: `memory` and `units` keep what the engine leads to. Other threads read atomics of it; what calls plugins holds
  // `calls`, and nobody renders any more when the plugins are deactivated, as the documentation demands.

  /// The number of the device's input channels.
  public let inputCount: Int
  /// The number of the device's output channels.
  public let outputCount: Int
  /// The render thread's part, which counts no references.
  public let engine: LiveEngine

  private let chain: RenderChain
  private let memory: LiveMemory
  private let units: [LiveUnit]
  private let news: Mutex<LiveNews>
  /// Whether the plugins are active.
  private let calls = Mutex(true)

  /// Loads and activates a chain.
  ///
  /// - Parameters:
  ///   - chain: the components with their settings; without any, what comes in is heard.
  ///   - inputs: the device's input channels; 0 if the first component generates the sound.
  ///   - outputs: the device's output channels, at least as many as the chain has. One channel of sound goes to all; of several
  ///     that are fewer than the outputs, each goes to its own, and the rest is silent.
  ///   - settings: how it is played.
  /// - Throws: ``ChainError`` with the component's name. On failure, nothing stays loaded.
  public init(_ chain: RenderChain, inputs: Int, outputs: Int, settings: LiveSettings) throws(ChainError) {
    var settings = settings
    settings.host.mode = .live
    let memory = try LiveMemory(settings)
    let plan = try ChainPlan(chain, channels: inputs, settings: settings.host, status: memory.saving)
    guard plan.outputCount > 0 else { throw ChainError(.outputCount(0)) }
    guard plan.outputCount <= outputs else {
      throw ChainError(.tooFewOutputs(channels: plan.outputCount, outputs: outputs))
    }
    let parts = try chain.stages.indices.map { (number) throws(ChainError) in
      try Self.load(chain, plan, number, settings.host, memory)
    }
    let capacity = parts.map(\.unit.loaded.midiCapacity).max() ?? 0
    engine = LiveEngine(
      realtime: try memory.engine(parts.map(\.realtime), plan, outputs: outputs, midiCapacity: capacity))
    self.chain = chain
    self.memory = memory
    units = parts.map(\.unit)
    inputCount = inputs
    outputCount = outputs
    news = Mutex(LiveNews(units, input: memory.inputWatch, lock: settings.locksMemory ? memory.lock(units) : nil))
    for unit in units {
      unit.control.collectEvents(settings.collectsEvents)
      try unit.loaded.activate()
    }
  }

  private static func load(
    _ chain: RenderChain, _ plan: ChainPlan, _ number: Int, _ settings: HostSettings, _ memory: LiveMemory
  ) throws(ChainError) -> (unit: LiveUnit, realtime: RealtimeUnit) {
    let owner = MemoryPool()
    let hearsInput = number > 0 && chain.stages[number].sideChain == .input
    let loaded = try LoadedChain(
      chain, plan, stages: number..<number + 1, settings: settings, status: owner.array(1) { RealtimeStatus() },
      owner: owner, allowsNonFinite: true, sides: hearsInput ? plan.channels[0] : nil)
    let watch = memory.pool.array(1) { LevelWatch() }
    let unit = LiveUnit(loaded: loaded, control: ChainControl(loaded), watch: watch)
    return (unit, memory.unit(loaded, watch, hearsInput: hearsInput))
  }

  /// Renders a cycle. As ``LiveEngine/render(_:)``.
  @_noLocks public func render(_ cycle: borrowing LiveCycle) { engine.render(cycle) }

  /// Fades the sound out, over ``LiveSettings/ramp``, before another chain takes this one's place or the device is left.
  public func fadeOut() { memory.watch.pointee.ending.publish(1) }

  /// Whether the sound has been faded out: nothing is heard any more.
  public var isSilent: Bool { memory.watch.pointee.ending.read() == 2 }

  /// Whether a component takes MIDI.
  public var takesMIDI: Bool { units.contains(where: \.takesMIDI) }

  /// Whether a component sends MIDI.
  public var sendsMIDI: Bool { units.contains { $0.loaded.midiCapacity > 0 } }

  /// Whether a cycle has been rendered.
  public var hasRendered: Bool { memory.watch.pointee.blocks.read() > 0 }

  /// The chain's latency in frames, as of the last cycle.
  public var latency: Int { Int(memory.watch.pointee.latency.read()) }

  /// What it is doing now.
  public var status: LiveStatus {
    LiveStatus(
      stages: units.map(\.status), latency: latency, blocks: memory.watch.pointee.blocks.read(),
      inputPeak: memory.inputWatch.pointee.peak.read(), outputPeak: memory.outputWatch.pointee.peak.read(),
      load: memory.outputWatch.pointee.load.read(), inputsMuted: Int(memory.inputWatch.pointee.muted.read()))
  }

  /// The oldest event that has not been taken yet; nil if there is none. Events of plugins that find no room are dropped.
  public func nextEvent() -> LiveEvent? {
    news.withLock { news in
      if let event = news.next(latency: memory.watch.pointee.latency.read()) { return event }
      for unit in units {
        if let event = unit.control.nextEvent() { return .plugin(event) }
      }
      return nil
    }
  }

  /// The chain with its components' parameters, bypasses and states as they are now, also while it is rendered.
  ///
  /// - Throws: ``ChainError`` with the component whose state can't be saved.
  public func saved() throws(ChainError) -> RenderChain {
    try calls.withLock { (_) throws(ChainError) in
      var saved = RenderChain()
      for unit in units { saved.stages += try unit.loaded.saved(noting: memory.saving).stages }
      return saved
    }
  }

  /// Deactivates the components, after the last cycle. Without this call, the chain does it when it is released.
  public func deactivate() {
    calls.withLock { isActive in
      if isActive { for unit in units { unit.loaded.deactivate() } }
      isActive = false
    }
  }

  /// Controls one component while another thread renders it; its own number there is 0. For one thread at a time.
  package func control(_ stage: Int) -> ChainControl { units[stage].control }
}
