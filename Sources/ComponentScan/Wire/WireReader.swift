internal import Linux

/// Decodes a message. Nothing in it is trusted: every length is checked against the bytes present, and every text must
/// be UTF-8.
struct WireReader {
  /// Why a message can't have come from the other side.
  struct Malformed: Error, Hashable {
    var what: String

    /// A message, or a list in it, is longer than the other side ever sends.
    static let tooLarge = Malformed(what: "it is larger than allowed")
  }

  private let bytes: [UInt8]
  private var position = 0

  init(_ bytes: [UInt8]) { self.bytes = bytes }

  /// The size of the message, in bytes.
  var messageSize: Int { bytes.count }

  var isAtEnd: Bool { position == bytes.count }

  mutating func byte() throws(Malformed) -> UInt8 {
    guard position < bytes.count else { throw Malformed(what: "it ends too early") }
    defer { position += 1 }
    return bytes[position]
  }

  mutating func unsigned() throws(Malformed) -> UInt64 {
    var value: UInt64 = 0
    for shift in stride(from: UInt64(0), to: 64, by: 7) {
      let byte = try byte()
      value |= UInt64(byte & 0x7F) << shift
      if byte < 0x80 { return value }
    }
    throw Malformed(what: "a number is too long")
  }

  mutating func integer() throws(Malformed) -> Int {
    let value = try unsigned()
    return Int(Int64(bitPattern: value >> 1) ^ -Int64(bitPattern: value & 1))
  }

  mutating func flag() throws(Malformed) -> Bool {
    switch try byte() {
    case 0: return false
    case 1: return true
    default: throw Malformed(what: "a Boolean is neither 0 nor 1")
    }
  }

  mutating func number() throws(Malformed) -> Double {
    var pattern: UInt64 = 0
    for shift in stride(from: UInt64(0), to: 64, by: 8) { pattern |= UInt64(try byte()) << shift }
    return Double(bitPattern: pattern)
  }

  mutating func text() throws(Malformed) -> String {
    let count = try unsigned()
    guard count <= UInt64(bytes.count - position) else { throw Malformed(what: "a text is longer than the message") }
    let range = position..<position + Int(count)
    // SAFETY: the range was checked against the bytes present.
    let text = bytes.withUnsafeBufferPointer { String(validUTF8: UnsafeBufferPointer(rebasing: $0[range])) }
    guard let text else { throw Malformed(what: "a text is not UTF-8") }
    position += Int(count)
    return text
  }

  /// A count of items that take at least one byte each, so no count can ask for more memory than its message has.
  mutating func count() throws(Malformed) -> Int {
    let count = try unsigned()
    guard count <= UInt64(bytes.count - position) else { throw Malformed(what: "a list is longer than the message") }
    return Int(count)
  }
}
