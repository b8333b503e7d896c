internal import ComponentQuery
internal import FoundationEssentials

/// Turns Foundation's expressions into nodes, without recursion, because its frames would be large. Expressions that
/// don't depend on the component become values.
struct ExpressionReader {
  /// The variable that stands for the component.
  private let component: PredicateExpressions.VariableID
  /// The expressions so far, parents before children.
  private var entries: [Entry] = []

  private struct Entry {
    let expression: any PredicateExpression
    let shape: ExpressionShape
    let depth: Int
    var children: Range<Int> = 0..<0
  }

  private init(_ component: PredicateExpressions.VariableID) { self.component = component }

  /// The node of an expression.
  ///
  /// - Parameter component: the variable that stands for the component in it.
  /// - Throws: `InvalidPredicate` if the expression is nested deeper than a predicate may be.
  static func node(
    of expression: any PredicateExpression, on component: PredicateExpressions.VariableID
  ) throws -> ExpressionNode {
    var reader = ExpressionReader(component)
    return try reader.node(for: expression)
  }

  private mutating func node(for expression: any PredicateExpression) throws -> ExpressionNode {
    append(expression, depth: 0)
    var index = 0
    while index < entries.count {
      let depth = entries[index].depth
      guard depth < ComponentPredicate.depthLimit else { throw InvalidPredicate.tooDeep }
      let start = entries.count
      for part in Self.parts(of: entries[index].shape) { append(part, depth: depth + 1) }
      entries[index].children = start..<entries.count
      index += 1
    }
    return nodes()[0]
  }

  private mutating func append(_ expression: any PredicateExpression, depth: Int) {
    let shape = (expression as? any ReadableExpression)?.shape ?? .opaque
    entries.append(Entry(expression: expression, shape: shape, depth: depth))
  }

  /// The operands. A nested chain of `&&` or `||` is flattened, however long it is.
  private static func parts(of shape: ExpressionShape) -> [any PredicateExpression] {
    guard case .operation(let operation, let operands) = shape,
      operation == .infix(.and) || operation == .infix(.or)
    else { return shape.operands }
    var flat: [any PredicateExpression] = []
    var pending: [any PredicateExpression] = operands.reversed()
    while let operand = pending.popLast() {
      if case .operation(operation, let inner)? = (operand as? any ReadableExpression)?.shape {
        pending += inner.reversed()
      } else {
        flat.append(operand)
      }
    }
    return flat
  }

  /// The nodes of the entries, built from the leaves up.
  private func nodes() -> [ExpressionNode] {
    var made: [ExpressionNode] = []
    made.reserveCapacity(entries.count)
    let last = entries.count - 1
    for entry in entries.reversed() {
      let children = entry.children.map { made[last - $0] }
      made.append(known(ExpressionNode(kind(entry.shape, children), entry.expression)))
    }
    return made.reversed()
  }

  private func kind(_ shape: ExpressionShape, _ children: [ExpressionNode]) -> ExpressionNode.Kind {
    switch shape {
    case .variable(let key): key == component ? .component : .variable(key)
    case .property(_, let property): .property(children[0], property)
    case .value(let value): .value(value)
    case .operation(let operation, _): .operation(operation, children)
    case .closure(let method, _, let variable, _): .closure(method, children[0], variable, children[1])
    case .component, .opaque: .opaque
    }
  }

  /// The node, or its value if all of its children have one. An expression that can't be evaluated stays a node, and
  /// throws when a component is tested.
  private func known(_ node: ExpressionNode) -> ExpressionNode {
    let children = node.kind.operands
    guard !children.isEmpty, children.allSatisfy({ $0.constant != nil }),
      let value = try? value(of: node.expression)
    else { return node }
    return ExpressionNode(.value(unwrapped(value)), node.expression)
  }

  private func value(of expression: any PredicateExpression) throws -> Any {
    try expression.evaluate(PredicateBindings())
  }
}

/// A value that only its type identifies as optional.
private protocol OptionalValue {
  var content: Any? { get }
}

extension Optional: OptionalValue {
  fileprivate var content: Any? { self }
}

/// The value within nested optionals; nil if one of them is nil.
func unwrapped(_ value: Any) -> Any? {
  var value = value
  while let optional = value as? any OptionalValue {
    guard let content = optional.content else { return nil }
    value = content
  }
  return value
}
