internal import BundleReading
package import ComponentModel

/// The initial settings of a stage.
package struct StageContent {
  /// Values by port index: those of the preset, overridden by the chain's own. Other parameters have their start
  /// values.
  package private(set) var values: [Int: Float] = [:]
  /// The state to restore, and its source.
  package private(set) var state: [StateProperty] = []
  package private(set) var stateOrigin: StageOutline.StateOrigin?

  package init(of stage: RenderChain.Stage, _ record: PluginRecord, _ settings: HostSettings) throws(ChainError) {
    let preset = try stage.preset.map { preset throws(ChainError) in
      try PluginDescription.content(of: preset, for: stage.component, settings: settings)
    }
    try setState(of: stage, preset: preset, record: record, settings: settings)
    for (symbol, value) in preset?.parameters ?? [:] {
      setWithinRange(symbol, to: value, of: record, sampleRate: settings.sampleRate)
    }
    try setParameters(of: stage, record, settings.sampleRate)
  }

  private mutating func setState(
    of stage: RenderChain.Stage, preset: PresetContent?, record: PluginRecord, settings: HostSettings
  ) throws(ChainError) {
    let feature = Namespace.state + "loadDefaultState"
    if !stage.state.isEmpty {
      (state, stateOrigin) = (stage.state, .chain)
    } else if let properties = preset?.state, !properties.isEmpty {
      (state, stateOrigin) = (properties, .preset)
    } else if record.requiredFeatures.contains(feature) || record.optionalFeatures.contains(feature) {
      state = try PluginDescription.defaultState(of: stage, settings)
      if !state.isEmpty { stateOrigin = .bundle }
    }
  }

  /// Sets a value of the preset. Parameters that this version of the plugin does not have are skipped, and so are those
  /// of the host, which was another one when the preset was saved; values out of range are clamped.
  private mutating func setWithinRange(
    _ symbol: String, to value: Float, of record: PluginRecord, sampleRate: Double
  ) {
    guard !value.isNaN, let port = record.ports.first(where: { $0.symbol == symbol && $0.isParameter }),
      !port.belongsToHost
    else { return }
    let range = port.range(sampleRate)
    values[port.index] = max(Float(range.minimum ?? -.infinity), min(Float(range.maximum ?? .infinity), value))
  }

  /// Sets the chain's own values. Each name is a symbol, or the unique name of a parameter.
  private mutating func setParameters(
    of stage: RenderChain.Stage, _ record: PluginRecord, _ sampleRate: Double
  ) throws(ChainError) {
    var names: [String: String] = [:]
    for (name, value) in stage.parameters.sorted(by: { $0.key < $1.key }) {
      let port = try record.parameter(name)
      if let other = names.updateValue(name, forKey: port.symbol) {
        throw ChainError(.severalValues(symbol: port.symbol, names: [other, name]), component: record.uri)
      }
      try port.check(value, sampleRate: sampleRate, of: record.uri)
      values[port.index] = value
    }
  }
}
