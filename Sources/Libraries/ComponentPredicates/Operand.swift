internal import AudioComponents
internal import ComponentQuery

/// The side of a comparison that depends on the component: a key of the language.
struct Operand {
  var reference: Key.Reference
  /// How many elements have to match if the operand is an element of a list.
  var quantifier: Comparison.Quantifier?
  /// The default of `??`.
  var fallback: ComponentPredicate.Argument?

  var key: Key { reference.key }

  /// Whether it is a whole list.
  var isWholeList: Bool { key.isList && !reference.isCount && quantifier == nil }

  /// Whether values of the operand can be compared this way.
  func allows(_ comparisonOperator: Comparison.Operator) -> Bool {
    !isWholeList && (reference.isCount ? .number : key.kind).allows(comparisonOperator)
  }
}

/// A value as an argument of a predicate; nil if the language has no such value.
func argument(_ value: Any?) -> ComponentPredicate.Argument? {
  switch value {
  case nil: .null
  case let text as String: .text(text)
  case let character as Character: .text(String(character))
  case let number as Int: Double(exactly: number).map { .number($0) }
  case let flag as Bool: .flag(flag)
  case let tag as Tag: .text(tag.name)
  case let type as ComponentType: .text(type.rawValue)
  case let verdict as Verdict: .text(verdict.rawValue)
  case let version as Version: .text(version.description)
  // The language has no fractions of a second.
  case let time as UTCTime: time.millisecondsSince1970 % 1_000 == 0 ? .text(time.description) : nil
  default: nil
  }
}

/// A subject that has the same value for every key.
struct SingleValue: QuerySubject {
  private let value: SubjectValue

  /// - Parameter value: the value of every key.
  init(_ value: ComponentPredicate.Argument) {
    switch value {
    case .text(let text), .typed(let text): self.value = .text(text)
    case .number(let number): self.value = .number(number)
    case .flag(let flag): self.value = .flag(flag)
    case .null, .list: self.value = .missing
    }
  }

  func value(of key: Key) -> SubjectValue { value }
}

/// A range of any type, as its bounds.
protocol BoundedValue {
  var bounds: RangeBounds { get }
}

/// The bounds of a range; nil for a bound that it doesn't have.
struct RangeBounds {
  var lower: Any?
  var upper: Any?
  var includesUpper = false
}

extension Range: BoundedValue {
  var bounds: RangeBounds { RangeBounds(lower: lowerBound, upper: upperBound) }
}

extension ClosedRange: BoundedValue {
  var bounds: RangeBounds { RangeBounds(lower: lowerBound, upper: upperBound, includesUpper: true) }
}

extension PartialRangeFrom: BoundedValue {
  var bounds: RangeBounds { RangeBounds(lower: lowerBound) }
}

extension PartialRangeUpTo: BoundedValue {
  var bounds: RangeBounds { RangeBounds(upper: upperBound) }
}

extension PartialRangeThrough: BoundedValue {
  var bounds: RangeBounds { RangeBounds(upper: upperBound, includesUpper: true) }
}
