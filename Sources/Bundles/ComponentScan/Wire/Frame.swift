internal import ComponentModel

/// One message on the connection: its length as four bytes, least significant first, then the message.
enum Frame {
  static func encode(_ value: some WireValue) -> [UInt8] {
    var writer = WireWriter()
    value.write(to: &writer)
    let count = UInt32(writer.bytes.count)
    return (0..<4).map { UInt8(truncatingIfNeeded: count >> (8 * $0)) } + writer.bytes
  }

  static func decode<Value: WireValue>(_ type: Value.Type, from bytes: [UInt8]) throws(MessageProblem) -> Value {
    var reader = WireReader(bytes)
    let value = try Value(from: &reader)
    guard reader.isAtEnd else { throw MessageProblem.trailingBytes }
    return value
  }

  /// Assembles arriving bytes into whole messages.
  struct Assembler {
    private var bytes: [UInt8] = []
    private var start = 0

    mutating func append(_ more: some Collection<UInt8>) {
      if start > 0 {
        bytes.removeFirst(start)
        start = 0
      }
      bytes.append(contentsOf: more)
    }

    mutating func next() throws(MessageProblem) -> [UInt8]? {
      guard bytes.count - start >= 4 else { return nil }
      let count = (0..<4).reduce(0) { $0 | Int(bytes[start + $1]) << (8 * $1) }
      guard count <= ScanLimits.frame else { throw MessageProblem.tooLarge }
      guard bytes.count - start - 4 >= count else { return nil }
      defer { start += 4 + count }
      return Array(bytes[start + 4..<start + 4 + count])
    }
  }
}
