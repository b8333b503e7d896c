import AudioComponents
import Foundation
import TestSupport

private typealias Make = PredicateExpressions

/// Makes predicates at random about what a catalog really holds, so that many of them are true of something.
struct RandomSwiftPredicates {
  private typealias Path<Value> = any KeyPath<Component, Value> & Sendable

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
    default:
      switch Int.random(in: 0..<9, using: &random) {
      case 0, 1: numbers()
      case 2, 3: texts()
      case 4: optionalTexts()
      case 5: chains()
      case 6: lists()
      case 7: others()
      default: onlyEvaluated()
      }
    }
  }

  private mutating func one<Value>(_ values: [Value]) -> Value {
    values[Int.random(in: 0..<values.count, using: &random)]
  }

  private mutating func small() -> Int { Int.random(in: 0..<4, using: &random) }

  private mutating func piece(of text: String) -> String {
    let start = Int.random(in: 0...max(0, text.count - 2), using: &random)
    return String(text.dropFirst(start).prefix(Int.random(in: 1...3, using: &random)))
  }

  private mutating func order() -> Make.ComparisonOperator {
    one([.lessThan, .lessThanOrEqual, .greaterThan, .greaterThanOrEqual])
  }

  private mutating func numbers() -> SwiftCondition {
    let number = Built.property(
      component,
      one([\.audioInputs, \.audioOutputs, \.cvInputs, \.cvOutputs, \.parameters, \.presets, \.uses] as [Path<Int>]))
    let value = Built.value(small())
    switch Int.random(in: 0..<6, using: &random) {
    case 0: return Make.build_Equal(lhs: number, rhs: value)
    case 1: return Make.build_NotEqual(lhs: value, rhs: number)
    case 2: return Make.build_Comparison(lhs: number, rhs: value, op: order())
    case 3: return Make.build_Comparison(lhs: value, rhs: number, op: order())
    case 4:
      let range = Make.build_ClosedRange(lower: value, upper: Built.value(value.value + small()))
      return Make.build_contains(range, number)
    default: return Make.build_contains(Built.value(value.value..<(value.value + small())), number)
    }
  }

  private mutating func texts() -> SwiftCondition {
    let keyPath = one([\.name, \.uri, \.bundle, \.pluginClass, \.localizedType, \.variant] as [Path<String>])
    let text = Built.property(component, keyPath)
    let value = one(components)[keyPath: keyPath]
    switch Int.random(in: 0..<7, using: &random) {
    case 0: return Make.build_Equal(lhs: text, rhs: Built.value(value))
    case 1: return Make.build_NotEqual(lhs: text, rhs: Built.value(value))
    case 2: return Make.build_contains(text, Built.value(piece(of: value)))
    case 3: return Make.build_starts(text, with: Built.value(String(value.prefix(2))))
    case 4: return Make.build_Comparison(lhs: text, rhs: Built.value(value), op: order())
    case 5: return Make.build_contains(Built.value([value, one(components)[keyPath: keyPath]]), text)
    default: return Make.build_KeyPath(root: text, keyPath: \.isEmpty)
    }
  }

  private mutating func optionalTexts() -> SwiftCondition {
    let keyPath = one([\.manufacturer, \.license] as [Path<String?>])
    let text = Built.property(component, keyPath)
    let value = one(components)[keyPath: keyPath]
    let other = one(["", "x42", "Somebody"])
    let known = Make.build_NilCoalesce(lhs: text, rhs: Built.value(other))
    switch Int.random(in: 0..<7, using: &random) {
    case 0: return Make.build_Equal(lhs: text, rhs: Built.value(value))
    case 1: return Make.build_NotEqual(lhs: text, rhs: Built.value(value))
    case 2: return Make.build_Equal(lhs: text, rhs: Make.build_NilLiteral())
    case 3: return Make.build_contains(Built.value([value, "Nobody"]), text)
    case 4: return Make.build_NotEqual(lhs: known, rhs: Built.value("x42"))
    case 5: return Make.build_Comparison(lhs: known, rhs: Built.value(other), op: order())
    default: return Make.build_contains(known, Built.value(piece(of: value ?? "o")))
    }
  }

  /// `$0.manufacturer?.contains("x") == true` and its kind.
  private mutating func chains() -> SwiftCondition {
    let text = Built.property(component, one([\.manufacturer, \.license] as [Path<String?>]))
    let value = Built.value(one(["o", "x42", "Some", "isc"]))
    return Bool.random(using: &random)
      ? compared(Make.build_flatMap(text) { Make.build_NotEqual(lhs: $0, rhs: value) })
      : compared(Make.build_flatMap(text) { Make.build_contains($0, value) })
  }

  private mutating func compared<Chain: StandardPredicateExpression<Bool?>>(_ chain: Chain) -> SwiftCondition {
    let value: Bool? = one([true, false, nil])
    switch Int.random(in: 0..<3, using: &random) {
    case 0: return Make.build_Equal(lhs: chain, rhs: Built.value(value))
    case 1: return Make.build_NotEqual(lhs: chain, rhs: Built.value(value))
    default: return Make.build_NilCoalesce(lhs: chain, rhs: Built.value(value ?? true))
    }
  }

  private mutating func lists() -> SwiftCondition {
    let keyPath = one([\.allTagNames, \.userTagNames, \.systemTagNames, \.requiredFeatures] as [Path<[String]>])
    let list = Built.property(component, keyPath)
    let value = Built.value(one(components)[keyPath: keyPath].first ?? "absent")
    switch Int.random(in: 0..<6, using: &random) {
    case 0, 1: return Make.build_contains(list, value)
    case 2: return Make.build_KeyPath(root: list, keyPath: \.isEmpty)
    case 3:
      let count = Make.build_KeyPath(root: list, keyPath: \.count)
      return Make.build_Comparison(lhs: count, rhs: Built.value(small()), op: order())
    case 4: return Make.build_contains(list) { Make.build_Equal(lhs: $0, rhs: value) }
    default:
      return Make.build_allSatisfy(Built.property(component, \.requiredFeatures)) {
        Make.build_contains($0, Built.value("map"))
      }
    }
  }

  /// Truth values, types, versions, dates and what may be unknown.
  private mutating func others() -> SwiftCondition {
    let flags: [Path<Bool>] = [
      \.hasMIDIInput, \.hasMIDIOutput, \.hasSideChain, \.isHardRealtime, \.hasCustomView, \.isInPlaceBroken,
      \.isFavorite,
      \.isHidden,
    ]
    let flag = Built.property(component, one(flags))
    let (latency, used) = (Built.property(component, \.latency), Built.property(component, \.lastUsed))
    let (type, version) = (Built.property(component, \.type), Built.property(component, \.version))
    let sample = one(components)
    switch Int.random(in: 0..<10, using: &random) {
    case 0: return flag
    case 1: return Make.build_NotEqual(lhs: Built.value(.random(using: &random)), rhs: flag)
    case 2: return Make.build_Equal(lhs: type, rhs: Built.value(sample.type))
    case 3: return Make.build_contains(Built.value(Set([sample.type])), type)
    case 4:
      let known = Make.build_NilCoalesce(lhs: latency, rhs: Built.value(small()))
      return Make.build_Comparison(lhs: known, rhs: Built.value(small()), op: order())
    case 5: return Make.build_NotEqual(lhs: latency, rhs: Built.value(one([nil, 0])))
    case 6: return Make.build_Equal(lhs: version, rhs: Built.value(sample.version))
    case 7: return Make.build_Comparison(lhs: version, rhs: Built.value(sample.version), op: order())
    case 8: return Make.build_Equal(lhs: used, rhs: Built.value(sample.lastUsed))
    default: return Make.build_NotEqual(lhs: used, rhs: Make.build_NilLiteral())
    }
  }

  /// Conditions that the language does not have.
  private mutating func onlyEvaluated() -> SwiftCondition {
    let (inputs, outputs) = (Built.property(component, \.audioInputs), Built.property(component, \.audioOutputs))
    switch Int.random(in: 0..<3, using: &random) {
    case 0: return Make.build_Equal(lhs: inputs, rhs: outputs)
    case 1:
      let sum = Make.build_Arithmetic(lhs: inputs, rhs: outputs, op: .add)
      return Make.build_Comparison(lhs: sum, rhs: Built.value(small()), op: order())
    default:
      let length = Make.build_KeyPath(root: Built.property(component, \.name), keyPath: \.count)
      return Make.build_Comparison(lhs: length, rhs: Built.value(4), op: order())
    }
  }
}
