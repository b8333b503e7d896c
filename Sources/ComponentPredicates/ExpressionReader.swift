internal import ComponentQuery
internal import FoundationEssentials

/// Turns Foundation's expressions into nodes, without recursion: their frames are large. What does not hang on the
/// component becomes the value that it has.
struct ExpressionReader {
  /// Stands for the component.
  private let component: PredicateExpressions.VariableID
  /// What has been seen, parents before their children.
  private var entries: [Entry] = []

  private struct Entry {
    let expression: any PredicateExpression
    let shape: ExpressionShape?
    let depth: Int
    var children: Range<Int> = 0..<0
  }

  private init(_ component: PredicateExpressions.VariableID) { self.component = component }

  /// The node of an expression.
  ///
  /// - Parameter component: stands for the component in it.
  /// - Throws: `InvalidPredicate` if the expression is nested deeper than a predicate may be.
  static func node(
    of expression: any PredicateExpression, on component: PredicateExpressions.VariableID
  ) throws -> ExpressionNode {
    var reader = ExpressionReader(component)
    return try reader.read(expression)
  }

  private mutating func read(_ expression: any PredicateExpression) throws -> ExpressionNode {
    append(expression, depth: 0)
    var index = 0
    while index < entries.count {
      let depth = entries[index].depth
      guard depth < ComponentPredicate.depthLimit else {
        throw InvalidPredicate("the predicate is nested deeper than \(ComponentPredicate.depthLimit) levels")
      }
      let start = entries.count
      for part in parts(of: entries[index].shape) { append(part, depth: depth + 1) }
      entries[index].children = start..<entries.count
      index += 1
    }
    return nodes()[0]
  }

  private mutating func append(_ expression: any PredicateExpression, depth: Int) {
    entries.append(Entry(expression: expression, shape: (expression as? any ReadableExpression)?.shape, depth: depth))
  }

  private func parts(of shape: ExpressionShape?) -> [any PredicateExpression] {
    switch shape {
    case .property(let base, _): [base]
    case .operation(let operation, let operands): Self.flattened(operands, operation)
    case .closure(_, let base, _, let body): [base, body]
    case .variable, .value, .null, nil: []
    }
  }

  /// The operands of a chain of `&&` or `||`, however it is nested: it has any length.
  private static func flattened(
    _ operands: [any PredicateExpression], _ operation: Operation
  ) -> [any PredicateExpression] {
    guard operation == .infix(.and) || operation == .infix(.or) else { return operands }
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

  /// The nodes of the entries, each made after its children.
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

  private func kind(_ shape: ExpressionShape?, _ children: [ExpressionNode]) -> ExpressionNode.Kind {
    switch shape {
    case .variable(let key): key == component ? .component : .variable(key)
    case .property(_, let property): .property(children[0], property)
    case .value(let value): .value(unwrapped(value))
    case .null: .value(nil)
    case .operation(let operation, _): .operation(operation, children)
    case .closure(let method, _, let variable, _): .closure(method, children[0], variable, children[1])
    case nil: .opaque
    }
  }

  /// The node, or its value where everything below it has one. What can't be evaluated stays, and says so when it is
  /// asked of a component.
  private func known(_ node: ExpressionNode) -> ExpressionNode {
    let children = node.children
    guard !children.isEmpty, children.allSatisfy({ $0.constant != nil }),
      let value = try? value(of: node.expression)
    else { return node }
    return ExpressionNode(.value(unwrapped(value)), node.expression)
  }

  private func value(of expression: any PredicateExpression) throws -> Any {
    try expression.evaluate(PredicateBindings())
  }
}

/// A value that may be nil, where only its type says that it is optional.
private protocol OptionalValue {
  var content: Any? { get }
}

extension Optional: OptionalValue {
  fileprivate var content: Any? { self }
}

/// The value inside of optional ones; nil if one of them is.
func unwrapped(_ value: Any) -> Any? {
  var value = value
  while let optional = value as? any OptionalValue {
    guard let content = optional.content else { return nil }
    value = content
  }
  return value
}
