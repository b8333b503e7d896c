import AudioComponents
import ComponentPredicates
import Foundation
import TestSupport
import Testing

/// Chains of any length are searched, nests that are too deep for walks refused.
@Suite struct SwiftPredicateDepthTests {
  private let manager: ComponentManager

  init() throws { manager = try ScannedCatalog.manager(catalog: "/nowhere/catalog.sqlite", path: "/nowhere") }

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

  @Test(arguments: [true, false]) func aChainIsFlatHoweverItIsNested(startingRight: Bool) throws {
    let search = try manager.prepare(Self.chain(400, startingRight: startingRight))
    guard case .or(let operands) = search.predicate else {
      Issue.record("\(search.predicate)")
      return
    }
    #expect(
      operands == (0..<400).map { .comparison(Comparison(key: .presets, operator: .equal, value: .number(Double($0)))) }
    )
  }

  @Test func aNestThatIsTooDeepIsRefused() throws {
    for leaf in [Self.lowered, Self.evaluated] {
      let error = invalidPredicate {
        try manager.prepare(Self.nest(250, around: leaf))
      }
      #expect(error?.message == "the predicate is nested deeper than 200 levels")
    }
  }

  @Test func aNestThatIsAlmostTooDeepIsPreparedAndAskedOnASmallStack() throws {
    let manager = manager
    let component = Component(rowID: 1, uri: "urn:a", name: "A", type: .effect, bundle: "/a")
    let predicates = [Self.lowered, Self.evaluated].map { Self.nest(190, around: $0) }
    let outcome = onThread(stackSize: Sanitizer.frameFactor * 256 << 10) { () -> String in
      do {
        let lowered = try manager.prepare(predicates[0])
        let divided = try manager.prepare(predicates[1])
        return "\(lowered.predicate.keys.count) \(try divided.filter?.accepts(component) ?? false)"
      } catch {
        return "\(error)"
      }
    }
    #expect(outcome == "2 false")
  }
}

/// Runs `body` on a thread with a stack of a size, and gives its result.
private func onThread<Result: Sendable>(stackSize: Int, _ body: @escaping @Sendable () -> Result) -> Result? {
  let result = Box<Result>()
  let thread = Thread {
    let value = body()
    result.set(value)
  }
  thread.stackSize = stackSize
  thread.start()
  return result.wait()
}

private final class Box<Value: Sendable>: @unchecked Sendable {
  private let condition = NSCondition()
  private var value: Value?

  func set(_ value: Value) {
    condition.withLock {
      self.value = value
      condition.signal()
    }
  }

  func wait() -> Value? {
    condition.withLock {
      while value == nil { condition.wait() }
      return value
    }
  }
}
