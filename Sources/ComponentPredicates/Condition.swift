internal import ComponentQuery

/// A condition of an expression: one that the query language can express, one that only Foundation can evaluate, or a
/// combination.
indirect enum Condition {
  case query(ComponentPredicate)
  case evaluated(ExpressionNode)
  case not(Condition)
  case all([Condition])
  case any([Condition])

  /// The query; nil if Foundation has to evaluate a part.
  var query: ComponentPredicate? { if case .query(let query) = self { query } else { nil } }

  /// The conditions joined by AND; a single query if all of them are queries.
  static func joined(_ conditions: [Condition]) -> Condition {
    let queries = conditions.compactMap(\.query)
    return queries.count == conditions.count ? .query(.all(queries)) : .all(conditions)
  }

  /// The conditions joined by OR; a single query if all of them are queries.
  static func alternatives(_ conditions: [Condition]) -> Condition {
    let queries = conditions.compactMap(\.query)
    return queries.count == conditions.count ? .query(.any(queries)) : .any(conditions)
  }

  var negated: Condition { query.map { .query($0.negated) } ?? .not(self) }
}
