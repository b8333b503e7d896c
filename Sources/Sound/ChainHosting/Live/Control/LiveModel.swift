/// What a live chain consists of now, and what is to become of it.
struct LiveModel {
  var units: [LiveUnit]
  /// What the render thread has, or gets next.
  var graph: LiveGraph
  var queue = EditQueue()
  var isEnded = false
  /// Which components share a process.
  var isolation: PluginIsolation
  /// The components that have fallen before, and their URIs.
  var fallen: Set<UnitNumber> = []
  var suspects: Set<String>
  /// Those whose state is to be kept, because it has changed.
  var changed: Set<UnitNumber> = []
  /// The last number that a component has got.
  private(set) var lastNumber: UInt32

  /// A number that no component has had.
  mutating func newNumber() -> UnitNumber {
    lastNumber += 1
    return UnitNumber(value: lastNumber)
  }

  /// Gives no number up to this one.
  mutating func skipNumbers(through number: UInt32) { lastNumber = max(lastNumber, number) }

  /// The components after all edits that wait.
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
  /// The resulting chain.
  let units: [LiveUnit]
  let graph: LiveGraph
  /// What is replaced.
  let leaving: [LiveUnit]
  let heirs: [Heir]
  let unit: UnitNumber?
  /// Which components share a process from now on; nil for as before.
  let isolation: PluginIsolation?

  /// A component that is loaded in the place of another one of the same kind.
  struct Heir {
    let from: LiveUnit
    let to: LiveUnit
    /// Whether it takes over the parameters, and not the bypass alone.
    let hasParameters: Bool

    /// Takes over what has been set since it was loaded.
    func follow() {
      if hasParameters {
        to.control.follow(from.control)
      } else {
        to.control.followBypass(from.control)
      }
    }
  }
}
