internal import ComponentQuery

/// A condition of an expression: what the query language can say, what only Foundation can evaluate, and both joined.
indirect enum Condition {
  case query(ComponentPredicate)
  case evaluated(ExpressionNode)
  case not(Condition)
  case all([Condition])
  case any([Condition])

  /// The query; nil if a part has to be evaluated.
  var query: ComponentPredicate? { if case .query(let query) = self { query } else { nil } }

  /// The conditions joined by AND, as one query where all are queries.
  static func joined(_ conditions: [Condition]) -> Condition {
    let queries = conditions.compactMap(\.query)
    return queries.count == conditions.count ? .query(.all(queries)) : .all(conditions)
  }

  /// The conditions joined by OR, as one query where all are queries.
  static func alternatives(_ conditions: [Condition]) -> Condition {
    let queries = conditions.compactMap(\.query)
    return queries.count == conditions.count ? .query(.any(queries)) : .any(conditions)
  }

  /// The opposite.
  var negated: Condition { query.map { .query($0.negated) } ?? .not(self) }
}
