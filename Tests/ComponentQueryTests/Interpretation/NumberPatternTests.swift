import ComponentModel
import Testing

@testable import ComponentQuery

/// Regular expressions of numbers that are greater or less than another.
@Suite struct NumberPatternTests {
  @Test(
    "a pattern has exactly the numbers that compare so",
    arguments: ["0", "1", "2", "9", "10", "19", "31", "90", "99", "100", "109", "007"])
  func numbers(bound: String) throws {
    let limit = Int(bound) ?? 0
    for comparison in NumberPattern.Comparison.allCases {
      let pattern = NumberPattern.pattern(of: comparison, bound)
      let expression = try Regex(pattern)
      for number in 1...1_200 {
        let holds =
          switch comparison {
          case .greater: number > limit
          case .atLeast: number >= limit
          case .less: number < limit
          case .atMost: number <= limit
          }
        let isMatched = String(number).wholeMatch(of: expression) != nil
        #expect(isMatched == holds, "\(number) \(comparison.rawValue) \(bound): \(pattern)")
      }
    }
  }
}
