internal import ComponentModel
internal import Synchronization

/// A chain that a device plays.
///
/// The device's thread calls ``LiveEngine/render(_:)`` of ``engine`` for each of its cycles. Everything else is for
/// other threads, which may call it concurrently, and is not real-time safe.
///
/// Hearing is protected: a component with samples that are infinite, NaN or above +24 dBFS is muted until there have
/// been none for half a second, and ``nextEvent()`` names it. The input is checked first, so that no component is
/// blamed for what it was given.
public final class LiveChain: @unchecked Sendable {
  // SAFETY: `loader` keeps what the engine leads to. Other threads read only atomics of it; code that calls plugins
  // holds `calls`; and nobody renders any more when the plugins are deactivated, as the documentation requires.

  /// The number of the device's input channels.
  public let inputCount: Int
  /// The number of the device's output channels.
  public let outputCount: Int
  /// The render thread's part, which counts no references.
  public let engine: LiveEngine

  let loader: EditLoader
  private let memory: LiveMemory

  /// Loads and activates a chain.
  ///
  /// - Parameters:
  ///   - chain: the components with their settings; without any, the input is heard.
  ///   - inputs: the device's input channels; 0 if the first component generates the sound.
  ///   - outputs: the device's output channels, at least as many as the chain has. A single channel of sound goes to
  ///     all of them; several channels go to one output each, and the remaining outputs are silent.
  ///   - settings: how it is played.
  /// - Throws: `ChainError` with the component's name. On failure, no plugin stays instantiated.
  public convenience init(
    _ chain: RenderChain, inputs: Int, outputs: Int, settings: LiveSettings
  ) throws(ChainError) {
    try self.init(ChainState(chain), inputs: inputs, outputs: outputs, settings: settings)
  }

  init(_ state: ChainState, inputs: Int, outputs: Int, settings: LiveSettings) throws(ChainError) {
    var settings = settings
    settings.host.mode = .live
    memory = try LiveMemory(settings)
    loader = try EditLoader(state, memory, inputs: inputs, outputs: outputs, settings: settings)
    let graph = loader.model.withLock { $0.graph }
    engine = LiveEngine(realtime: memory.engine(inputs: inputs, outputs: outputs, graph, settled: loader.wake))
    inputCount = inputs
    outputCount = outputs
    // The loader's thread also handles components that fail.
    if settings.isolation != .none { try loader.start() }
  }

  deinit { loader.end() }

  private var units: [LiveUnit] { loader.model.withLock { $0.units } }

  /// Renders a cycle, as ``LiveEngine/render(_:)`` does.
  @_noLocks public func render(_ cycle: borrowing LiveCycle) { engine.render(cycle) }

  /// Fades the sound out, over ``LiveSettings/ramp``, before another chain replaces this one or the device closes.
  public func fadeOut() { memory.watch.pointee.ending.publish(1) }

  /// Whether the sound has been faded out.
  public var isSilent: Bool { memory.watch.pointee.ending.read() == 2 }

  /// Whether blocks of this length are played as they are: they must be no longer than those that the chain was loaded
  /// for, and exactly as long if a component requires that. Otherwise, longer ones are split, and components that
  /// require one length may be bypassed.
  public func suits(blockLength: Int) -> Bool {
    let length = engine.realtime.pointee.blockLength
    return units.contains(where: \.loaded.host.pointee.isFixed) ? blockLength == length : blockLength <= length
  }

  /// Whether a component takes MIDI.
  public var takesMIDI: Bool { units.contains(where: \.takesMIDI) }

  /// Whether a component sends MIDI.
  public var sendsMIDI: Bool { units.contains { $0.midiCapacity > 0 } }

  /// Whether a cycle has been rendered.
  public var hasRendered: Bool { memory.watch.pointee.blocks.read() > 0 }

  /// The chain's latency in frames, as of the last cycle.
  public var latency: Int { Int(memory.watch.pointee.latency.read()) }

  /// The chain's present status.
  public var status: LiveStatus {
    LiveStatus(
      stages: units.map(\.status), latency: latency, blocks: memory.watch.pointee.blocks.read(),
      inputPeak: memory.inputWatch.pointee.peak.read(), outputPeak: memory.outputWatch.pointee.peak.read(),
      load: memory.outputWatch.pointee.load.read(), inputsMuted: Int(memory.inputWatch.pointee.muted.read()))
  }

  /// Takes the next event; nil if there is none. Events of plugins for which there is no room are dropped.
  public func nextEvent() -> LiveEvent? {
    for unit in units { unit.remote?.process.deliverMessages() }
    if units.contains(where: { $0.remote?.process.wantsPriority == true }) { loader.wakeUp() }
    if let event = loader.news.withLock({ $0.next(latency: memory.watch.pointee.latency.read()) }) { return event }
    // The URIDs of a process's events may have to be asked of it: those of a busy one wait.
    for (place, unit) in units.enumerated() where unit.remote?.process.isBusy != true {
      while var event = unit.control.nextEvent() {
        event.stage = place
        if unit.remote != nil, event.tellsState { loader.keepState(of: unit.number) }
        if loader.settings.collectsEvents { return .plugin(event) }
      }
    }
    return nil
  }

  /// The chain with its components' parameters, bypasses and states as they are now, even while it is rendered.
  ///
  /// - Throws: `ChainError` with the component whose state can't be saved.
  public func saved() throws(ChainError) -> RenderChain {
    try loader.calls.withLock { (_) throws(ChainError) in
      var saved = RenderChain()
      for unit in units { saved.stages.append(try unit.saved()) }
      return saved
    }
  }

  /// Shortens the timeout for saving states, because the session is about to end.
  public func hurry() { loader.programs.hurry() }

  /// Ends all edits, and deactivates the components. Call it after the last cycle; without this call, the chain does so
  /// when it is released.
  public func deactivate() {
    loader.end()
    loader.deactivate()
  }

  /// The control of one component, for use while another thread renders it; there, the component has the number 0. Only
  /// one thread at a time may use it.
  package func control(_ stage: Int) -> ChainControl { units[stage].control }
}

/// How a chain is played on a device.
public struct LiveSettings: Sendable {
  /// The settings that all plugins get: live mode, the device's sample rate, and the longest block that is not split.
  public var host: HostSettings
  /// The length of the fades, in seconds, up to ``longestRamp``: in at the start and for newly connected channels, and
  /// out at the end; 0 for no fade.
  public var ramp = 0.05
  /// The longest fade, in seconds.
  public static let longestRamp = 1.0
  /// The tempo for plugins if the device has none.
  public var beatsPerMinute: Float = 120
  /// Whether to collect plugins' events for ``LiveChain/nextEvent()``.
  public var collectsEvents = false
  /// Which components have a process of their own, so that the sound continues when they fail.
  public var isolation = PluginIsolation.none
  /// The share of a cycle that components in other processes may take in total: 0 to 1. A component that takes longer
  /// is replaced by its input for that cycle.
  public var deadline = 0.5
  /// The program that hosts components in other processes, an `aucat-render`; nil for the installed one.
  public var renderer: String?
  /// The URIs of components that don't share a process, because they have failed before.
  public var suspects: Set<String> = []
  /// The environment of components' processes; nil for this process's own.
  public var environment: [String: String]?
  /// Whether to keep the chain's memory from being swapped out, as far as this process may.
  public var locksMemory = true

  /// Creates settings with default values.
  public init(host: HostSettings) { self.host = host }
}
