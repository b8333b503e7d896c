internal import ComponentQuery

extension ComponentPredicate {
  /// That all of them are true: a flat chain, as the parser makes it.
  static func all(_ queries: [ComponentPredicate]) -> ComponentPredicate { chain(queries, isConjunction: true) }

  /// That one of them is true: a flat chain, as the parser makes it.
  static func any(_ queries: [ComponentPredicate]) -> ComponentPredicate { chain(queries, isConjunction: false) }

  private static func chain(_ queries: [ComponentPredicate], isConjunction: Bool) -> ComponentPredicate {
    var operands: [ComponentPredicate] = []
    for query in queries {
      switch query {
      case .constant(isConjunction): break
      case .and(let inner) where isConjunction: operands += inner
      case .or(let inner) where !isConjunction: operands += inner
      default: operands.append(query)
      }
    }
    guard operands.count > 1 else { return operands.first ?? .constant(isConjunction) }
    return isConjunction ? .and(operands) : .or(operands)
  }

  /// That it is not true, without `NOT` where there is another way to say so.
  var negated: ComponentPredicate {
    switch self {
    case .constant(let value): .constant(!value)
    case .not(let operand): operand
    case .comparison(let comparison): comparison.opposite.map(ComponentPredicate.comparison) ?? .not(self)
    default: .not(self)
    }
  }

  /// That nothing is known of a key.
  static func isMissing(_ key: Key) -> ComponentPredicate { .comparison(Comparison(key, .equal, .null)) }
}

extension Comparison {
  /// The comparison that is true if this one is not, also of a missing value; nil if the language has none.
  fileprivate var opposite: Comparison? {
    guard quantifier == nil else { return nil }
    var opposite = self
    switch (value, comparisonOperator) {
    case (.flag(let flag), .equal): opposite.value = .flag(!flag)
    case (_, .equal): opposite.comparisonOperator = .notEqual
    case (_, .notEqual): opposite.comparisonOperator = .equal
    default: return nil
    }
    return opposite
  }
}
