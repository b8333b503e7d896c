/// The components that have a word in a place, as a row of the table `posting` stores them: the differences between
/// their ascending rows, seven bits a byte, the lowest first. A byte's highest bit says that the number goes on.
enum PostingRows {
  /// Passes each row of the bytes to `body`.
  ///
  /// - Returns: false if no scan has written these bytes.
  static func forEach(in bytes: UnsafeRawBufferPointer, _ body: (Int64) -> Void) -> Bool {
    // SAFETY: The buffer is iterated within its bounds, and not kept.
    var (row, difference, shift): (Int64, Int64, Int64) = (0, 0, 0)
    for byte in bytes {
      difference |= Int64(byte & 0x7F) << shift
      if byte & 0x80 != 0 {
        shift += 7
        guard shift < 35 else { return false }
        continue
      }
      row += difference
      guard difference > 0, ComponentSet.rows.contains(row) else { return false }
      body(row)
      (difference, shift) = (0, 0)
    }
    return shift == 0
  }

  /// The bytes for rows in ascending order.
  static func bytes(of rows: [Int64]) -> [UInt8] {
    var bytes: [UInt8] = []
    var last: Int64 = 0
    for row in rows {
      var difference = row - last
      while difference > 0x7F {
        bytes.append(UInt8(truncatingIfNeeded: difference) | 0x80)
        difference >>= 7
      }
      bytes.append(UInt8(truncatingIfNeeded: difference))
      last = row
    }
    return bytes
  }
}
