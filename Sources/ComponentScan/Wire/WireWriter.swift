/// Builds one message between scan and worker: little-endian base-128 numbers and length-prefixed texts.
struct WireWriter {
  private(set) var bytes: [UInt8] = []

  mutating func write(_ value: UInt64) {
    var rest = value
    while rest >= 0x80 {
      bytes.append(UInt8(truncatingIfNeeded: rest) | 0x80)
      rest >>= 7
    }
    bytes.append(UInt8(rest))
  }

  mutating func write(_ value: Int) { write(UInt64(bitPattern: Int64((value << 1) ^ (value >> (Int.bitWidth - 1))))) }

  mutating func write(_ value: Bool) { bytes.append(value ? 1 : 0) }

  mutating func write(_ value: Double) {
    // SAFETY: The eight bytes of the number are copied.
    withUnsafeBytes(of: value.bitPattern.littleEndian) { bytes.append(contentsOf: $0) }
  }

  mutating func write(_ value: String) {
    write(UInt64(value.utf8.count))
    bytes.append(contentsOf: value.utf8)
  }
}
