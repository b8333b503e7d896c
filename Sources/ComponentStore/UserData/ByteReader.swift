/// Reads successive numbers and bytes, never beyond the end.
struct ByteReader {
  private let all: [UInt8]
  /// Where the next byte is.
  private(set) var position: Int

  init(_ bytes: [UInt8], at position: Int) {
    all = bytes
    self.position = position
  }

  /// A number of up to 9 bytes: 7 bits in each except the ninth; the first bit of a byte says that another follows.
  mutating func variable() -> Int64? {
    var number: UInt64 = 0
    for index in 0..<9 {
      guard position < all.count else { return nil }
      let byte = all[position]
      position += 1
      if index == 8 { return Int64(bitPattern: number << 8 | UInt64(byte)) }
      number = number << 7 | UInt64(byte & 0x7F)
      if byte < 0x80 { return Int64(bitPattern: number) }
    }
    return nil
  }

  /// A signed number, the most significant byte first.
  mutating func integer(_ count: Int) -> Int64? {
    guard let bytes = bytes(Int64(count)), let first = bytes.first else { return nil }
    return bytes.dropFirst().reduce(Int64(Int8(bitPattern: first))) { $0 << 8 | Int64($1) }
  }

  mutating func bytes(_ count: Int64) -> [UInt8]? {
    guard count >= 0, count <= all.count - position else { return nil }
    defer { position += Int(count) }
    return Array(all[position..<position + Int(count)])
  }
}
