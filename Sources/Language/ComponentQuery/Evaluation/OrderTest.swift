/// A comparison as a test of one ordered value: a number, a version, a folded text.
struct OrderTest<Value: Comparable & Hashable & Sendable>: Sendable {
  private let comparisonOperator: Comparison.Operator
  /// The value, or the bounds of `BETWEEN`. If there are none, only the members of ``set`` pass.
  private let values: [Value]
  /// The values of `IN`.
  private let set: Set<Value>

  /// The test of an operator other than `IN` with its value, or of `BETWEEN` with its bounds, which nothing passes if
  /// they are reversed.
  init(_ comparisonOperator: Comparison.Operator, _ values: Value...) {
    self.comparisonOperator = comparisonOperator
    self.values = values
    set = []
  }

  /// The test of a comparison. A value that `convert` rejects matches nothing.
  init(_ comparison: Comparison, convert: (Comparison.Value) -> Value?) {
    let members = comparison.value.members.compactMap(convert)
    switch comparison.value {
    case .set: (comparisonOperator, values, set) = (.in, [], Set(members))
    case .range: (comparisonOperator, values, set) = (.between, members, [])
    case .null, .text, .number, .flag: (comparisonOperator, values, set) = (comparison.comparisonOperator, members, [])
    }
  }

  /// Whether the value passes.
  func matches(_ value: Value) -> Bool {
    guard let first = values.first, let last = values.last else { return set.contains(value) }
    return switch comparisonOperator {
    case .equal: value == first
    case .notEqual: value != first
    case .less: value < first
    case .lessOrEqual: value <= first
    case .greater: value > first
    case .greaterOrEqual: value >= first
    case .between: values.count == 2 && first <= value && value <= last
    case .in, .contains, .beginsWith, .endsWith, .like, .matches: false
    }
  }
}
