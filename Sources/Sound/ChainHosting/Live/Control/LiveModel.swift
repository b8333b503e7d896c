/// The components of a live chain, and its pending edits.
struct LiveModel {
  var units: [LiveUnit]
  /// The graph that the render thread has or gets next.
  var graph: LiveGraph
  var queue = EditQueue()
  var isEnded = false
  /// Which components share a process.
  var isolation: PluginIsolation
  /// The components that have failed before, and their URIs.
  var fallen: Set<UnitNumber> = []
  var suspects: Set<String>
  /// The components whose states have changed and must be saved.
  var changed: Set<UnitNumber> = []
  /// The last number given to a component.
  private(set) var lastNumber: UInt32

  /// A number that no component has had yet.
  mutating func newNumber() -> UnitNumber {
    lastNumber += 1
    return UnitNumber(value: lastNumber)
  }

  /// Excludes all numbers up to this one.
  mutating func skipNumbers(through number: UInt32) { lastNumber = max(lastNumber, number) }

  /// The components after all waiting edits.
  var planned: [UnitNumber] { queue.planned(units.map(\.number)) }

  func unit(_ number: UnitNumber) throws(ChainError) -> LiveUnit {
    guard let unit = units.first(where: { $0.number == number }) else {
      throw ChainError(.noUnit(number: number.value))
    }
    return unit
  }
}

/// An edit whose components are loaded.
struct PreparedEdit {
  /// The components that the edit results in.
  let units: [LiveUnit]
  let graph: LiveGraph
  /// The components that the edit replaces.
  let leaving: [LiveUnit]
  let heirs: [Heir]
  let unit: UnitNumber?
  /// Which components share a process from now on; nil for no change.
  let isolation: PluginIsolation?

  /// A component that is loaded to replace another one of the same kind.
  struct Heir {
    let from: LiveUnit
    let to: LiveUnit
    /// Whether it adopts the parameters as well as the bypass.
    let hasParameters: Bool

    /// Adopts the settings made since it was loaded.
    func follow() {
      if hasParameters {
        to.control.follow(from.control)
      } else {
        to.control.followBypass(from.control)
      }
    }
  }
}
