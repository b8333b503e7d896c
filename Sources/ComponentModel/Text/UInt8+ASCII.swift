/// Letters and digits of ASCII, which need no Unicode tables.
extension UInt8 {
  /// Whether the byte is a digit from `0` to `9`.
  @inlinable package var isASCIIDigit: Bool { self >= 0x30 && self <= 0x39 }

  /// Whether the byte is a letter from `A` to `Z` or from `a` to `z`.
  @inlinable package var isASCIILetter: Bool { self | 0x20 >= 0x61 && self | 0x20 <= 0x7A }

  /// Whether the byte is one of either.
  @inlinable package var isASCIILetterOrDigit: Bool { isASCIILetter || isASCIIDigit }

  /// The byte in lower case if it is a letter from `A` to `Z`.
  @inlinable package var loweredASCII: UInt8 { self >= 0x41 && self <= 0x5A ? self | 0x20 : self }
}

extension String {
  /// A number of at least `width` digits, with zeros before it.
  package init(_ number: some BinaryInteger, radix: Int = 10, uppercase: Bool = false, width: Int) {
    let digits = String(number, radix: radix, uppercase: uppercase)
    self = String(repeating: "0", count: Swift.max(0, width - digits.utf8.count)) + digits
  }
}

extension Substring {
  /// The text without spaces at its ends.
  package var withoutOuterSpaces: Substring {
    var bytes = utf8
    while bytes.first == UInt8(ascii: " ") { bytes.removeFirst() }
    while bytes.last == UInt8(ascii: " ") { bytes.removeLast() }
    return Substring(bytes)
  }
}
