internal import AudioComponents

/// The declaration at the beginning, and references to characters.
extension XMLReader {
  /// `<?xml version="1.0" encoding="UTF-8"?>`, which may be absent.
  mutating func readDeclaration() throws(UserDataError) {
    guard has("<?xml"), position + 5 < bytes.count, Self.isSpace(bytes[position + 5]) else { return }
    let start = position
    guard let end = bytes[start...].firstIndex(of: UInt8(ascii: ">")), bytes[end - 1] == UInt8(ascii: "?") else {
      throw error(at: start, "the declaration does not end")
    }
    let words = bytes[start + 5..<end - 1].split { Self.isSpace($0) || "=\"'".utf8.contains($0) }.map(Self.text)
    let encoding = words.firstIndex(of: "encoding").flatMap { words.indices.contains($0 + 1) ? words[$0 + 1] : nil }
    if let encoding, !["utf-8", "us-ascii"].contains(encoding.lowercased()) {
      throw error(at: start, "its encoding is `\(encoding.prefix(40))`; only UTF-8 is read")
    }
    position = end + 1
  }

  /// The character that a reference stands for.
  mutating func readReference() throws(UserDataError) -> Unicode.Scalar {
    let start = position
    position += 1
    // This is long enough for the longest reference.
    guard let end = bytes[position...].prefix(12).firstIndex(of: UInt8(ascii: ";")) else {
      throw error(at: start, "`&` does not begin a reference; write &amp;")
    }
    let name = Self.text(bytes[position..<end])
    position = end + 1
    switch name {
    case "amp": return "&"
    case "lt": return "<"
    case "gt": return ">"
    case "quot": return "\""
    case "apos": return "'"
    default:
      if name.utf8.first == UInt8(ascii: "#") {
        if let scalar = Self.scalar(Substring(name.utf8.dropFirst())) { return scalar }
        throw error(at: start, "`&\(name);` is not a character that XML allows")
      }
      throw error(at: start, "the entity `&\(name);` is not known")
    }
  }

  /// The character with a number: decimal digits, or `x` and hexadecimal ones.
  private static func scalar(_ number: Substring) -> Unicode.Scalar? {
    let isHexadecimal = number.utf8.first == UInt8(ascii: "x")
    let digits = isHexadecimal ? number.dropFirst() : number
    guard digits.utf8.first != UInt8(ascii: "+"), let value = UInt32(digits, radix: isHexadecimal ? 16 : 10) else {
      return nil
    }
    switch value {
    case 0x09, 0x0A, 0x0D, 0x20...0xFFFD, 0x10000...: return Unicode.Scalar(value)
    default: return nil
    }
  }
}
