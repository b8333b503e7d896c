internal import ComponentModel

/// How long blocks took, in nanoseconds of processor time.
package struct BlockTimes: Hashable, Sendable {
  /// The median of all blocks.
  package var median: Double
  /// The 95th percentile of all blocks.
  package var percentile95: Double
  /// The 99th percentile of all blocks.
  package var percentile99: Double
  /// The time of the slowest block. On a busy machine, it says more about the machine than about the plugin.
  package var worst: Double
  /// How many blocks were measured.
  package var count: Int

  /// - Parameter floor: the time measured for a call that does nothing, which is subtracted.
  init?(_ times: [UInt64], floor: UInt64) {
    guard !times.isEmpty else { return nil }
    let sorted = times.sorted()
    func percentile(_ share: Double) -> Double {
      let place = min(sorted.count - 1, max(0, Int((share * Double(sorted.count)).rounded(.up)) - 1))
      return Double(sorted[place] - min(sorted[place], floor))
    }
    median = percentile(0.5)
    percentile95 = percentile(0.95)
    percentile99 = percentile(0.99)
    worst = percentile(1)
    count = sorted.count
  }

  /// The times of several runs: the medians of each number, and the longest of all.
  init?(merging runs: [BlockTimes]) {
    guard !runs.isEmpty else { return nil }
    median = runs.map(\.median).median
    percentile95 = runs.map(\.percentile95).median
    percentile99 = runs.map(\.percentile99).median
    worst = runs.map(\.worst).max() ?? 0
    count = runs.reduce(0) { $0 + $1.count }
  }
}

extension BlockTimes {
  var json: JSON {
    .array([.number(median), .number(percentile95), .number(percentile99), .number(worst), .int(count)])
  }

  init?(_ json: JSON) {
    guard case .array(let values) = json, values.count == 5 else { return nil }
    let numbers = values.compactMap(\.double)
    guard numbers.count == 5, numbers.allSatisfy({ $0 >= 0 }), let count = Int(exactly: numbers[4]) else { return nil }
    (median, percentile95, percentile99, worst, self.count) = (numbers[0], numbers[1], numbers[2], numbers[3], count)
  }
}

extension [Double] {
  /// The middle one in order, or the mean of the middle two; 0 for none.
  package var median: Double {
    let sorted = sorted()
    guard !sorted.isEmpty else { return 0 }
    let half = sorted.count / 2
    return sorted.count % 2 == 1 ? sorted[half] : (sorted[half - 1] + sorted[half]) / 2
  }
}
