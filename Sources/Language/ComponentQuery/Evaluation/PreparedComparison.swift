import ComponentModel

/// A comparison with everything precomputed that doesn't depend on the subject.
struct PreparedComparison: Sendable {
  enum Test: Sendable {
    /// `== nil` if true, `!= nil` if false.
    case isMissing(Bool)
    case number(OrderTest<Double>)
    case version(OrderTest<Version>)
    case flag(Bool)
    case text(TextTest)
    case texts(Comparison.Quantifier, TextTest)
    case tags(Comparison.Quantifier, TagTest)
    case ranges(Comparison.Quantifier, RangeTest)
    case count(OrderTest<Double>)
  }

  let key: Key
  let test: Test
  /// The result for a missing value: true only for `!=`.
  private let isTrueOfMissing: Bool

  init(_ comparison: Comparison, rules: any TextRules) throws(InvalidPredicate) {
    key = comparison.key
    isTrueOfMissing = comparison.comparisonOperator == .notEqual
    test = try Self.test(comparison, rules)
  }

  /// The cost of evaluation: cheap comparisons come first.
  var cost: Int { key.needsDetails ? 2 : key.isList ? 1 : 0 }

  private static func test(_ comparison: Comparison, _ rules: any TextRules) throws(InvalidPredicate) -> Test {
    if comparison.isCount { return .count(OrderTest(comparison, convert: \.number)) }
    if comparison.value == .null { return .isMissing(comparison.comparisonOperator == .equal) }
    switch comparison.key.kind {
    case .number: return .number(OrderTest(comparison, convert: \.number))
    case .boolean: return .flag((comparison.value == .flag(true)) == (comparison.comparisonOperator == .equal))
    case .version where comparison.comparisonOperator.isOrder:
      return .version(OrderTest(comparison) { $0.text.flatMap(Version.init(parsing:)) })
    case .text, .enumeration, .date, .version: return .text(try TextTest(comparison, rules: rules))
    case .texts: return .texts(comparison.listReading.quantifier, try TextTest(comparison, rules: rules))
    case .ranges: return .ranges(comparison.listReading.quantifier, RangeTest(comparison))
    case .tags: return .tags(comparison.listReading.quantifier, try TagTest(comparison, rules: rules))
    }
  }

  func matches(_ subject: some QuerySubject) throws -> Bool { try matches(subject.value(of: key)) }

  func matches(_ value: SubjectValue) throws -> Bool {
    switch (value, test) {
    case (let value, .isMissing(let expected)): (value == .missing) == expected
    case (.missing, _): isTrueOfMissing
    case (.number(let number), .number(let test)): test.matches(number)
    case (.flag(let flag), .flag(let expected)): flag == expected
    case (.text(let text), .text(let test)): try test.matches(text)
    case (.text(let text), .version(let test)): Version(parsing: text).map(test.matches) ?? false
    case (.texts(let texts), .texts(let quantifier, let test)): try quantifier.holds(texts, test.matches)
    case (.tags(let tags), .tags(let quantifier, let test)): try quantifier.holds(tags, test.matches)
    case (.ranges(let ranges), .ranges(let quantifier, let test)): quantifier.holds(ranges, test.matches)
    case (.texts(let texts), .count(let test)): test.matches(Double(texts.count))
    case (.tags(let tags), .count(let test)): test.matches(Double(tags.count))
    case (.ranges(let ranges), .count(let test)): test.matches(Double(ranges.count))
    default: false
    }
  }
}
