/// The matches of a search that are variants of those that come first.
///
/// What comes before the best variant of a group, by itself, belongs to groups that come before this one. So the first `n` of a
/// grouped result are the same whether the rest is known or not.
struct VariantGroups {
  /// The positions of the variants among all matches, in the order of their best ones.
  private(set) var groups: [[Int]] = []
  private var groupOfVariant: [UInt32: Int] = [:]
  /// The groups of rows whose variants are not known.
  private var groupOfRow: [Int64: Int] = [:]
  /// Which variants may have a group, by the last bits of their hashes: most rows have none.
  private var isCandidate = [Bool](repeating: false, count: 1 << 16)

  /// The groups of some rows.
  ///
  /// - Parameters:
  ///   - first: the rows that come first, in order.
  ///   - rows: all rows, in ascending order.
  init(of first: [Int64], in rows: [Int64], _ cache: WordCache) throws {
    for row in first { add(row, variant: try cache.features(of: row).variant) }
    for (position, row) in rows.enumerated() {
      if let group = group(of: row, variant: try cache.features(of: row).variant) { groups[group].append(position) }
    }
  }

  /// Whether any group has more than one.
  var hasVariants: Bool { groups.contains { $0.count > 1 } }

  private mutating func add(_ row: Int64, variant: UInt32) {
    guard group(of: row, variant: variant) == nil else { return }
    if variant == 0 {
      groupOfRow[row] = groups.count
    } else {
      groupOfVariant[variant] = groups.count
      isCandidate[Int(variant & 0xFFFF)] = true
    }
    groups.append([])
  }

  private func group(of row: Int64, variant: UInt32) -> Int? {
    if variant == 0 { return groupOfRow[row] }
    return isCandidate[Int(variant & 0xFFFF)] ? groupOfVariant[variant] : nil
  }
}
