/// Regular expressions for the integers that are greater or less than another, because names contain numbers as text.
enum NumberPattern {
  /// How integers compare, longer signs first.
  enum Comparison: String, CaseIterable {
    case atLeast = ">="
    case atMost = "<="
    case greater = ">"
    case less = "<"
  }

  /// The most digits of a number that is compared.
  private static let longest = 9

  /// A pattern that matches no text.
  private static let nothing = "(?!)"

  /// What follows the mark of a number that is a version.
  static let versionMark = "v"

  /// The regular expression for a version, with or without its zero: `3` and `3.0`.
  static func version(_ number: String) -> String {
    let parts = number.split(separator: ".")
    let (whole, minor) = (parts.first ?? "0", parts.dropFirst().first ?? "0")
    return minor == "0" ? "\(whole)(\\.0)?" : "\(whole)\\.\(minor)"
  }

  /// The regular expression for the integers that compare so with a number.
  ///
  /// - Parameter number: the digits of the number, whose fraction doesn't count.
  static func pattern(of comparison: Comparison, _ number: String) -> String {
    let digits = number.prefix { $0 != "." }.drop { $0 == "0" }.compactMap(\.wholeNumberValue)
    let own = digits.isEmpty ? [0] : digits
    // The pattern grows with the square of the digits, and no name has such a number.
    guard own.count <= longest else {
      return comparison == .less || comparison == .atMost ? "([0-9]+)" : nothing
    }
    var alternatives =
      switch comparison {
      case .greater, .atLeast: greater(than: own)
      case .less, .atMost: less(than: own)
      }
    if comparison == .atLeast || comparison == .atMost { alternatives.insert(text(own), at: 0) }
    return alternatives.isEmpty ? nothing : "(\(alternatives.joined(separator: "|")))"
  }

  /// The patterns of those with a greater digit after the same first ones, and of those with more digits.
  private static func greater(than digits: [Int]) -> [String] {
    let same = digits.indices.filter { digits[$0] < 9 }.map { position in
      text(digits[..<position]) + range(digits[position] + 1, 9) + others(digits.count - position - 1)
    }
    return same.reversed() + ["[1-9][0-9]{\(digits.count),}"]
  }

  /// The patterns of those with a smaller digit after the same first ones, and of those with fewer digits, from 1.
  private static func less(than digits: [Int]) -> [String] {
    let least = { (position: Int) in position == 0 ? 1 : 0 }
    let same = digits.indices.filter { digits[$0] > least($0) }.map { position in
      text(digits[..<position]) + range(least(position), digits[position] - 1) + others(digits.count - position - 1)
    }
    return same.reversed() + (digits.count > 1 ? ["[1-9][0-9]{0,\(digits.count - 2)}"] : [])
  }

  private static func text(_ digits: some Sequence<Int>) -> String { digits.map(String.init).joined() }

  private static func range(_ first: Int, _ last: Int) -> String { first == last ? "\(first)" : "[\(first)-\(last)]" }

  private static func others(_ count: Int) -> String { count == 0 ? "" : count == 1 ? "[0-9]" : "[0-9]{\(count)}" }
}
