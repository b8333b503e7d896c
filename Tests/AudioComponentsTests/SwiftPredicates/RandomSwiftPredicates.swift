import AudioComponents
import Foundation
import TestSupport

/// Makes predicates at random about what a catalog really holds, so that many of them are true of something.
struct RandomSwiftPredicates {
  private let components: [Component]
  private var component = ComponentVariable()
  private var random: SeededGenerator

  init(_ components: [Component], _ random: SeededGenerator) {
    self.components = components
    self.random = random
  }

  mutating func predicate() -> Foundation.Predicate<Component> {
    var generator = self
    let predicate = Foundation.Predicate<Component> { variable in
      generator.component = variable
      return generator.next()
    }
    self = generator
    return predicate
  }

  private mutating func next(depth: Int = 3) -> SwiftCondition {
    switch depth == 0 ? 9 : Int.random(in: 0..<12, using: &random) {
    case 0: Built.not(next(depth: depth - 1))
    case 1, 2: Built.both(next(depth: depth - 1), next(depth: depth - 1))
    case 3, 4: Built.either(next(depth: depth - 1), next(depth: depth - 1))
    case 5: Built.choice(next(depth: 0), next(depth: depth - 1), next(depth: depth - 1))
    case 6: Built.same(next(depth: 0), one([Built.value(true), Built.value(false), next(depth: 0)]))
    default: leaf()
    }
  }

  private mutating func leaf() -> SwiftCondition {
    switch Int.random(in: 0..<10, using: &random) {
    case 0, 1: numbers()
    case 2: truthValues()
    case 3, 4: texts()
    case 5: optionalTexts()
    case 6: chains()
    case 7: lists()
    case 8: others()
    default: onlyEvaluated()
    }
  }

  private mutating func one<Value>(_ values: [Value]) -> Value {
    values[Int.random(in: 0..<values.count, using: &random)]
  }

  private mutating func small() -> Int { Int.random(in: 0..<4, using: &random) }

  private mutating func sample(_ keyPath: KeyPath<Component, String>) -> String { one(components)[keyPath: keyPath] }

  private mutating func piece(of text: String) -> String {
    let start = Int.random(in: 0...max(0, text.count - 2), using: &random)
    return String(text.dropFirst(start).prefix(Int.random(in: 1...3, using: &random)))
  }
}

// MARK: Leaves

extension RandomSwiftPredicates {
  private typealias Number = any KeyPath<Component, Int> & Sendable
  private typealias Flag = any KeyPath<Component, Bool> & Sendable
  private typealias Text = any KeyPath<Component, String> & Sendable
  private typealias OptionalText = any KeyPath<Component, String?> & Sendable
  private typealias Texts = any KeyPath<Component, [String]> & Sendable

  private mutating func order() -> PredicateExpressions.ComparisonOperator {
    one([.lessThan, .lessThanOrEqual, .greaterThan, .greaterThanOrEqual])
  }

  private mutating func numbers() -> SwiftCondition {
    let keyPaths: [Number] = [
      \.audioInputs, \.audioOutputs, \.cvInputs, \.cvOutputs, \.parameters, \.presets, \.uses,
    ]
    let number = Built.property(component, one(keyPaths))
    let value = Built.value(small())
    switch Int.random(in: 0..<6, using: &random) {
    case 0: return PredicateExpressions.build_Equal(lhs: number, rhs: value)
    case 1: return PredicateExpressions.build_NotEqual(lhs: value, rhs: number)
    case 2: return PredicateExpressions.build_Comparison(lhs: number, rhs: value, op: order())
    case 3: return PredicateExpressions.build_Comparison(lhs: value, rhs: number, op: order())
    case 4:
      let range = PredicateExpressions.build_ClosedRange(lower: value, upper: Built.value(value.value + small()))
      return PredicateExpressions.build_contains(range, number)
    default: return PredicateExpressions.build_contains(Built.value(value.value..<(value.value + small())), number)
    }
  }

  private mutating func truthValues() -> SwiftCondition {
    let keyPaths: [Flag] = [
      \.hasMIDIInput, \.hasMIDIOutput, \.hasSideChain, \.isHardRealtime, \.hasCustomView, \.isInPlaceBroken,
      \.isFavorite,
      \.isHidden,
    ]
    let flag = Built.property(component, one(keyPaths))
    switch Int.random(in: 0..<3, using: &random) {
    case 0: return flag
    case 1: return PredicateExpressions.build_Equal(lhs: flag, rhs: Built.value(.random(using: &random)))
    default: return PredicateExpressions.build_NotEqual(lhs: Built.value(.random(using: &random)), rhs: flag)
    }
  }

  private mutating func texts() -> SwiftCondition {
    let keyPath = one([\.name, \.uri, \.bundle, \.pluginClass, \.localizedType, \.variant] as [Text])
    let text = Built.property(component, keyPath)
    let value = sample(keyPath)
    switch Int.random(in: 0..<7, using: &random) {
    case 0: return PredicateExpressions.build_Equal(lhs: text, rhs: Built.value(value))
    case 1: return PredicateExpressions.build_NotEqual(lhs: text, rhs: Built.value(value))
    case 2: return PredicateExpressions.build_contains(text, Built.value(piece(of: value)))
    case 3: return PredicateExpressions.build_starts(text, with: Built.value(String(value.prefix(2))))
    case 4: return PredicateExpressions.build_Comparison(lhs: text, rhs: Built.value(value), op: order())
    case 5: return PredicateExpressions.build_contains(Built.value([value, sample(keyPath)]), text)
    default: return PredicateExpressions.build_KeyPath(root: text, keyPath: \.isEmpty)
    }
  }

  private mutating func optionalTexts() -> SwiftCondition {
    let keyPath = one([\.manufacturer, \.license] as [OptionalText])
    let text = Built.property(component, keyPath)
    let value = one(components)[keyPath: keyPath]
    let other = one(["", "x42", "Somebody"])
    let known = PredicateExpressions.build_NilCoalesce(lhs: text, rhs: Built.value(other))
    switch Int.random(in: 0..<7, using: &random) {
    case 0: return PredicateExpressions.build_Equal(lhs: text, rhs: Built.value(value))
    case 1: return PredicateExpressions.build_NotEqual(lhs: text, rhs: Built.value(value))
    case 2: return PredicateExpressions.build_Equal(lhs: text, rhs: PredicateExpressions.build_NilLiteral())
    case 3: return PredicateExpressions.build_contains(Built.value([value, "Nobody"]), text)
    case 4: return PredicateExpressions.build_NotEqual(lhs: known, rhs: Built.value("x42"))
    case 5: return PredicateExpressions.build_Comparison(lhs: known, rhs: Built.value(other), op: order())
    default: return PredicateExpressions.build_contains(known, Built.value(piece(of: value ?? "o")))
    }
  }

  /// `$0.manufacturer?.contains("x") == true` and its kind.
  private mutating func chains() -> SwiftCondition {
    let text = Built.property(component, one([\.manufacturer, \.license] as [OptionalText]))
    let value = Built.value(one(["o", "x42", "Some", "isc"]))
    let isEqual = Bool.random(using: &random)
    if isEqual {
      let chain = PredicateExpressions.build_flatMap(text) {
        PredicateExpressions.build_NotEqual(lhs: $0, rhs: value)
      }
      return compared(chain)
    }
    return compared(PredicateExpressions.build_flatMap(text) { PredicateExpressions.build_contains($0, value) })
  }

  private mutating func compared<Chain: StandardPredicateExpression<Bool?>>(_ chain: Chain) -> SwiftCondition {
    let value: Bool? = one([true, false, nil])
    switch Int.random(in: 0..<3, using: &random) {
    case 0: return PredicateExpressions.build_Equal(lhs: chain, rhs: Built.value(value))
    case 1: return PredicateExpressions.build_NotEqual(lhs: chain, rhs: Built.value(value))
    default: return PredicateExpressions.build_NilCoalesce(lhs: chain, rhs: Built.value(value ?? true))
    }
  }

  private mutating func lists() -> SwiftCondition {
    let keyPath = one([\.allTagNames, \.userTagNames, \.systemTagNames, \.requiredFeatures] as [Texts])
    let list = Built.property(component, keyPath)
    let value = Built.value(one(components)[keyPath: keyPath].first ?? "absent")
    switch Int.random(in: 0..<6, using: &random) {
    case 0, 1: return PredicateExpressions.build_contains(list, value)
    case 2: return PredicateExpressions.build_KeyPath(root: list, keyPath: \.isEmpty)
    case 3:
      let count = PredicateExpressions.build_KeyPath(root: list, keyPath: \.count)
      return PredicateExpressions.build_Comparison(lhs: count, rhs: Built.value(small()), op: order())
    case 4:
      return PredicateExpressions.build_contains(list) { PredicateExpressions.build_Equal(lhs: $0, rhs: value) }
    default:
      return PredicateExpressions.build_allSatisfy(Built.property(component, \.requiredFeatures)) {
        PredicateExpressions.build_contains($0, Built.value("map"))
      }
    }
  }

  private mutating func others() -> SwiftCondition {
    let latency = Built.property(component, \.latency)
    let known = PredicateExpressions.build_NilCoalesce(lhs: latency, rhs: Built.value(small()))
    let version = Built.value(one(components).version)
    let type = one(components).type
    let used = Built.property(component, \.lastUsed)
    switch Int.random(in: 0..<8, using: &random) {
    case 6: return PredicateExpressions.build_Equal(lhs: used, rhs: Built.value(one(components).lastUsed))
    case 7: return PredicateExpressions.build_NotEqual(lhs: used, rhs: PredicateExpressions.build_NilLiteral())
    case 0: return PredicateExpressions.build_Equal(lhs: Built.property(component, \.type), rhs: Built.value(type))
    case 1: return PredicateExpressions.build_contains(Built.value(Set([type])), Built.property(component, \.type))
    case 2: return PredicateExpressions.build_Comparison(lhs: known, rhs: Built.value(small()), op: order())
    case 3: return PredicateExpressions.build_NotEqual(lhs: latency, rhs: Built.value(one([nil, 0])))
    case 4: return PredicateExpressions.build_Equal(lhs: Built.property(component, \.version), rhs: version)
    default:
      return PredicateExpressions.build_Comparison(
        lhs: Built.property(component, \.version), rhs: version, op: order())
    }
  }

  /// Conditions that the language does not have.
  private mutating func onlyEvaluated() -> SwiftCondition {
    let inputs = Built.property(component, \.audioInputs)
    let outputs = Built.property(component, \.audioOutputs)
    switch Int.random(in: 0..<3, using: &random) {
    case 0: return PredicateExpressions.build_Equal(lhs: inputs, rhs: outputs)
    case 1:
      let sum = PredicateExpressions.build_Arithmetic(lhs: inputs, rhs: outputs, op: .add)
      return PredicateExpressions.build_Comparison(lhs: sum, rhs: Built.value(small()), op: order())
    default:
      let length = PredicateExpressions.build_KeyPath(root: Built.property(component, \.name), keyPath: \.count)
      return PredicateExpressions.build_Comparison(lhs: length, rhs: Built.value(4), op: order())
    }
  }
}
