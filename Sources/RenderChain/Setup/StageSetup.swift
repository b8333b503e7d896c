internal import Synchronization
internal import BundleReading
internal import CLV2Host
internal import ComponentModel

/// Applies a chain's settings to a loaded stage: default state, preset or saved state, then parameters.
struct StageSetup {
  private let loaded: LoadedStage
  private let stage: RenderChain.Stage
  private let realtime: UnsafeMutablePointer<RealtimeStage>

  init(_ loaded: LoadedStage, from stage: RenderChain.Stage, realtime: UnsafeMutablePointer<RealtimeStage>) {
    self.loaded = loaded
    self.stage = stage
    self.realtime = realtime
  }

  /// - Parameter beat: called before each call of a plugin.
  func apply(beat: () -> Void) throws(ChainError) {
    beat()
    let preset = try stage.preset.map { preset throws(ChainError) in
      try PluginDescription.content(of: preset, stage.component)
    }
    try restore(try state(preset), beat)
    for (symbol, value) in preset?.parameters ?? [:] { setWithinRange(symbol, value) }
    for (symbol, value) in stage.parameters.sorted(by: { $0.key < $1.key }) {
      let port = try loaded.record.parameter(symbol)
      try port.check(value, sampleRate: loaded.sampleRate, of: loaded.record.uri)
      set(symbol, value)
    }
    if stage.isBypassed { realtime.pointee.startBypassed(loaded.enabledPort) }
  }

  private func state(_ preset: PresetContent?) throws(ChainError) -> [StateProperty] {
    if !stage.state.isEmpty { return stage.state }
    if let state = preset?.state, !state.isEmpty { return state }
    let feature = Namespace.state + "loadDefaultState"
    let record = loaded.record
    guard record.requiredFeatures.contains(feature) || record.optionalFeatures.contains(feature) else { return [] }
    return try PluginDescription.defaultState(of: stage)
  }

  private func restore(_ state: [StateProperty], _ beat: () -> Void) throws(ChainError) {
    for instance in loaded.instances {
      beat()
      try instance.restore(state)
    }
  }

  /// A preset may name ports that this version of the plugin does not have, which are skipped, or values out of range,
  /// which are clamped.
  private func setWithinRange(_ symbol: String, _ value: Float) {
    guard !value.isNaN, let port = port(symbol) else { return }
    let range = port.range(loaded.sampleRate)
    set(symbol, max(Float(range.minimum ?? -.infinity), min(Float(range.maximum ?? .infinity), value)))
  }

  private func port(_ symbol: String) -> ComponentPort? {
    loaded.record.ports.first { $0.symbol == symbol && $0.isParameter }
  }

  private func set(_ symbol: String, _ value: Float) {
    guard let port = port(symbol) else { return }
    realtime.pointee.parameters.start(port.index, at: value)
  }
}

extension RealtimeStage {
  /// Bypassed from the first frame on.
  fileprivate mutating func startBypassed(_ enabled: ComponentPort?) {
    if let enabled {
      parameters.start(enabled.index, at: 0)
    } else {
      bypass.wanted.pointee.publish(1)
      bypass.wet = 0
    }
  }
}
