internal import ComponentQuery

extension ComponentPredicate {
  /// The conjunction of queries, as a flat chain like the parser's.
  static func all(_ queries: [ComponentPredicate]) -> ComponentPredicate {
    chain(queries.filter { $0 != .constant(true) }, isConjunction: true)
  }

  /// The disjunction of queries, as a flat chain like the parser's.
  static func any(_ queries: [ComponentPredicate]) -> ComponentPredicate {
    chain(queries.filter { $0 != .constant(false) }, isConjunction: false)
  }

  /// The negation, without `NOT` if the language has another way to write it.
  var negated: ComponentPredicate {
    switch self {
    case .constant(let value): .constant(!value)
    case .not(let operand): operand
    case .comparison(let comparison): comparison.opposite.map(ComponentPredicate.comparison) ?? .not(self)
    default: .not(self)
    }
  }

  /// A comparison that is true if a key has no value.
  static func isMissing(_ key: Key) -> ComponentPredicate {
    .comparison(Comparison(key: key, operator: .equal, value: .null))
  }
}

extension Comparison {
  /// The comparison that is true exactly when this one is false, even for missing values; nil if there is none.
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
