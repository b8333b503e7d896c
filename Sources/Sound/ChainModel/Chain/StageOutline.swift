package import ComponentModel

/// What a stage of a chain needs and sets, for other programs that host its plugin. Nothing is loaded.
package struct StageOutline {
  /// The source of a stage's initial state.
  package enum StateOrigin {
    /// The state that the chain gives.
    case chain
    /// The state of the preset.
    case preset
    /// The default that the bundle declares.
    case bundle
  }

  /// The plugin, as its bundle describes it.
  package let record: PluginRecord
  /// The parameters to set, in the order of the ports. The others have their `lv2:default`, as written.
  package let values: [(port: ComponentPort, value: Float)]
  /// The source of its initial state; nil if it has none.
  package let stateOrigin: StateOrigin?
  /// Whether it is bypassed, and the plugin has no parameter for that.
  package let isLeftOut: Bool

  /// Reads the bundle of a stage, and its preset.
  ///
  /// - Throws: ``ChainError`` for a bundle or preset that can't be read, and for values that can't be set.
  package init(_ stage: RenderChain.Stage, settings: HostSettings) throws(ChainError) {
    let record = try PluginDescription.record(of: stage, settings)
    let content = try StageContent(of: stage, record, settings)
    let enabled = record.ports.first { $0.isParameter && $0.has(.enabled) }
    self.record = record
    stateOrigin = content.stateOrigin
    isLeftOut = stage.isBypassed && enabled == nil
    values = record.ports.filter(\.isParameter).compactMap { port in
      if stage.isBypassed && port.index == enabled?.index { return (port, 0) }
      if let value = content.values[port.index] { return (port, value) }
      let start = port.startValue(settings.sampleRate)
      return start == port.defaultValue ? nil : (port, Float(start))
    }
  }
}
