/// The order of all components by name in a caller's collation, then by URI.
///
/// Sorting a few components is cheaper than sorting all of them. So the order is computed only once sorting parts of
/// the catalog has cost as much.
final class ComponentOrder {
  private let largestRow: Int
  /// How many components have been sorted.
  private var cost = 0
  /// The position of each row; empty until the order is computed.
  private var positions: [Int32] = []

  /// Maximum number of components to sort: more take seconds, and much memory.
  private static let limit = 250_000
  /// How many positions are counted together.
  private static let bucket = 32

  init(largestRow: Int) { self.largestRow = largestRow }

  /// The first of some rows, which may be in any order; nil if sorting them costs less than computing the order, or if
  /// there are too many components.
  ///
  /// - Parameter sorted: returns all rows, in order.
  func first(_ limit: Int, of rows: [Int64], sorted: () throws -> [Int64]) rethrows -> [Int64]? {
    if positions.isEmpty {
      cost += rows.count
      guard cost > largestRow, largestRow <= Self.limit else { return nil }
      // Assigned when it is complete, because `sorted` may throw.
      positions = positions(of: try sorted())
    }
    return first(limit, of: rows)
  }

  private func positions(of sorted: [Int64]) -> [Int32] {
    var positions = [Int32](repeating: .max, count: largestRow + 1)
    for (position, row) in sorted.enumerated() where positions.indices.contains(Int(row)) {
      positions[Int(row)] = Int32(position)
    }
    return positions
  }

  private func first(_ limit: Int, of rows: [Int64]) -> [Int64] {
    var counts = [Int](repeating: 0, count: largestRow / Self.bucket + 1)
    for row in rows { counts[bucket(of: row)] += 1 }
    var (last, count) = (0, counts[0])
    while count < limit, last + 1 < counts.count {
      last += 1
      count += counts[last]
    }
    let near = rows.filter { bucket(of: $0) <= last }
    return Array(near.sorted { position(of: $0) < position(of: $1) }.prefix(limit))
  }

  private func bucket(of row: Int64) -> Int { min(Int(position(of: row)), largestRow) / Self.bucket }

  /// The position of a row. A damaged catalog may have tags of rows that don't exist, which come last.
  private func position(of row: Int64) -> Int32 {
    positions.indices.contains(Int(row)) ? positions[Int(row)] : .max
  }
}
