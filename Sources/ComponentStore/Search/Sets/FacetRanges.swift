internal import ComponentModel

/// The ranges in which facets count a number: below each of some bounds, and from the last.
struct FacetRanges {
  /// Ascending.
  private let bounds: [Double]
  private let names: [String]

  /// - Parameter bounds: ascending, as they are written in predicates.
  init(_ bounds: KeyValuePairs<String, Double>) {
    self.bounds = bounds.map(\.value)
    names = bounds.map { "< \($0.key)" } + (bounds.last.map { [">= \($0.key)"] } ?? [])
  }

  /// For numbers that are natural: none, and some.
  private init() {
    bounds = [1]
    names = ["== 0", "> 0"]
  }

  static let cost = Self(["0.1": 0.1, "1": 1, "10": 10])
  static let latency = Self()
  static let loadTime = Self(["10": 10, "100": 100, "1000": 1_000])
  static let memory = Self(["1": 1, "10": 10, "100": 100])

  /// The number of the narrowest range that a value is in.
  func number(of value: Double) -> Int { bounds.firstIndex { value < $0 } ?? bounds.count }

  /// - Parameter counts: of the components whose narrowest range has this number.
  func counted(_ counts: [Int: Int]) -> [CountedRange] {
    var below = 0
    return names.indices.compactMap { number in
      let count = counts[number, default: 0]
      below += count
      let all = number < bounds.count ? below : count
      return all > 0 ? CountedRange(names[number], count: all) : nil
    }
  }
}
