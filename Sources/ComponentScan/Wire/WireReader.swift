internal import ComponentModel
internal import Linux

/// Decodes a message. Nothing in it is trusted: every length is checked against the bytes present, and every text must
/// be UTF-8.
struct WireReader {
  private let bytes: [UInt8]
  private var position = 0

  init(_ bytes: [UInt8]) { self.bytes = bytes }

  /// The size of the message, in bytes.
  var messageSize: Int { bytes.count }

  var isAtEnd: Bool { position == bytes.count }

  mutating func byte() throws(MessageProblem) -> UInt8 {
    guard position < bytes.count else { throw MessageProblem.cutOff }
    defer { position += 1 }
    return bytes[position]
  }

  mutating func unsigned() throws(MessageProblem) -> UInt64 {
    var value: UInt64 = 0
    for shift in stride(from: UInt64(0), to: 64, by: 7) {
      let byte = try byte()
      value |= UInt64(byte & 0x7F) << shift
      if byte < 0x80 { return value }
    }
    throw MessageProblem.longNumber
  }

  mutating func integer() throws(MessageProblem) -> Int {
    let value = try unsigned()
    return Int(Int64(bitPattern: value >> 1) ^ -Int64(bitPattern: value & 1))
  }

  mutating func flag() throws(MessageProblem) -> Bool {
    switch try byte() {
    case 0: return false
    case 1: return true
    default: throw MessageProblem.notABoolean
    }
  }

  mutating func number() throws(MessageProblem) -> Double {
    var pattern: UInt64 = 0
    for shift in stride(from: UInt64(0), to: 64, by: 8) { pattern |= UInt64(try byte()) << shift }
    return Double(bitPattern: pattern)
  }

  mutating func text() throws(MessageProblem) -> String {
    let count = try unsigned()
    guard count <= UInt64(bytes.count - position) else { throw MessageProblem.longText }
    let range = position..<position + Int(count)
    // SAFETY: the range was checked against the bytes present.
    let text = bytes.withUnsafeBufferPointer { String(validUTF8: UnsafeBufferPointer(rebasing: $0[range])) }
    guard let text else { throw MessageProblem.notUTF8 }
    position += Int(count)
    return text
  }

  /// A count of items that take at least one byte each, so no count can ask for more memory than its message has.
  mutating func count() throws(MessageProblem) -> Int {
    let count = try unsigned()
    guard count <= UInt64(bytes.count - position) else { throw MessageProblem.longList }
    return Int(count)
  }
}
