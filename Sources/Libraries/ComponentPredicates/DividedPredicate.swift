internal import AudioComponents
internal import ComponentModel
internal import ComponentQuery
internal import FoundationEssentials

/// A Foundation predicate, divided into a part that the catalog evaluates and a part that is evaluated for the
/// remaining components. The result contains the components that pass both.
struct DividedPredicate {
  let query: ComponentPredicate
  let filter: ComponentFilter?

  /// - Throws: `InvalidPredicate` for a value that its key can't have, for a comparison of whole tags that
  ///   the language can't express, and for a predicate that is nested too deeply.
  init(_ predicate: FoundationEssentials.Predicate<Component>, rules: any TextRules) throws {
    let root = try ExpressionReader.node(of: predicate.expression, on: predicate.variable.key)
    let lowering = ConditionLowering(rules: rules)
    var queries: [ComponentPredicate] = []
    var rest: [(node: ExpressionNode, condition: Condition)] = []
    for node in Self.conjuncts(root) {
      let condition = try lowering.condition(of: node)
      if let query = condition.query { queries.append(query) } else { rest.append((node, condition)) }
    }
    query = .all(queries)
    try query.checkDepth()
    if rest.isEmpty {
      filter = nil
    } else {
      let test = try EvaluatedCondition(.all(rest.map(\.condition)), rules: rules)
      let variable = predicate.variable
      filter = ComponentFilter(
        rest.map { ExpressionText.text(of: $0.node) }, seesHidden: rest.contains { $0.node.namesHidden }
      ) { component in try test.holds(for: EvaluatedCondition.Subject(component, variable)) }
    }
  }

  private static func conjuncts(_ node: ExpressionNode) -> [ExpressionNode] {
    if case .operation(.infix(.and), let operands) = node.kind { operands } else { [node] }
  }
}

extension ExpressionNode {
  /// Whether the predicate asks for hidden components.
  fileprivate var namesHidden: Bool {
    contains { node in
      guard case .property(_, let property) = node.kind else { return false }
      return ComponentProperty.named(by: property.keyPath)?.key == .hidden
    }
  }
}
