import AudioComponents
import ComponentPredicates
import Foundation
import Synchronization
import TestSupport
import Testing

/// Chains of any length are searched, nests that are too deep for walks refused.
struct SwiftPredicateDepthTests {
  private static func chain(_ count: Int, startingRight: Bool) -> Foundation.Predicate<Component> {
    Foundation.Predicate { variable in
      let leaves = (0..<count).map { number -> SwiftCondition in
        PredicateExpressions.build_Equal(lhs: Built.property(variable, \.presets), rhs: Built.value(number))
      }
      let ordered = startingRight ? leaves.reversed() : leaves
      return ordered.dropFirst().reduce(ordered[0]) { startingRight ? Built.either($1, $0) : Built.either($0, $1) }
    }
  }

  /// A condition inside of so many others: negations with alternatives in turn.
  private static func nest(_ levels: Int, around leaf: (ComponentVariable) -> SwiftCondition)
    -> Foundation.Predicate<Component>
  {
    Foundation.Predicate { variable in
      (0..<levels).reduce(leaf(variable)) { nest, level in
        level.isMultiple(of: 2)
          ? Built.not(nest) : Built.either(Built.property(variable, \.hasMIDIInput), nest)
      }
    }
  }

  private static func lowered(_ variable: ComponentVariable) -> SwiftCondition {
    PredicateExpressions.build_Comparison(
      lhs: Built.property(variable, \.presets), rhs: Built.value(2), op: .lessThan)
  }

  private static func evaluated(_ variable: ComponentVariable) -> SwiftCondition {
    PredicateExpressions.build_Equal(
      lhs: Built.property(variable, \.audioInputs), rhs: Built.property(variable, \.audioOutputs))
  }

  @Test func aChainIsFlatHoweverItIsNested() throws {
    for startingRight in [true, false] {
      let search = try ScannedCatalog.none.get().prepare(Self.chain(400, startingRight: startingRight))
      let operands = (0..<400).map { number in
        ComponentPredicate.comparison(Comparison(key: .presets, operator: .equal, value: .number(Double(number))))
      }
      verify(search.predicate == .or(operands), "\(search.predicate)")
    }
  }

  @Test func aNestThatIsTooDeepIsRefusedAndOneThatAlmostIsIsPreparedAndAskedOnASmallStack() throws {
    let manager = try ScannedCatalog.none.get()
    for leaf in [Self.lowered, Self.evaluated] {
      let error = invalidPredicate { try manager.prepare(Self.nest(250, around: leaf)) }
      verify(error?.message, equals: "the predicate is nested deeper than 200 levels")
    }
    let component = Component(rowID: 1, uri: "urn:a", name: "A", type: .effect, bundle: "/a")
    let predicates = [Self.lowered, Self.evaluated].map { Self.nest(190, around: $0) }
    let (outcome, ended) = (Outcome(), DispatchSemaphore(value: 0))
    let thread = Thread {
      let result = Result {
        let lowered = try manager.prepare(predicates[0])
        let divided = try manager.prepare(predicates[1])
        return "\(lowered.predicate.keys.count) \(try divided.filter?.accepts(component) ?? false)"
      }
      outcome.text.withLock { $0 = "\(result)" }
      ended.signal()
    }
    thread.stackSize = Sanitizer.frameFactor * 256 << 10
    thread.start()
    ended.wait()
    verify(outcome.text.withLock(\.self), equals: "success(\"2 false\")")
  }

  private final class Outcome: Sendable { let text = Mutex("") }
}
