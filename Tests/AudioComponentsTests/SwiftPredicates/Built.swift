import AudioComponents
import Foundation

/// Conditions of a Swift predicate, of types that are known only once they are built.
typealias SwiftCondition = any StandardPredicateExpression<Bool>

typealias ComponentVariable = PredicateExpressions.Variable<Component>

/// Expressions as the macro makes them.
enum Built {
  typealias Property<Value> = PredicateExpressions.KeyPath<ComponentVariable, Value>

  static func property<Value>(
    _ variable: ComponentVariable, _ keyPath: any KeyPath<Component, Value> & Sendable
  ) -> Property<Value> {
    PredicateExpressions.build_KeyPath(root: variable, keyPath: keyPath)
  }

  static func value<Value>(_ value: Value) -> PredicateExpressions.Value<Value> { PredicateExpressions.Value(value) }

  static func not(_ condition: SwiftCondition) -> SwiftCondition { negation(condition) }

  static func both(_ a: SwiftCondition, _ b: SwiftCondition) -> SwiftCondition { conjunction(a, b) }

  static func either(_ a: SwiftCondition, _ b: SwiftCondition) -> SwiftCondition { disjunction(a, b) }

  static func same(_ a: SwiftCondition, _ b: SwiftCondition) -> SwiftCondition { equality(a, b) }

  static func choice(_ test: SwiftCondition, _ a: SwiftCondition, _ b: SwiftCondition) -> SwiftCondition {
    conditional(test, a, b)
  }
}

private typealias Condition = StandardPredicateExpression<Bool>

private func negation<A: Condition>(_ a: A) -> SwiftCondition { PredicateExpressions.build_Negation(a) }

private func conjunction<A: Condition, B: Condition>(_ a: A, _ b: B) -> SwiftCondition {
  PredicateExpressions.build_Conjunction(lhs: a, rhs: b)
}

private func disjunction<A: Condition, B: Condition>(_ a: A, _ b: B) -> SwiftCondition {
  PredicateExpressions.build_Disjunction(lhs: a, rhs: b)
}

private func equality<A: Condition, B: Condition>(_ a: A, _ b: B) -> SwiftCondition {
  PredicateExpressions.build_Equal(lhs: a, rhs: b)
}

private func conditional<A: Condition, B: Condition, C: Condition>(_ a: A, _ b: B, _ c: C) -> SwiftCondition {
  PredicateExpressions.build_Conditional(a, b, c)
}
