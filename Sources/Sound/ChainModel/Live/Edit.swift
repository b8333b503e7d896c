/// Receives the result of an edit, on the chain's own thread or from `LiveChain.deactivate()`: the component that it
/// concerned, if there was one. After a success, what the edit replaced is no longer heard, or a later edit has made
/// this one needless.
public typealias EditDone = @Sendable (Result<UnitNumber?, ChainError>) -> Void

/// A requested change to a live chain.
package struct Edit: Sendable {
  package enum Change: Sendable {
    case insert(RenderChain.Stage, place: Int)
    case remove
    case move(place: Int)
    case replace(RenderChain.Stage)
    case preset(RenderChain.Preset?)
    case restart
    case all([(stage: RenderChain.Stage, number: UnitNumber)])
    case isolate(PluginIsolation)
  }

  package let change: Change
  /// The component that it concerns; nil for the whole chain.
  package let unit: UnitNumber?
  package let done: EditDone?

  package init(change: Change, unit: UnitNumber?, done: EditDone?) {
    self.change = change
    self.unit = unit
    self.done = done
  }

  /// The numbers of the components after this edit. A place beyond the end means the end.
  package func applied(to units: [UnitNumber]) -> [UnitNumber] {
    var units = units
    switch change {
    case .all(let stages): return stages.map(\.number)
    case .insert(_, let place): if let unit { units.insert(unit, at: min(place, units.count)) }
    case .remove: units.removeAll { $0 == unit }
    case .move(let place):
      guard let unit, let before = units.firstIndex(of: unit) else { return units }
      units.remove(at: before)
      units.insert(unit, at: min(place, units.count))
    case .replace, .preset, .restart, .isolate: break
    }
    return units
  }

  /// Whether a later edit makes this one needless, because it gives the same component other settings.
  package func isSuperseded(by later: Edit) -> Bool {
    guard unit == later.unit else { return false }
    switch (change, later.change) {
    case (.preset, .preset), (.preset, .replace), (.replace, .replace): return true
    default: return false
    }
  }
}
