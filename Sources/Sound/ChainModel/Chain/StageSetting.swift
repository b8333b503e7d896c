package import ComponentModel

/// Settings of one component of a chain.
package struct StageSetting: Hashable, Sendable {
  /// The component's place in the chain, from 0.
  package var place: Int
  /// The parameters' values, by symbol.
  package var parameters: [String: Float]
  /// The parameters that follow the host again, by symbol. Those that have their own values ignore it.
  package var released: Set<String> = []
  /// Whether it is bypassed; nil to leave that unchanged.
  package var isBypassed: Bool?

  /// Settings of a component.
  package init(
    place: Int, parameters: [String: Float] = [:], released: Set<String> = [], isBypassed: Bool? = nil
  ) {
    self.place = place
    self.parameters = parameters
    self.released = released
    self.isBypassed = isBypassed
  }
}

extension RenderChain {
  /// The settings that turn this chain into another one, which must give all parameters that have a value.
  ///
  /// - Returns: nil if anything but parameters and bypasses differs, because something must then be loaded.
  package func settings(toBecome wanted: RenderChain) -> [StageSetting]? {
    guard stages.count == wanted.stages.count else { return nil }
    var settings: [StageSetting] = []
    for (place, (now, stage)) in zip(stages, wanted.stages).enumerated() {
      guard now.component == stage.component, now.bundle == stage.bundle, now.sideChain == stage.sideChain,
        now.preset == stage.preset, Set(now.state) == Set(stage.state)
      else { return nil }
      // A chain with a preset need not give all parameters.
      let released = now.preset == nil ? Set(now.parameters.keys).subtracting(stage.parameters.keys) : []
      let setting = StageSetting(
        place: place, parameters: stage.parameters.filter { now.parameters[$0.key] != $0.value }, released: released,
        isBypassed: now.isBypassed == stage.isBypassed ? nil : stage.isBypassed)
      if setting != StageSetting(place: place) { settings.append(setting) }
    }
    return settings
  }

  /// The chain with its parameters named by symbol. In a stage without a preset, those without a value get their
  /// defaults, except for those that follow the host.
  ///
  /// - Parameters:
  ///   - settings: for reading the components' bundles.
  ///   - known: the components that are known already, by place; their bundles are not read.
  /// - Throws: ``ChainError`` for a bundle that can't be read, or values that can't be set.
  package func completed(
    _ settings: HostSettings, known: [Int: PluginRecord] = [:]
  ) throws(ChainError) -> RenderChain {
    var chain = self
    for place in stages.indices {
      let record: PluginRecord
      if let one = known[place] {
        record = one
      } else {
        record = try PluginDescription.record(of: stages[place], settings)
      }
      var values: [String: Float] = [:]
      for port in record.ports where port.isParameter && !port.belongsToHost && stages[place].preset == nil {
        let value = Float(port.startValue(settings.sampleRate))
        // Some bundles give a default out of range, which can't be set.
        if (try? port.check(value, sampleRate: settings.sampleRate, of: record.uri)) != nil {
          values[port.symbol] = value
        }
      }
      for (name, value) in stages[place].parameters { values[try record.parameter(name).symbol] = value }
      chain.stages[place].parameters = values
    }
    return chain
  }
}
