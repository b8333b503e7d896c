import ComponentModel

/// A comparison as a test of a range: whether it has a value that compares so.
struct RangeTest: Sendable {
  private let comparisonOperator: Comparison.Operator
  private let values: [Double]

  /// The test for each element of a list of ranges.
  init(_ comparison: Comparison) {
    comparisonOperator = comparison.listReading.elementOperator
    values = comparison.value.members.compactMap(\.number)
  }

  /// Whether the range has a value that passes.
  func matches(_ range: ParameterRange) -> Bool {
    if comparisonOperator == .in { return values.contains { range.low <= $0 && $0 <= range.high } }
    guard let first = values.first, let last = values.last else { return false }
    return switch comparisonOperator {
    case .equal: range.low <= first && first <= range.high
    case .notEqual: range.low != first || range.high != first
    case .less: range.low < first
    case .lessOrEqual: range.low <= first
    case .greater: range.high > first
    case .greaterOrEqual: range.high >= first
    case .between: values.count == 2 && first <= last && range.high >= first && range.low <= last
    case .in, .contains, .beginsWith, .endsWith, .like, .matches: false
    }
  }
}
