/// A requested change to a live chain.
struct Edit: Sendable {
  enum Change: Sendable {
    case insert(RenderChain.Stage, place: Int)
    case remove
    case move(place: Int)
    case replace(RenderChain.Stage)
    case preset(RenderChain.Preset?)
    case restart
    case all([(stage: RenderChain.Stage, number: UnitNumber)])
    case isolate(LiveSettings.Isolation)
  }

  let change: Change
  /// The component that it is about; nil for all.
  let unit: UnitNumber?
  let done: EditDone?

  /// The components after it, by their numbers. A place beyond the end is the end.
  func applied(to units: [UnitNumber]) -> [UnitNumber] {
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

  /// Whether a later edit makes this one needless: it gives the same component other settings.
  func isSuperseded(by later: Edit) -> Bool {
    guard unit == later.unit else { return false }
    switch (change, later.change) {
    case (.preset, .preset), (.preset, .replace), (.replace, .replace): return true
    default: return false
    }
  }
}
