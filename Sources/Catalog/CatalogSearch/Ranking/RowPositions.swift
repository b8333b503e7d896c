internal import CatalogStore

/// The positions of the rows of a result, so that scores are an array instead of a dictionary.
struct RowPositions {
  /// The rows, in ascending order.
  let rows: [Int64]
  private let set: ComponentSet
  /// The number of rows before each word of the set's bitmap.
  private let starts: [Int32]

  /// - Parameter rows: distinct rows in ascending order.
  init(_ rows: [Int64]) {
    self.rows = rows
    set = ComponentSet(rows)
    var starts: [Int32] = []
    starts.reserveCapacity(set.words.count)
    var count: Int32 = 0
    for word in set.words {
      starts.append(count)
      count += Int32(word.nonzeroBitCount)
    }
    self.starts = starts
  }

  /// Calls `body` with the position of each row that is also in `other`, in ascending order.
  func forEach(in other: ComponentSet, _ body: (Int) throws -> Void) rethrows {
    for index in 0..<min(set.words.count, other.words.count) {
      let own = set.words[index]
      var common = own & other.words[index]
      while common != 0 {
        let below = (common & (~common &+ 1)) &- 1
        try body(Int(starts[index]) + (own & below).nonzeroBitCount)
        common &= common &- 1
      }
    }
  }
}

extension Array {
  /// The index of the first element that is not before the one sought, by binary search; `count` if all are.
  ///
  /// - Parameter isBefore: true for elements up to some index, and false for the rest.
  func lowerBound(isBefore: (Element) -> Bool) -> Int {
    var (low, high) = (0, count)
    while low < high {
      let middle = (low + high) / 2
      if isBefore(self[middle]) { low = middle + 1 } else { high = middle }
    }
    return low
  }
}
