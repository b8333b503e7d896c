internal import FoundationEssentials

/// A Foundation expression that exposes its parts.
protocol ReadableExpression: PredicateExpression {
  var shape: ExpressionShape { get }
}

/// The parts of an expression, one level deep.
typealias ExpressionShape = ExpressionKind<any PredicateExpression>

extension ExpressionShape {
  fileprivate static func infix(
    _ infix: Operation.Infix, left: any PredicateExpression, right: any PredicateExpression
  ) -> ExpressionShape {
    .operation(.infix(infix), [left, right])
  }
}

extension PredicateExpressions.Variable: ReadableExpression {
  var shape: ExpressionShape { .variable(key) }
}

extension PredicateExpressions.KeyPath: ReadableExpression {
  var shape: ExpressionShape { .property(root, Property(keyPath: keyPath, common: common)) }

  private var common: Property.Common? {
    switch kind {
    case .collectionCount: .count
    case .collectionIsEmpty: .isEmpty
    case .collectionFirst: .first
    case .bidirectionalCollectionLast: .last
    case nil: nil
    @unknown default: nil
    }
  }
}

extension PredicateExpressions.Value: ReadableExpression {
  var shape: ExpressionShape { .value(unwrapped(value)) }
}

extension PredicateExpressions.NilLiteral: ReadableExpression {
  var shape: ExpressionShape { .value(nil) }
}

// MARK: Conditions

extension PredicateExpressions.Equal: ReadableExpression {
  var shape: ExpressionShape { .infix(.equal, left: lhs, right: rhs) }
}

extension PredicateExpressions.NotEqual: ReadableExpression {
  var shape: ExpressionShape { .infix(.notEqual, left: lhs, right: rhs) }
}

extension PredicateExpressions.Comparison: ReadableExpression {
  var shape: ExpressionShape { .infix(infix, left: lhs, right: rhs) }

  private var infix: Operation.Infix {
    switch op {
    case .lessThan: .less
    case .lessThanOrEqual: .lessOrEqual
    case .greaterThan: .greater
    case .greaterThanOrEqual: .greaterOrEqual
    }
  }
}

extension PredicateExpressions.Conjunction: ReadableExpression {
  var shape: ExpressionShape { .infix(.and, left: lhs, right: rhs) }
}

extension PredicateExpressions.Disjunction: ReadableExpression {
  var shape: ExpressionShape { .infix(.or, left: lhs, right: rhs) }
}

extension PredicateExpressions.Negation: ReadableExpression {
  var shape: ExpressionShape { .operation(.not, [wrapped]) }
}

extension PredicateExpressions.Conditional: ReadableExpression {
  var shape: ExpressionShape { .operation(.conditional, [test, trueBranch, falseBranch]) }
}

// MARK: Collections

extension PredicateExpressions.SequenceContains: ReadableExpression {
  var shape: ExpressionShape { .operation(.contains, [sequence, element]) }
}

extension PredicateExpressions.RangeExpressionContains: ReadableExpression {
  var shape: ExpressionShape { .operation(.contains, [range, element]) }
}

extension PredicateExpressions.CollectionContainsCollection: ReadableExpression {
  var shape: ExpressionShape { .operation(.containsPart, [base, other]) }
}

extension PredicateExpressions.SequenceStartsWith: ReadableExpression {
  var shape: ExpressionShape { .operation(.startsWith, [base, prefix]) }
}

extension PredicateExpressions.SequenceContainsWhere: ReadableExpression {
  var shape: ExpressionShape { .closure(.containsWhere, sequence, variable.key, test) }
}

extension PredicateExpressions.SequenceAllSatisfy: ReadableExpression {
  var shape: ExpressionShape { .closure(.allSatisfy, sequence, variable.key, test) }
}

extension PredicateExpressions.Filter: ReadableExpression {
  var shape: ExpressionShape { .closure(.filter, sequence, variable.key, filter) }
}

extension PredicateExpressions.SequenceMinimum: ReadableExpression {
  var shape: ExpressionShape { .operation(.method("min"), [elements]) }
}

extension PredicateExpressions.SequenceMaximum: ReadableExpression {
  var shape: ExpressionShape { .operation(.method("max"), [elements]) }
}

extension PredicateExpressions.CollectionIndexSubscript: ReadableExpression {
  var shape: ExpressionShape { .operation(.subscripting, [wrapped, index]) }
}

extension PredicateExpressions.CollectionRangeSubscript: ReadableExpression {
  var shape: ExpressionShape { .operation(.subscripting, [wrapped, range]) }
}

extension PredicateExpressions.DictionaryKeySubscript: ReadableExpression {
  var shape: ExpressionShape { .operation(.subscripting, [wrapped, key]) }
}

extension PredicateExpressions.DictionaryKeyDefaultValueSubscript: ReadableExpression {
  var shape: ExpressionShape { .operation(.subscripting, [wrapped, key, self.default]) }
}

extension PredicateExpressions.StringContainsRegex: ReadableExpression {
  var shape: ExpressionShape { .operation(.method("contains"), [subject, regex]) }
}

// MARK: Values

extension PredicateExpressions.Range: ReadableExpression {
  var shape: ExpressionShape { .infix(.range, left: lower, right: upper) }
}

extension PredicateExpressions.ClosedRange: ReadableExpression {
  var shape: ExpressionShape { .infix(.closedRange, left: lower, right: upper) }
}

extension PredicateExpressions.NilCoalesce: ReadableExpression {
  var shape: ExpressionShape { .infix(.coalesce, left: lhs, right: rhs) }
}

extension PredicateExpressions.OptionalFlatMap: ReadableExpression {
  var shape: ExpressionShape { .closure(.flatMap, wrapped, variable.key, transform) }
}

extension PredicateExpressions.ForcedUnwrap: ReadableExpression {
  var shape: ExpressionShape { .operation(.suffix("!"), [inner]) }
}

extension PredicateExpressions.Arithmetic: ReadableExpression {
  var shape: ExpressionShape { .infix(infix, left: lhs, right: rhs) }

  private var infix: Operation.Infix {
    switch op {
    case .add: .add
    case .subtract: .subtract
    case .multiply: .multiply
    }
  }
}

extension PredicateExpressions.IntDivision: ReadableExpression {
  var shape: ExpressionShape { .infix(.divide, left: lhs, right: rhs) }
}

extension PredicateExpressions.FloatDivision: ReadableExpression {
  var shape: ExpressionShape { .infix(.divide, left: lhs, right: rhs) }
}

extension PredicateExpressions.IntRemainder: ReadableExpression {
  var shape: ExpressionShape { .infix(.remainder, left: lhs, right: rhs) }
}

extension PredicateExpressions.UnaryMinus: ReadableExpression {
  var shape: ExpressionShape { .operation(.prefix("-"), [wrapped]) }
}

extension PredicateExpressions.ConditionalCast: ReadableExpression {
  var shape: ExpressionShape { .operation(.suffix(" as? \(Desired.self)"), [input]) }
}

extension PredicateExpressions.ForceCast: ReadableExpression {
  var shape: ExpressionShape { .operation(.suffix(" as! \(Desired.self)"), [input]) }
}

extension PredicateExpressions.TypeCheck: ReadableExpression {
  var shape: ExpressionShape { .operation(.suffix(" is \(Desired.self)"), [input]) }
}

extension PredicateExpressions.ExpressionEvaluate: ReadableExpression {
  var shape: ExpressionShape {
    var operands: [any PredicateExpression] = [expression]
    for operand in repeat each input { operands.append(operand) }
    return .operation(.method("evaluate"), operands)
  }
}
