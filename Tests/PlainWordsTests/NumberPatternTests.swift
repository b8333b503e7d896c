import TestSupport
import Testing

@testable import PlainWords

/// Regular expressions of numbers that are greater or less than another.
struct NumberPatternTests {
  @Test("a pattern has exactly the numbers that compare so")
  func numbers() throws {
    for bound in ["0", "1", "9", "10", "19", "90", "99", "109", "007"] {
      let limit = Int(bound) ?? 0
      for comparison in NumberPattern.Comparison.allCases {
        let pattern = NumberPattern.pattern(of: comparison, bound)
        let expression = try Regex(pattern)
        for number in [1...250, 980...1_020].joined() {
          let holds =
            switch comparison {
            case .greater: number > limit
            case .atLeast: number >= limit
            case .less: number < limit
            case .atMost: number <= limit
            }
          let isMatched = String(number).wholeMatch(of: expression) != nil
          verify(isMatched, equals: holds, "\(number) \(comparison.rawValue) \(bound): \(pattern)")
        }
      }
    }
  }

  @Test("a version is matched with and without its zero, a fraction of a number doesn't count")
  func versions() {
    for (number, pattern) in [("3", #"3(\.0)?"#), ("3.0", #"3(\.0)?"#), ("2.1", #"2\.1"#)] {
      verify(NumberPattern.version(number), equals: pattern)
    }
    verify(NumberPattern.pattern(of: .greater, "2.5"), equals: NumberPattern.pattern(of: .greater, "2"))
  }
}
