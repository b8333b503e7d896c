internal import CLV2Host
package import ComponentModel

/// A chain whose plugins are loaded but not active.
///
/// It can't render: ``activate()`` consumes it and returns a ``RunningChain``. For one thread at a time; not real-time
/// safe.
public struct StoppedChain: ~Copyable {
  private let loaded: LoadedChain

  /// Loads a chain.
  ///
  /// - Parameters:
  ///   - chain: the components with their settings.
  ///   - channels: of the input; 0 if the first component generates the sound.
  ///   - settings: what all plugins get.
  ///   - allowsNonFinite: whether infinities and NaNs pass through; they are silenced otherwise.
  /// - Throws: ``ChainError`` with the component's name. On failure, nothing stays loaded.
  public init(
    _ chain: RenderChain, channels: Int, settings: HostSettings, allowsNonFinite: Bool = false
  ) throws(ChainError) {
    let owner = MemoryPool()
    let status = owner.array(1) { RealtimeStatus() }
    let plan = try ChainPlan(chain, channels: channels, settings: settings, status: status)
    loaded = try LoadedChain(
      chain, plan, stages: 0..<chain.stages.count, settings: settings, status: status, owner: owner,
      allowsNonFinite: allowsNonFinite)
  }

  init(_ loaded: LoadedChain) { self.loaded = loaded }

  /// The number of output channels.
  public var outputCount: Int { loaded.outputCount }

  /// Controls the chain from other threads while it renders.
  public var control: ChainControl { ChainControl(loaded) }

  /// The components, as their bundles describe them now.
  package var records: [PluginRecord] { loaded.stages.map(\.record) }

  /// The chain with its current parameters, bypasses and states.
  ///
  /// - Throws: ``ChainError`` with the component whose state can't be saved.
  public func saved() throws(ChainError) -> RenderChain { try loaded.saved() }

  /// Activates the plugins (`activate`). In a live chain each gets a thread for its work.
  ///
  /// - Throws: ``ChainError`` if a thread can't be started.
  public consuming func activate() throws(ChainError) -> RunningChain {
    try loaded.activate()
    return RunningChain(loaded)
  }
}
