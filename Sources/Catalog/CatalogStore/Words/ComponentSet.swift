package import SQLite

/// A set of components as a bitmap of their rows, so that tags are intersected at memory speed.
///
/// A catalog's rows are numbered from 1 without large gaps, so a set of 20,000 components takes 2.5 KB.
@usableFromInline package struct ComponentSet: Sendable {
  /// The bits, 64 rows per word.
  @usableFromInline package var words: [UInt64]

  /// Creates an empty set.
  package init() { words = [] }

  /// The rows that a set can have. Scans number rows consecutively, so only a damaged file has larger ones, with which
  /// a set might not fit into memory.
  @inlinable package static var rows: Range<Int64> { 0..<1 << 28 }

  /// The set of these rows. Those beyond ``rows`` are ignored.
  package init(_ rows: [Int64]) {
    words = []
    for row in rows { insert(row) }
  }

  /// Adds a row, unless it is beyond ``rows``.
  @inlinable package mutating func insert(_ row: Int64) {
    guard Self.rows.contains(row) else { return }
    let word = Int(row >> 6)
    if word >= words.count { words.append(contentsOf: repeatElement(0, count: word - words.count + 1)) }
    words[word] |= 1 << UInt64(row & 63)
  }

  /// Adds the components of a row of the table `posting`.
  ///
  /// - Returns: false if no scan has written these bytes.
  mutating func insert(_ bytes: UnsafeRawBufferPointer) -> Bool {
    // SAFETY: The buffer is used only during the call.
    PostingRows.forEach(in: bytes) { insert($0) }
  }

  /// Whether a row is in the set.
  @inlinable package func contains(_ row: Int64) -> Bool {
    let word = Int(row >> 6)
    return words.indices.contains(word) && words[word] & (1 << UInt64(row & 63)) != 0
  }

  /// Whether no row is in the set.
  package var isEmpty: Bool { words.allSatisfy { $0 == 0 } }

  /// The number of components in the set.
  package var count: Int { words.reduce(0) { $0 + $1.nonzeroBitCount } }

  /// The number of components in both sets.
  package func intersectionCount(_ other: ComponentSet) -> Int {
    var count = 0
    for word in 0..<min(words.count, other.words.count) { count += (words[word] & other.words[word]).nonzeroBitCount }
    return count
  }

  /// Adds the rows of another set.
  package mutating func formUnion(_ other: ComponentSet) {
    if other.words.count > words.count {
      words.append(contentsOf: repeatElement(0, count: other.words.count - words.count))
    }
    for word in other.words.indices { words[word] |= other.words[word] }
  }

  /// Removes the rows that are not in another set.
  package mutating func formIntersection(_ other: ComponentSet) {
    if words.count > other.words.count { words.removeLast(words.count - other.words.count) }
    for word in words.indices { words[word] &= other.words[word] }
  }

  /// Removes the rows of another set.
  package mutating func subtract(_ other: ComponentSet) {
    for word in 0..<min(words.count, other.words.count) { words[word] &= ~other.words[word] }
  }

  /// The first rows, in ascending order.
  package func rows(limit: Int = .max) -> [Int64] {
    var rows: [Int64] = []
    for (index, word) in words.enumerated() where word != 0 {
      var rest = word
      while rest != 0 {
        guard rows.count < limit else { return rows }
        rows.append(Int64(index << 6 + rest.trailingZeroBitCount))
        rest &= rest - 1
      }
    }
    return rows
  }
}

extension ComponentSet {
  /// The set of the rows in the first column.
  package init(rows: Rows) throws {
    self.init()
    while let row = try rows.nextNumber() { insert(try Self.checked(row)) }
  }

  /// A component's row, checked.
  ///
  /// - Throws: ``SQLiteError`` for a row that no scan writes.
  package static func checked(_ row: Int64) throws(SQLiteError) -> Int64 {
    guard row < rows.upperBound else {
      throw SQLiteError(.corrupt, "a component's number is out of range", path: "")
    }
    return row
  }
}
