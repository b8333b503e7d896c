internal import ComponentModel
internal import ComponentQuery
internal import FoundationEssentials

/// Lowers an expression to the query language, as far as the language can express it.
///
/// The recursive functions keep little on the stack, because the tree may be deep.
final class ConditionLowering {
  let rules: any TextRules
  /// The meanings of closures' parameters.
  var parameters: [PredicateExpressions.VariableID: Operand] = [:]

  init(rules: any TextRules) { self.rules = rules }

  /// The condition of a node whose value is true or false.
  ///
  /// - Throws: `InvalidPredicate` for a value that its key can't have.
  func condition(of node: ExpressionNode) throws -> Condition {
    switch node.kind {
    case .operation(.infix(.and), let operands): return .joined(try conditions(of: operands))
    case .operation(.infix(.or), let operands): return .alternatives(try conditions(of: operands))
    case .operation(.not, let operands): return try condition(of: operands[0]).negated
    case .operation(.conditional, let operands): return choice(try conditions(of: operands))
    default: return try leaf(node).map(Condition.query) ?? .evaluated(node)
    }
  }

  private func conditions(of nodes: [ExpressionNode]) throws -> [Condition] {
    var conditions: [Condition] = []
    for node in nodes { conditions.append(try condition(of: node)) }
    return conditions
  }

  /// `test ? a : b`.
  private func choice(_ operands: [Condition]) -> Condition {
    let (test, first, second) = (operands[0], operands[1], operands[2])
    return .alternatives([.joined([test, first]), .joined([test.negated, second])])
  }

  private func leaf(_ node: ExpressionNode) throws -> ComponentPredicate? {
    switch node.kind {
    case .value(let value): (value as? Bool).map(ComponentPredicate.constant)
    case .property(let base, let property): try propertyQuery(node, base: base, property: property)
    case .operation(.infix(let infix), let operands): try infixQuery(infix, left: operands[0], right: operands[1])
    case .operation(.contains, let operands): try contains(operands[0], operands[1])
    case .operation(.containsPart, let operands): try comparison(of: operands[0], by: .contains, with: operands[1])
    case .operation(.startsWith, let operands): try comparison(of: operands[0], by: .beginsWith, with: operands[1])
    case .closure(.containsWhere, let list, let variable, let body):
      try quantified(.any, list: list, variable: variable, body: body)
    case .closure(.allSatisfy, let list, let variable, let body):
      try quantified(.all, list: list, variable: variable, body: body)
    case .component, .variable, .operation, .closure, .opaque: nil
    }
  }

  private func infixQuery(
    _ infix: Operation.Infix, left: ExpressionNode, right: ExpressionNode
  ) throws -> ComponentPredicate? {
    switch infix {
    case .equal: try equality(left, right, by: .equal)
    case .notEqual: try equality(left, right, by: .notEqual)
    case .less: try order(left, right, by: .less, reversed: .greater)
    case .lessOrEqual: try order(left, right, by: .lessOrEqual, reversed: .greaterOrEqual)
    case .greater: try order(left, right, by: .greater, reversed: .less)
    case .greaterOrEqual: try order(left, right, by: .greaterOrEqual, reversed: .lessOrEqual)
    case .coalesce: try defaulted(left, right)
    default: nil
    }
  }

  private func equality(
    _ left: ExpressionNode, _ right: ExpressionNode, by comparisonOperator: Comparison.Operator
  ) throws -> ComponentPredicate? {
    let (node, value) = right.constant == nil ? (right, left) : (left, right)
    if let query = try comparison(of: node, by: comparisonOperator, with: value) { return query }
    let truth = try truth(of: node, is: value)
    return comparisonOperator == .equal ? truth : truth?.negated
  }

  /// A comparison of an operand with a value on either side.
  private func order(
    _ left: ExpressionNode, _ right: ExpressionNode, by forwards: Comparison.Operator,
    reversed backwards: Comparison.Operator
  ) throws -> ComponentPredicate? {
    try comparison(of: left, by: forwards, with: right) ?? comparison(of: right, by: backwards, with: left)
  }
}

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
