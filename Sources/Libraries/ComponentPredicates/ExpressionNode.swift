internal import FoundationEssentials

/// One node of a predicate's expression tree, without Foundation's generic types.
///
/// A class, so that recursive functions keep only a pointer to it on the stack.
final class ExpressionNode {
  /// The expression as Foundation holds it.
  let expression: any PredicateExpression
  let kind: Kind

  typealias Kind = ExpressionKind<ExpressionNode>

  init(_ kind: Kind, _ expression: any PredicateExpression) {
    self.kind = kind
    self.expression = expression
  }

  /// The node's value; nil if it depends on the component.
  var constant: Constant? { if case .value(let value) = kind { Constant(value: value) } else { nil } }

  /// Whether the node or a descendant passes a test.
  func contains(where test: (ExpressionNode) -> Bool) -> Bool {
    var pending = [self]
    while let node = pending.popLast() {
      if test(node) { return true }
      pending += node.kind.operands
    }
    return false
  }
}

/// The kinds of expressions; the operands are Foundation's expressions, or nodes.
enum ExpressionKind<Operand> {
  /// The component under test.
  case component
  /// A parameter of a closure in the predicate. Foundation represents the component itself this way, too.
  case variable(PredicateExpressions.VariableID)
  /// A property of a value.
  case property(Operand, Property)
  /// A value that does not depend on the component; nil for nil.
  case value(Any?)
  /// An operator or a method with its operands.
  case operation(Operation, [Operand])
  /// A method whose argument is a closure: the value, the closure's parameter, its body.
  case closure(ClosureMethod, Operand, PredicateExpressions.VariableID, Operand)
  /// An expression of an unknown kind.
  case opaque

  /// The operands directly below it.
  var operands: [Operand] {
    switch self {
    case .component, .variable, .value, .opaque: []
    case .property(let base, _): [base]
    case .operation(_, let operands): operands
    case .closure(_, let base, _, let body): [base, body]
    }
  }
}

/// A value in a predicate, which may be nil.
struct Constant {
  let value: Any?
}

/// A property in an expression.
struct Property {
  /// Properties of collections whose key paths differ from type to type.
  enum Common {
    case count, isEmpty, first, last
  }

  let keyPath: AnyKeyPath
  let common: Common?
}

/// The operation of an expression on its operands.
enum Operation: Equatable {
  case infix(Infix)
  case not
  /// Whether a collection or range contains an element.
  case contains
  /// Whether a collection contains another one, like `contains` of a string.
  case containsPart
  case startsWith
  case conditional
  /// A method that only Foundation evaluates: its name.
  case method(String)
  /// `[…]`.
  case subscripting
  /// Before the operand, `-`.
  case prefix(String)
  /// After the operand: `!`, ` as? Int`.
  case suffix(String)

  enum Infix: String {
    case equal = "=="
    case notEqual = "!="
    case less = "<"
    case lessOrEqual = "<="
    case greater = ">"
    case greaterOrEqual = ">="
    case and = "&&"
    case or = "||"
    case coalesce = "??"
    case closedRange = "..."
    case range = "..<"
    case add = "+"
    case subtract = "-"
    case multiply = "*"
    case divide = "/"
    case remainder = "%"
  }
}

/// A method whose argument is a closure; the raw value is its name.
enum ClosureMethod: String {
  case flatMap, allSatisfy, filter
  case containsWhere = "contains"
}
