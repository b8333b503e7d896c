internal import ComponentModel

/// A value that scan and worker exchange.
protocol WireValue {
  init(from reader: inout WireReader) throws(MessageProblem)
  func write(to writer: inout WireWriter)
}

extension String: WireValue {
  init(from reader: inout WireReader) throws(MessageProblem) { self = try reader.text() }
  func write(to writer: inout WireWriter) { writer.write(self) }
}

extension Int: WireValue {
  init(from reader: inout WireReader) throws(MessageProblem) { self = try reader.integer() }
  func write(to writer: inout WireWriter) { writer.write(self) }
}

extension UInt64: WireValue {
  init(from reader: inout WireReader) throws(MessageProblem) { self = try reader.unsigned() }
  func write(to writer: inout WireWriter) { writer.write(self) }
}

extension Double: WireValue {
  init(from reader: inout WireReader) throws(MessageProblem) { self = try reader.number() }
  func write(to writer: inout WireWriter) { writer.write(self) }
}

extension Bool: WireValue {
  init(from reader: inout WireReader) throws(MessageProblem) { self = try reader.flag() }
  func write(to writer: inout WireWriter) { writer.write(self) }
}

extension Optional: WireValue where Wrapped: WireValue {
  init(from reader: inout WireReader) throws(MessageProblem) {
    self = try reader.flag() ? Wrapped(from: &reader) : nil
  }

  func write(to writer: inout WireWriter) {
    writer.write(self != nil)
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
    writer.write(UInt64(count))
    for element in self { element.write(to: &writer) }
  }
}
