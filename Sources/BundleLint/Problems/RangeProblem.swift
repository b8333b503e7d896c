/// A range or value of a control port.
enum RangeProblem: Problem {
  case noDefault
  /// Local names of the properties that are missing.
  case noRange([String])
  case notNumber(property: String)
  case empty(minimum: Double, maximum: Double)
  /// The value within the range that is nearest.
  case defaultOutside(Double, nearest: Double)
  case switchRange(property: String, Double)
  case notWhole(property: String, Double)
  case noPoints
  case defaultNoPoint(Double)
  case pointAboveMaximum(Double)
  case pointBelowMinimum(Double)
  case pointWithoutLabel
  case pointWithoutValue(label: String)

  var rule: Rule {
    switch self {
    case .noDefault: .noDefault
    case .noRange: .noRange
    case .notNumber: .valueNoNumber
    case .empty: .emptyRange
    case .defaultOutside: .defaultOutOfRange
    case .switchRange: .toggledRange
    case .notWhole: .integerNotWhole
    case .noPoints: .enumerationWithoutPoints
    case .defaultNoPoint: .defaultNoPoint
    case .pointAboveMaximum, .pointBelowMinimum: .pointOutOfRange
    case .pointWithoutLabel, .pointWithoutValue: .pointIncomplete
    }
  }

  var description: String {
    switch self {
    case .noDefault: "the parameter has no default, so hosts start and reset it at a value of their own"
    case .noRange(let missing):
      "the parameter has no \(missing.joined(separator: " and no ")), so hosts can't make a knob of it"
    case .notNumber(let property): "lv2:\(property) is not a number, so hosts ignore it"
    case .empty(let minimum, let maximum):
      "the range \(minimum.turtle) to \(maximum.turtle) is empty, so hosts show a dead knob or none"
    case .defaultOutside(let value, let nearest):
      "the default \(value.turtle) lies outside the range, so hosts start at \(nearest.turtle) or reject it"
    case .switchRange(let property, let value):
      "a switch is 0 or 1, but its \(property) is \(value.turtle), so hosts that go by the range show something else"
    case .notWhole(let property, let value):
      "the parameter is an integer, but its \(property) is \(value.turtle), so hosts round it"
    case .noPoints: "the parameter is an enumeration without named values, so users choose between numbers"
    case .defaultNoPoint(let value):
      "the default \(value.turtle) is not one of the choices, so hosts start with another or with none"
    case .pointAboveMaximum(let value):
      "a scale point has the value \(value.turtle), above the maximum, so hosts can't choose it"
    case .pointBelowMinimum(let value):
      "a scale point has the value \(value.turtle), below the minimum, so hosts can't choose it"
    case .pointWithoutLabel: "a scale point has no label, so hosts leave it out"
    case .pointWithoutValue(let label): "a scale point `\(label)` has no value, so hosts leave it out"
    }
  }
}

extension Double {
  /// The number as Turtle writes it.
  var turtle: String { self == rounded() && abs(self) < 1e15 ? "\(Int(self)).0" : "\(self)" }
}
