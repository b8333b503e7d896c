/// What a live chain consists of now, and what is to become of it.
struct LiveModel {
  var units: [LiveUnit]
  /// What the render thread has, or gets next.
  var graph: LiveGraph
  var queue = EditQueue()
  var isEnded = false
  /// The last number that a component has got.
  private(set) var lastNumber: UInt32

  init(_ units: [LiveUnit], _ graph: LiveGraph, lastNumber: UInt32) {
    self.units = units
    self.graph = graph
    self.lastNumber = lastNumber
  }

  /// A number that no component has had.
  mutating func newNumber() -> UnitNumber {
    lastNumber += 1
    return UnitNumber(value: lastNumber)
  }

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
  /// The chain to be.
  let units: [LiveUnit]
  let graph: LiveGraph
  /// What is replaced.
  let leaving: [LiveUnit]
  /// Components that are loaded again, with what they take the place of.
  let clones: [(from: LiveUnit, to: LiveUnit)]
  let unit: UnitNumber?
}
