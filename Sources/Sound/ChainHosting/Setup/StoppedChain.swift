internal import CLV2Host
package import ComponentModel

/// A chain whose plugins are loaded but not active.
///
/// It can't render: ``activate()`` consumes it and returns a ``RunningChain``. For one thread at a time, not real-time.
public struct StoppedChain: ~Copyable {
  private let loaded: LoadedStages

  /// Loads a chain.
  ///
  /// - Parameters:
  ///   - chain: the components with their settings.
  ///   - channels: the number of input channels; 0 if the first component generates the sound.
  ///   - settings: the settings that all plugins get.
  ///   - allowsNonFinite: whether infinities and NaNs pass through; they are silenced otherwise.
  /// - Throws: `ChainError` with the component's name. On failure, no plugin stays instantiated.
  public init(
    _ chain: RenderChain, channels: Int, settings: HostSettings, allowsNonFinite: Bool = false
  ) throws(ChainError) {
    let owner = MemoryPool()
    let status = owner.array(1) { RealtimeStatus() }
    let plan = try ChainPlan(chain, channels: channels, settings: settings, status: status)
    loaded = try LoadedStages(
      chain, plan, stages: 0..<chain.stages.count, settings: settings, status: status, owner: owner,
      allowsNonFinite: allowsNonFinite)
  }

  /// Loads a chain whose plugins have their own processes. Its input replaces one that fails: ``ChainControl/fall``.
  ///
  /// - Parameters:
  ///   - chain: the components with their settings.
  ///   - channels: the number of input channels; 0 if the first component generates the sound.
  ///   - settings: the settings that all plugins get.
  ///   - allowsNonFinite: whether infinities and NaNs pass through; they are silenced otherwise.
  ///   - isolation: which of them share a process.
  ///   - renderer: the program that hosts them, an `aucat-render`; nil for the one that is installed with this library.
  ///   - environment: the processes' environment; nil for this process's own.
  ///   - timeout: how long a block, or one step of a plugin's start, may take, in seconds.
  /// - Throws: `ChainError` with the component's name. On failure, no plugin stays instantiated.
  public init(
    _ chain: RenderChain, channels: Int, settings: HostSettings, allowsNonFinite: Bool = false,
    isolation: PluginIsolation, renderer: String? = nil, environment: [String: String]? = nil, timeout: Double = 10
  ) throws(ChainError) {
    let owner = MemoryPool()
    let status = owner.array(1) { RealtimeStatus() }
    let plan = try ChainPlan(chain, channels: channels, settings: settings, status: status)
    let hosts = try PluginHosts(
      isolation, of: plan, settings, renderer: renderer, environment: environment, timeout: timeout)
    loaded = try LoadedStages(
      chain, plan, stages: 0..<chain.stages.count, settings: settings, status: status, owner: owner,
      allowsNonFinite: allowsNonFinite, hosts: hosts)
  }

  /// A chain of plugins that are loaded already.
  package init(_ loaded: LoadedStages) { self.loaded = loaded }

  /// Loads one plugin with the channels that it has, which may be none. Infinities and NaNs pass through.
  ///
  /// - Parameter record: the plugin, as its bundle describes it now.
  /// - Throws: `ChainError` with the component's name.
  package init(
    alone stage: RenderChain.Stage, _ record: PluginRecord, settings: HostSettings
  ) throws(ChainError) {
    let owner = MemoryPool()
    let status = owner.array(1) { RealtimeStatus() }
    let plan = try ChainPlan(alone: stage, record, settings: settings)
    loaded = try LoadedStages(
      RenderChain([stage]), plan, stages: 0..<1, settings: settings, status: status, owner: owner,
      allowsNonFinite: true)
  }

  /// A plugin, as its bundle describes it now.
  ///
  /// - Parameter directories: see `HostSettings.bundleDirectories`.
  /// - Throws: `ChainError` if the bundle can't be read, or lies in none of the directories.
  package static func record(
    of component: String, bundle: String, in directories: [String]?
  ) throws(ChainError) -> PluginRecord {
    var settings = HostSettings(sampleRate: 48_000)
    settings.bundleDirectories = directories
    return try PluginDescription.record(of: RenderChain.Stage(component: component, bundle: bundle), settings)
  }

  /// The presets of a plugin that its own bundle declares.
  ///
  /// - Parameter directories: see `HostSettings.bundleDirectories`.
  /// - Throws: `ChainError` if the bundle can't be read, or lies in none of the directories.
  package static func presets(
    of component: String, bundle: String, in directories: [String]?
  ) throws(ChainError) -> [RenderChain.Preset] {
    var settings = HostSettings(sampleRate: 48_000)
    settings.bundleDirectories = directories
    return try PluginDescription.presets(of: RenderChain.Stage(component: component, bundle: bundle), settings)
  }

  /// The number of output channels.
  public var outputCount: Int { loaded.outputCount }

  /// Controls the chain from other threads while it renders.
  public var control: ChainControl { ChainControl(loaded) }

  /// The components, as their bundles describe them now.
  package var records: [PluginRecord] { loaded.stages.map(\.record) }

  /// The chain with its current parameters, bypasses and states.
  ///
  /// - Throws: `ChainError` with the component whose state can't be saved.
  public func saved() throws(ChainError) -> RenderChain { try loaded.saved() }

  /// Activates the plugins (`activate`). In a live chain each gets a thread for its work.
  ///
  /// - Throws: `ChainError` if a thread can't be started.
  public consuming func activate() throws(ChainError) -> RunningChain {
    try loaded.activate()
    return try RunningChain(loaded)
  }
}
