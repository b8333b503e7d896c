/// The components of one block that have a word in a place, as a row of the table `posting` stores them.
struct PostingBlock {
  /// The number of components in a block, as a power of two.
  static let shift: Int64 = 12
  /// With this many components or more, a bitmap takes at most as many bytes as a list.
  private static let listLimit = 256
  /// The size of a bitmap, in bytes.
  private static let bitmapSize = 1 << Int(shift) / 8

  /// The numbers of the components within the block, in ascending order.
  private(set) var offsets: [UInt16] = []

  init() {}

  /// The components of a row; nil if the bytes are not a valid block.
  init?(_ bytes: UnsafeRawBufferPointer) {
    guard Self.forEachOffset(in: bytes, { offsets.append(UInt16($0)) }) else { return nil }
  }

  /// The block of a component, and its number there.
  static func position(of row: Int64) -> (block: Int64, offset: Int) {
    (row >> shift, Int(row & (1 << shift - 1)))
  }

  /// Passes to `body` the number within its block of each component that the bytes hold.
  ///
  /// - Returns: false if the bytes are not a valid block.
  static func forEachOffset(in bytes: UnsafeRawBufferPointer, _ body: (Int) -> Void) -> Bool {
    // SAFETY: Each index is one of the buffer's, and the buffer is not kept.
    if bytes.count == bitmapSize {
      for index in bytes.indices {
        var rest = bytes[index]
        while rest != 0 {
          body(index << 3 + rest.trailingZeroBitCount)
          rest &= rest - 1
        }
      }
      return true
    }
    guard bytes.count.isMultiple(of: 2), bytes.count < listLimit * 2 else { return false }
    for position in stride(from: 0, to: bytes.count, by: 2) {
      let offset = Int(UInt16(littleEndian: bytes.loadUnaligned(fromByteOffset: position, as: UInt16.self)))
      guard offset < 1 << shift else { return false }
      body(offset)
    }
    return true
  }

  /// Adds and removes components.
  ///
  /// - Parameters:
  ///   - gained: the components to add, in ascending order; those already there make no difference.
  ///   - lost: the components to remove, in ascending order.
  /// - Returns: false if one of those to remove is not there.
  mutating func change(gained: [UInt16], lost: [UInt16]) -> Bool {
    var removed = 0
    if !lost.isEmpty {
      let gone = Set(lost)
      let before = offsets.count
      offsets.removeAll(where: gone.contains)
      removed = before - offsets.count
    }
    if let first = gained.first {
      if offsets.last ?? 0 < first || offsets.isEmpty {
        offsets += gained
      } else {
        offsets = Set(offsets + gained).sorted()
      }
    }
    return removed == lost.count
  }

  /// The bytes of its row.
  var bytes: [UInt8] {
    // SAFETY: The bytes are copied while the array exists.
    if offsets.count < Self.listLimit { return offsets.map { $0.littleEndian }.withUnsafeBytes { Array($0) } }
    var bytes = [UInt8](repeating: 0, count: Self.bitmapSize)
    for offset in offsets { bytes[Int(offset >> 3)] |= 1 << (offset & 7) }
    return bytes
  }
}
