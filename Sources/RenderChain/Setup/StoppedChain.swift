internal import CLV2Host
package import ComponentModel

/// A chain whose plugins are loaded and do not run.
///
/// It has no `render`: ``activate()`` gives a ``RunningChain``, and there is no chain of this type meanwhile. For one thread at
/// a time; not real-time safe.
public struct StoppedChain: ~Copyable {
  private let loaded: LoadedChain

  /// Loads a chain.
  ///
  /// - Parameters:
  ///   - channels: of the sound that goes in; 0 where the first component makes the sound.
  ///   - allowsNotFinite: whether samples that are no numbers are let through; they are silenced otherwise.
  /// - Throws: ``ChainError`` with the component's name. Nothing stays loaded then.
  public init(
    _ chain: RenderChain, channels: Int, settings: HostSettings, allowsNotFinite: Bool = false
  ) throws(ChainError) {
    let owner = MemoryPool()
    let status = owner.array(1) { RealtimeStatus() }
    let plan = try ChainPlan(chain, channels: channels, settings: settings, status: status)
    loaded = try LoadedChain(
      chain, plan, stages: 0..<chain.stages.count, settings: settings, status: status, owner: owner,
      allowsNotFinite: allowsNotFinite)
  }

  init(_ loaded: LoadedChain) { self.loaded = loaded }

  /// Channels of what comes out.
  public var outputCount: Int { loaded.outputCount }

  /// What other threads change and read while the chain renders.
  public var control: ChainControl { ChainControl(loaded) }

  /// The components, as their bundles describe them now.
  package var records: [PluginRecord] { loaded.stages.map(\.record) }

  /// The chain with the parameters, bypasses and states as they are now.
  public func saved() throws(ChainError) -> RenderChain { try loaded.saved() }

  /// Activates the plugins (`activate`), in a live chain with a thread for each one's work.
  public consuming func activate() throws(ChainError) -> RunningChain {
    try loaded.activate()
    return RunningChain(loaded)
  }
}
