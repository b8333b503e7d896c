extension JSON {
  /// The value as one line of JSON in UTF-8.
  package var encoded: String {
    var bytes: [UInt8] = []
    append(to: &bytes)
    return String(decoding: bytes, as: UTF8.self)
  }

  /// Appends the value as one line of JSON in UTF-8.
  package func append(to bytes: inout [UInt8]) {
    switch self {
    case .null: bytes.append(contentsOf: "null".utf8)
    case .bool(let value): bytes.append(contentsOf: (value ? "true" : "false").utf8)
    case .int(let value): bytes.append(contentsOf: String(value).utf8)
    case .number(let value): Self.append(value, to: &bytes)
    case .string(let text): Self.append(text, to: &bytes)
    case .array(let values):
      bytes.append(UInt8(ascii: "["))
      for (index, value) in values.enumerated() {
        if index > 0 { bytes.append(UInt8(ascii: ",")) }
        value.append(to: &bytes)
      }
      bytes.append(UInt8(ascii: "]"))
    case .object(let members):
      bytes.append(UInt8(ascii: "{"))
      for (index, member) in members.enumerated() {
        if index > 0 { bytes.append(UInt8(ascii: ",")) }
        Self.append(member.key, to: &bytes)
        bytes.append(UInt8(ascii: ":"))
        member.value.append(to: &bytes)
      }
      bytes.append(UInt8(ascii: "}"))
    }
  }

  private static func append(_ number: Double, to bytes: inout [UInt8]) {
    if let whole = Int(exactly: number), abs(whole) < 1 << 53 {
      bytes.append(contentsOf: String(whole).utf8)
    } else {
      bytes.append(contentsOf: (number.isFinite ? "\(number)" : "null").utf8)
    }
  }

  /// Appends a string. Terminal controls (C0, DEL, C1, bidirectional controls) and Unicode's line separators are
  /// escaped: parsers read the same text, and no text from a file can control a terminal.
  private static func append(_ text: String, to bytes: inout [UInt8]) {
    bytes.append(UInt8(ascii: "\""))
    defer { bytes.append(UInt8(ascii: "\"")) }
    if appendPlain(text, to: &bytes) { return }
    var lead: (first: UInt8, second: UInt8) = (0, 0)
    for byte in text.utf8 {
      switch byte {
      case UInt8(ascii: "\""), UInt8(ascii: "\\"): bytes.append(contentsOf: [UInt8(ascii: "\\"), byte])
      case 0x0A: bytes.append(contentsOf: "\\n".utf8)
      case 0x0D: bytes.append(contentsOf: "\\r".utf8)
      case 0x09: bytes.append(contentsOf: "\\t".utf8)
      case 0..<0x20, 0x7F: appendEscape(UInt16(byte), to: &bytes)
      case 0x80..<0xC0:
        bytes.append(byte)
        if let (unit, length) = harmful(lead, byte) {
          bytes.removeLast(length)
          appendEscape(unit, to: &bytes)
        }
      default: bytes.append(byte)
      }
      lead = (lead.second, byte)
    }
  }

  /// The fast path: appends a text that needs no escapes, as nearly every text does.
  private static func appendPlain(_ text: String, to bytes: inout [UInt8]) -> Bool {
    var text = text
    return text.withUTF8 { plain in
      let needsNone = plain.allSatisfy {
        $0 >= 0x20 && $0 < 0x7F && $0 != UInt8(ascii: "\"") && $0 != UInt8(ascii: "\\")
      }
      if needsNone { bytes.append(contentsOf: plain) }
      return needsNone
    }
  }

  /// Encodes a list of texts as one line of JSON without building a tree.
  package static func encoded(_ texts: [String]) -> String {
    var bytes: [UInt8] = [UInt8(ascii: "[")]
    for (index, text) in texts.enumerated() {
      if index > 0 { bytes.append(UInt8(ascii: ",")) }
      append(text, to: &bytes)
    }
    bytes.append(UInt8(ascii: "]"))
    return String(decoding: bytes, as: UTF8.self)
  }

  /// The scalar that ends with `last`, with its length in UTF-8, if it is a C1 control, a bidirectional control, or a
  /// line or paragraph separator.
  private static func harmful(_ lead: (first: UInt8, second: UInt8), _ last: UInt8) -> (unit: UInt16, length: Int)? {
    switch (lead.first, lead.second, last) {
    case (_, 0xC2, 0x80..<0xA0): (UInt16(last), 2)
    case (_, 0xD8, 0x9C): (0x061C, 2)
    case (0xE2, 0x80, 0x8E...0x8F), (0xE2, 0x80, 0xA8...0xAE): (0x2000 | UInt16(last & 0x3F), 3)
    case (0xE2, 0x81, 0xA6...0xA9): (0x2040 | UInt16(last & 0x3F), 3)
    default: nil
    }
  }

  private static func appendEscape(_ unit: UInt16, to bytes: inout [UInt8]) {
    bytes.append(contentsOf: "\\u\(String(unit, radix: 16, width: 4))".utf8)
  }
}
