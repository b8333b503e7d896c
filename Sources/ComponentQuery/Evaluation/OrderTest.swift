/// A comparison as a test of one ordered value: a number, a version, a folded text.
struct OrderTest<Value: Comparable & Hashable & Sendable>: Sendable {
  private enum Test: Sendable {
    case isOneOf(Set<Value>)
    case isNot(Value)
    case isLess(Value)
    case isGreater(Value)
    case isAtMost(Value)
    case isAtLeast(Value)
    case isBetween(Value, Value)
    case never
  }

  private let test: Test

  /// The test of `==`, `!=`, `<` and their kind; for any other operator, a test that always fails.
  init(_ comparisonOperator: Comparison.Operator, _ value: Value) {
    switch comparisonOperator {
    case .equal: test = .isOneOf([value])
    case .notEqual: test = .isNot(value)
    case .less: test = .isLess(value)
    case .lessOrEqual: test = .isAtMost(value)
    case .greater: test = .isGreater(value)
    case .greaterOrEqual: test = .isAtLeast(value)
    default: test = .never
    }
  }

  /// The test of `IN`.
  init(oneOf values: [Value]) { test = .isOneOf(Set(values)) }

  /// The test of `BETWEEN`; it always fails if the bounds are reversed.
  init(from low: Value, through high: Value) { test = .isBetween(low, high) }

  /// Whether the value passes.
  func matches(_ value: Value) -> Bool {
    switch test {
    case .isOneOf(let values): values.contains(value)
    case .isNot(let other): value != other
    case .isLess(let bound): value < bound
    case .isGreater(let bound): value > bound
    case .isAtMost(let bound): value <= bound
    case .isAtLeast(let bound): value >= bound
    case .isBetween(let low, let high): low <= value && value <= high
    case .never: false
    }
  }
}

extension OrderTest {
  /// The test of a comparison, whose values `convert` converts; a value that it rejects matches
  /// nothing.
  init(_ comparison: Comparison, convert: (Comparison.Value) -> Value?) {
    let values = comparison.value.members.compactMap(convert)
    switch comparison.value {
    case .set: self.init(oneOf: values)
    case .range where values.count == 2: self.init(from: values[0], through: values[1])
    default:
      if let value = values.first, values.count == 1 {
        self.init(comparison.comparisonOperator, value)
      } else {
        self.init(oneOf: [])
      }
    }
  }
}
