/// The lines of a text that are not empty, as bytes. `split` would make a list of all of them first.
struct Lines: Sequence, IteratorProtocol {
  private let bytes: [UInt8]
  private var position = 0

  init(_ bytes: [UInt8]) { self.bytes = bytes }

  mutating func next() -> ArraySlice<UInt8>? {
    while position < bytes.count, bytes[position] == UInt8(ascii: "\n") { position += 1 }
    guard position < bytes.count else { return nil }
    let start = position
    while position < bytes.count, bytes[position] != UInt8(ascii: "\n") { position += 1 }
    return bytes[start..<position]
  }
}
