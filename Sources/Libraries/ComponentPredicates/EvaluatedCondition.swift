internal import AudioComponents
internal import ComponentModel
internal import ComponentQuery
internal import FoundationEssentials

/// A condition that is evaluated in memory. Foundation evaluates what only it can, and the query language the rest, so
/// a comparison means the same everywhere.
indirect enum EvaluatedCondition: Sendable {
  case leaf(Leaf)
  case not(EvaluatedCondition)
  case all([EvaluatedCondition])
  case any([EvaluatedCondition])

  /// - Throws: `InvalidPredicate` if whole tags would be compared.
  init(_ condition: Condition, rules: any TextRules) throws {
    switch condition {
    case .query(let query): self = try Self.leaf(query, rules)
    case .evaluated(let node): self = try Self.leaf(node)
    case .not(let operand): self = .not(try EvaluatedCondition(operand, rules: rules))
    case .all(let operands): self = .all(try Self.conditions(operands, rules))
    case .any(let operands): self = .any(try Self.conditions(operands, rules))
    }
  }

  // Separate functions keep the stack frames of the recursion small: their own have room for an error.
  private static func leaf(_ query: ComponentPredicate, _ rules: any TextRules) throws -> EvaluatedCondition {
    .leaf(Leaf(.query(try PreparedPredicate(query, rules: rules))))
  }

  private static func leaf(_ node: ExpressionNode) throws -> EvaluatedCondition {
    .leaf(Leaf(.expression(try node.evaluableExpression())))
  }

  private static func conditions(_ operands: [Condition], _ rules: any TextRules) throws -> [EvaluatedCondition] {
    var conditions: [EvaluatedCondition] = []
    for operand in operands { conditions.append(try EvaluatedCondition(operand, rules: rules)) }
    return conditions
  }

  /// Whether the condition is true for a component.
  ///
  /// - Throws: errors from Foundation, and this module's `InvalidPredicate`.
  func holds(for subject: Subject) throws -> Bool {
    switch self {
    case .leaf(let leaf): return try leaf.holds(for: subject)
    case .not(let operand): return try !operand.holds(for: subject)
    case .all(let operands):
      for operand in operands where try !operand.holds(for: subject) { return false }
      return true
    case .any(let operands):
      for operand in operands where try operand.holds(for: subject) { return true }
      return false
    }
  }
}

extension EvaluatedCondition {
  /// A component under test. It is a class, as ``Leaf`` is, to keep the frames of the recursion small.
  final class Subject {
    fileprivate let subject: CatalogSubject
    fileprivate let bindings: PredicateBindings

    /// - Parameter variable: the variable that stands for the component in Foundation's expressions.
    init(_ component: Component, _ variable: PredicateExpressions.Variable<Component>) {
      // No property of a component needs its details.
      subject = CatalogSubject(component) { ComponentDetails() }
      bindings = PredicateBindings((variable, component))
    }
  }

  /// A condition that is evaluated as a whole.
  final class Leaf: Sendable {
    fileprivate enum Test: Sendable {
      case query(PreparedPredicate)
      case expression(any StandardPredicateExpression<Bool>)
    }

    private let test: Test

    fileprivate init(_ test: Test) { self.test = test }

    fileprivate func holds(for subject: Subject) throws -> Bool {
      switch test {
      case .query(let query): try query.matches(subject.subject)
      case .expression(let expression): try expression.evaluate(subject.bindings)
      }
    }
  }
}

extension ExpressionNode {
  /// The node's condition for Foundation to evaluate.
  ///
  /// - Throws: `InvalidPredicate` if it would compare whole tags: a literal that stands for a tag never equals one.
  fileprivate func evaluableExpression() throws -> any StandardPredicateExpression<Bool> {
    if comparesTags {
      throw InvalidPredicate(
        """
        `\(ExpressionText.text(of: self))` would compare whole tags, which are never equal to a name; make \
        `tags.contains(…)` a condition of its own, joined by &&, || or !, or compare names, as in \
        `allTagNames.contains(…)`
        """)
    }
    guard let expression = expression as? any StandardPredicateExpression<Bool> else {
      throw InvalidPredicate("Foundation can't evaluate `\(ExpressionText.text(of: self))` as a condition")
    }
    return expression
  }

  /// Whether a tag is one of the values.
  private var comparesTags: Bool {
    contains { node in
      guard let value = node.constant?.value else { return false }
      return value is Tag || (value as? any Sequence).map { holdsTags($0) } == true
    }
  }
}

/// Whether a sequence, which may be infinite, has tags as elements.
private func holdsTags<Elements: Sequence>(_ sequence: Elements) -> Bool {
  Elements.Element.self == Tag.self || Elements.Element.self == Tag?.self
}
