internal import ComponentModel
internal import Linux

/// A value that scan and worker exchange.
protocol WireValue {
  init(from reader: inout WireReader) throws(MessageProblem)
  func write(to writer: inout WireWriter)
}

/// A record that declares its fields once, for reading and writing.
protocol WireRecord: WireValue {
  /// An empty record, for the reader to fill.
  static var blank: Self { get }

  /// Exchanges all fields, in the order of their declaration.
  mutating func exchange(_ wire: inout some WireExchange) throws(MessageProblem)
}

/// Reads or writes the fields of a record.
protocol WireExchange {
  /// Reads a field, or writes it; writing never fails.
  mutating func field(_ value: inout some WireValue) throws(MessageProblem)
}

extension WireRecord {
  init(from reader: inout WireReader) throws(MessageProblem) {
    self = .blank
    try exchange(&reader)
  }

  func write(to writer: inout WireWriter) {
    var fields = self
    try? fields.exchange(&writer)
  }
}

/// Builds one message between scan and worker: little-endian base-128 numbers and length-prefixed texts.
struct WireWriter: WireExchange {
  fileprivate(set) var bytes: [UInt8] = []

  mutating func field(_ value: inout some WireValue) { value.write(to: &self) }

  mutating func writeNumber(_ value: UInt64) {
    var rest = value
    while rest >= 0x80 {
      bytes.append(UInt8(truncatingIfNeeded: rest) | 0x80)
      rest >>= 7
    }
    bytes.append(UInt8(rest))
  }

  /// Writes a case's number and its payload.
  mutating func writeCase<each Payload: WireValue>(_ number: UInt64, _ payload: repeat each Payload) {
    writeNumber(number)
    repeat (each payload).write(to: &self)
  }
}

/// Decodes a message. Nothing in it is trusted: every length is checked against the bytes present, and every text must
/// be UTF-8.
struct WireReader: WireExchange {
  fileprivate let bytes: [UInt8]
  fileprivate var position = 0

  init(_ bytes: [UInt8]) { self.bytes = bytes }

  /// The size of the message, in bytes.
  var messageSize: Int { bytes.count }

  var isAtEnd: Bool { position == bytes.count }

  mutating func field<Value: WireValue>(_ value: inout Value) throws(MessageProblem) {
    value = try Value(from: &self)
  }

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

  /// A count of items that take at least one byte each, so no count can demand memory for more items than its message
  /// has bytes.
  mutating func count() throws(MessageProblem) -> Int {
    let count = try unsigned()
    guard count <= UInt64(bytes.count - position) else { throw MessageProblem.longList }
    return Int(count)
  }

  /// Reads a payload and makes a value from it.
  mutating func make<each Payload: WireValue, Value>(
    _ value: (repeat each Payload) -> Value
  ) throws(MessageProblem) -> Value {
    value(repeat try (each Payload)(from: &self))
  }
}

extension UInt64: WireValue {
  init(from reader: inout WireReader) throws(MessageProblem) { self = try reader.unsigned() }

  func write(to writer: inout WireWriter) { writer.writeNumber(self) }
}

extension Int: WireValue {
  init(from reader: inout WireReader) throws(MessageProblem) {
    let value = try reader.unsigned()
    self = Int(Int64(bitPattern: value >> 1) ^ -Int64(bitPattern: value & 1))
  }

  func write(to writer: inout WireWriter) {
    writer.writeNumber(UInt64(bitPattern: Int64((self << 1) ^ (self >> (Int.bitWidth - 1)))))
  }
}

extension Bool: WireValue {
  init(from reader: inout WireReader) throws(MessageProblem) {
    switch try reader.byte() {
    case 0: self = false
    case 1: self = true
    default: throw MessageProblem.notABoolean
    }
  }

  func write(to writer: inout WireWriter) { writer.bytes.append(self ? 1 : 0) }
}

extension Double: WireValue {
  init(from reader: inout WireReader) throws(MessageProblem) {
    var pattern: UInt64 = 0
    for shift in stride(from: UInt64(0), to: 64, by: 8) { pattern |= UInt64(try reader.byte()) << shift }
    self.init(bitPattern: pattern)
  }

  func write(to writer: inout WireWriter) {
    // SAFETY: The eight bytes of the number are copied.
    withUnsafeBytes(of: bitPattern.littleEndian) { writer.bytes.append(contentsOf: $0) }
  }
}

extension String: WireValue {
  init(from reader: inout WireReader) throws(MessageProblem) {
    let count = try reader.unsigned()
    guard count <= UInt64(reader.bytes.count - reader.position) else { throw MessageProblem.longText }
    let range = reader.position..<reader.position + Int(count)
    // SAFETY: the range was checked against the bytes present.
    let text = reader.bytes.withUnsafeBufferPointer { String(validUTF8: UnsafeBufferPointer(rebasing: $0[range])) }
    guard let text else { throw MessageProblem.notUTF8 }
    reader.position += Int(count)
    self = text
  }

  func write(to writer: inout WireWriter) {
    writer.writeNumber(UInt64(utf8.count))
    writer.bytes.append(contentsOf: utf8)
  }
}

/// An enumeration is exchanged as its raw value.
extension RawRepresentable where RawValue == String, Self: WireValue {
  init(from reader: inout WireReader) throws(MessageProblem) {
    guard let value = Self(rawValue: try String(from: &reader)) else { throw MessageProblem.unknownWord }
    self = value
  }

  func write(to writer: inout WireWriter) { rawValue.write(to: &writer) }
}

extension Optional: WireValue where Wrapped: WireValue {
  init(from reader: inout WireReader) throws(MessageProblem) {
    self = try Bool(from: &reader) ? Wrapped(from: &reader) : nil
  }

  func write(to writer: inout WireWriter) {
    (self != nil).write(to: &writer)
    self?.write(to: &writer)
  }
}

extension Array: WireValue where Element: WireValue {
  init(from reader: inout WireReader) throws(MessageProblem) {
    let count = try reader.count()
    self = []
    reserveCapacity(Swift.min(count, 1_024))
    for _ in 0..<count { append(try Element(from: &reader)) }
  }

  func write(to writer: inout WireWriter) {
    writer.writeNumber(UInt64(count))
    for element in self { element.write(to: &writer) }
  }
}
