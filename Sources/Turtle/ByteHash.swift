/// A hash of bytes, for tables that exist only within one process.
enum ByteHash {
  static func of(_ bytes: UnsafeBufferPointer<UInt8>, seed: UInt32) -> UInt32 {
    // SAFETY: Each load of 8 bytes ends within the buffer and needs no alignment; single bytes follow.
    let raw = UnsafeRawBufferPointer(bytes)
    var state = UInt64(seed) &* 0x9E37_79B9_7F4A_7C15 &+ UInt64(raw.count)
    var offset = 0
    while offset + 8 <= raw.count {
      state = mixed(state ^ raw.loadUnaligned(fromByteOffset: offset, as: UInt64.self), 0xA076_1D64_78BD_642F)
      offset += 8
    }
    var rest: UInt64 = 0
    while offset < raw.count {
      rest = rest << 8 | UInt64(raw[offset])
      offset += 1
    }
    state = mixed(state ^ rest, 0xE703_7ED1_A0B4_28DB)
    return UInt32(truncatingIfNeeded: state ^ state >> 32)
  }

  private static func mixed(_ one: UInt64, _ other: UInt64) -> UInt64 {
    let product = one.multipliedFullWidth(by: other)
    return product.high ^ product.low
  }
}
