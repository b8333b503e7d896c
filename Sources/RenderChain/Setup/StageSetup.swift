internal import Synchronization
internal import BundleReading
internal import CLV2Host
internal import ComponentModel

/// Applies a chain's settings to a loaded stage: default state, preset or saved state, then parameters.
struct StageSetup {
  private let loaded: LoadedStage
  private let stage: RenderChain.Stage
  // SAFETY: The stage is in the pool of the loaded chain, which is set up before any thread renders it.
  private let realtime: UnsafeMutablePointer<RealtimeStage>
  private let settings: HostSettings

  init(
    _ loaded: LoadedStage, from stage: RenderChain.Stage, realtime: UnsafeMutablePointer<RealtimeStage>,
    settings: HostSettings
  ) {
    self.loaded = loaded
    self.stage = stage
    self.realtime = realtime
    self.settings = settings
  }

  /// - Parameter beat: called before each call of a plugin.
  func apply(beat: () -> Void) throws(ChainError) {
    beat()
    let preset = try stage.preset.map { preset throws(ChainError) in
      try PluginDescription.content(of: preset, for: stage.component, settings: settings)
    }
    try restore(try state(preset), beat)
    for (symbol, value) in preset?.parameters ?? [:] { setWithinRange(symbol, value) }
    try setParameters()
    if stage.isBypassed { realtime.pointee.startBypassed(loaded.enabledPort) }
  }

  /// Sets the chain's own values. Each name is a symbol, or the unique name of a parameter.
  private func setParameters() throws(ChainError) {
    var names: [String: String] = [:]
    for (name, value) in stage.parameters.sorted(by: { $0.key < $1.key }) {
      let port = try loaded.record.parameter(name)
      if let other = names.updateValue(name, forKey: port.symbol) {
        throw ChainError(.severalValues(symbol: port.symbol, names: [other, name]), component: loaded.record.uri)
      }
      try port.check(value, sampleRate: loaded.sampleRate, of: loaded.record.uri)
      set(port, value)
    }
  }

  private func state(_ preset: PresetContent?) throws(ChainError) -> [StateProperty] {
    if !stage.state.isEmpty { return stage.state }
    if let state = preset?.state, !state.isEmpty { return state }
    let feature = Namespace.state + "loadDefaultState"
    let record = loaded.record
    guard record.requiredFeatures.contains(feature) || record.optionalFeatures.contains(feature) else { return [] }
    return try PluginDescription.defaultState(of: stage, settings)
  }

  private func restore(_ state: [StateProperty], _ beat: () -> Void) throws(ChainError) {
    for instance in loaded.instances {
      beat()
      try instance.restore(state)
    }
  }

  /// A preset may contain ports that this version of the plugin does not have, which are skipped, or values out of
  /// range, which are clamped.
  private func setWithinRange(_ symbol: String, _ value: Float) {
    guard !value.isNaN, let port = port(symbol) else { return }
    let range = port.range(loaded.sampleRate)
    set(port, max(Float(range.minimum ?? -.infinity), min(Float(range.maximum ?? .infinity), value)))
  }

  private func port(_ symbol: String) -> ComponentPort? {
    loaded.record.ports.first { $0.symbol == symbol && $0.isParameter }
  }

  private func set(_ port: ComponentPort, _ value: Float) {
    realtime.pointee.parameters.start(port.index, at: value)
  }
}

extension RealtimeStage {
  /// Bypasses the stage from the first frame.
  fileprivate func startBypassed(_ enabled: ComponentPort?) {
    if let enabled {
      parameters.start(enabled.index, at: 0)
    } else {
      // SAFETY: The chain's pool has both, and the chain is not running yet.
      bypass.wanted.pointee.publish(1)
      bypass.progress.pointee.wet = 0
    }
  }
}
