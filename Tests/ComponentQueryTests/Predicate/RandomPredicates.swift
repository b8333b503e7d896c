import ComponentModel
import ComponentQuery
import TestSupport

/// Makes every tree that the parser can make.
struct RandomPredicates {
  var generator: SeededGenerator
  /// Whether there are saved searches, which have to be looked up before the predicate is asked.
  var hasSavedSearches = false

  mutating func predicate() -> ComponentPredicate {
    if generator.chance(5) { return text() }
    return node(levels: Int.random(in: 1...5, using: &generator))
  }

  private mutating func node(levels: Int) -> ComponentPredicate {
    switch Int.random(in: 0..<10, using: &generator) {
    case 0..<2 where levels > 1: .not(node(levels: levels - 1))
    case 2..<5 where levels > 1:
      .and(operands(levels: levels - 1) { if case .and(let inner) = $0 { inner } else { [$0] } })
    case 5..<8 where levels > 1:
      .or(operands(levels: levels - 1) { if case .or(let inner) = $0 { inner } else { [$0] } })
    case 8 where generator.chance(20): .constant(generator.chance(50))
    case 9 where generator.chance(20): text()
    case 9 where hasSavedSearches && generator.chance(20): .saved(word())
    default: .comparison(comparison())
    }
  }

  private mutating func text() -> ComponentPredicate {
    .text((0...Int.random(in: 0..<4, using: &generator)).map { _ in word() })
  }

  /// Two operands or more; those of the same connective are taken in, as the parser does.
  private mutating func operands(levels: Int, _ flattened: (ComponentPredicate) -> [ComponentPredicate])
    -> [ComponentPredicate]
  {
    (0..<Int.random(in: 2...4, using: &generator)).flatMap { _ in flattened(node(levels: levels)) }
  }

  mutating func comparison() -> Comparison {
    let key = generator.pick(Key.allCases)
    let isCount = key.isList && generator.chance(20)
    let kind = isCount ? Key.Kind.number : key.kind
    let isShared = key == .parameterName || key == .presetName
    guard !(isCount && isShared) else { return comparison() }
    let comparisonOperator = generator.pick(Comparison.Operator.allCases.filter(kind.allows))
    let value = value(key, kind, comparisonOperator, canBeNull: !key.isList || isCount)
    return Comparison(
      key: key, operator: comparisonOperator, value: value, options: value == .null ? [] : options(kind),
      quantifier: key.isList && !isCount && generator.chance(50) ? generator.pick(Comparison.Quantifier.allCases) : nil,
      isCount: isCount)
  }

  private mutating func options(_ kind: Key.Kind) -> TextOptions {
    switch kind {
    case .text, .texts: TextOptions(rawValue: generator.pick([0, 1, 2, 3]))
    case .tags: generator.pick([[], .ignoringAccents])
    default: []
    }
  }

  private mutating func value(
    _ key: Key, _ kind: Key.Kind, _ comparisonOperator: Comparison.Operator, canBeNull: Bool
  ) -> Comparison.Value {
    switch comparisonOperator {
    case .in:
      return .set((0..<Int.random(in: 0..<4, using: &generator)).map { _ in scalar(key, kind, comparisonOperator) })
    case .between: return .range(scalar(key, kind, comparisonOperator), scalar(key, kind, comparisonOperator))
    case .equal, .notEqual: return canBeNull && generator.chance(10) ? .null : scalar(key, kind, comparisonOperator)
    default: return scalar(key, kind, comparisonOperator)
    }
  }

  private mutating func scalar(_ key: Key, _ kind: Key.Kind, _ comparisonOperator: Comparison.Operator)
    -> Comparison.Value
  {
    switch kind {
    case .number, .ranges: .number(number())
    case .boolean: .flag(generator.chance(50))
    case .enumeration: .text(generator.pick(key.enumerationValues))
    case .date where !comparisonOperator.isTextual:
      .text("20\(Int.random(in: 10...40, using: &generator))-02-28T23:59:00Z")
    case .version where comparisonOperator.isOrder: .text("\(Int.random(in: 0...9, using: &generator)).10")
    case .text, .texts, .tags, .date, .version: .text(word())
    }
  }

  private mutating func number() -> Double {
    switch Int.random(in: 0..<4, using: &generator) {
    case 0: Double(Int.random(in: -3...300, using: &generator))
    case 1: Double.random(in: -1...1, using: &generator)
    case 2: Double(Int64.random(in: .min ... .max, using: &generator))
    default: Double(sign: .plus, exponent: Int.random(in: -300...300, using: &generator), significand: 1.25)
    }
  }

  mutating func word() -> String {
    let pieces = [
      "drum", "tag", "AND", "nil", "yes", "42", "-1e5", " ", "\"", "'", "\\", "\n", "\t", "\u{0}", "é", "e\u{301}", "鼓",
      "😀", "\u{301}", "\u{202E}", "{", ")", "[c]", "==", "%@", "~", "http://x/y#z?a=b", ",", "*", "\u{A0}", "in",
      "\u{10FFFF}", "\r",
    ]
    return (0...Int.random(in: 0..<3, using: &generator)).map { _ in generator.pick(pieces) }.joined()
  }
}
