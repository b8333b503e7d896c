internal import ComponentQuery
internal import FoundationEssentials

// Closures in predicates: `contains { … }` and `allSatisfy { … }` on lists, and what optional chaining and `if let`
// compile to.
extension ConditionLowering {
  /// One comparison with the elements of a list.
  func quantified(
    _ quantifier: Comparison.Quantifier, list: ExpressionNode, variable: PredicateExpressions.VariableID,
    body: ExpressionNode
  ) throws -> ComponentPredicate? {
    guard var element = operand(list), element.isWholeList else { return nil }
    element.quantifier = quantifier
    parameters[variable] = element
    // Anything but a plain comparison with an element may contain a NOT or an OR, which ANY can't.
    guard case .comparison(let comparison)? = try condition(of: body).query, comparison.key == element.key,
      comparison.quantifier == quantifier
    else { return nil }
    return .comparison(comparison)
  }

  /// A truth value that may be nil.
  struct OptionalTruth {
    var isKnown: ComponentPredicate
    /// Whether it is true; false if it is nil.
    var isTrue: ComponentPredicate
  }

  /// `condition ?? other`.
  func defaulted(_ condition: ExpressionNode, _ other: ExpressionNode) throws -> ComponentPredicate? {
    guard let truth = try optionalTruth(condition), let otherwise = try self.condition(of: other).query else {
      return nil
    }
    if otherwise == .constant(false) { return truth.isTrue }
    return .any([truth.isTrue, .all([truth.isKnown.negated, otherwise])])
  }

  /// `condition == value`, where the value is true, false or nil.
  func truth(of condition: ExpressionNode, is value: ExpressionNode) throws -> ComponentPredicate? {
    guard let constant = value.constant, constant.value == nil || constant.value is Bool,
      let truth = try optionalTruth(condition)
    else { return nil }
    switch constant.value as? Bool {
    case true: return truth.isTrue
    case false: return .all([truth.isKnown, truth.isTrue.negated])
    case nil: return truth.isKnown.negated
    }
  }

  /// The truth of a plain condition, or of a closure that is called with a key's value if there is one.
  private func optionalTruth(_ node: ExpressionNode) throws -> OptionalTruth? {
    guard case .closure(.flatMap, let base, let variable, let body) = node.kind else {
      return try condition(of: node).query.map { OptionalTruth(isKnown: .constant(true), isTrue: $0) }
    }
    guard let operand = operand(base), operand.fallback == nil, !operand.key.isList else { return nil }
    parameters[variable] = operand
    guard let inner = try optionalTruth(body) else { return nil }
    let isKnown = ComponentPredicate.isMissing(operand.key).negated
    let isTrue = inner.isTrue.isFalse(whereMissing: operand.key) ? inner.isTrue : .all([isKnown, inner.isTrue])
    return OptionalTruth(isKnown: .all([isKnown, inner.isKnown]), isTrue: isTrue)
  }
}

extension ComponentPredicate {
  /// Whether the query is obviously false for every component without a value for the key.
  fileprivate func isFalse(whereMissing key: Key) -> Bool {
    guard case .comparison(let comparison) = self, comparison.key == key else { return false }
    return comparison.comparisonOperator != .notEqual && comparison.value != .null
  }
}
