/// Letters and digits of ASCII, which need no Unicode tables.
extension UInt8 {
  /// Whether the byte is a digit from `0` to `9`.
  @inlinable package var isASCIIDigit: Bool { self >= 0x30 && self <= 0x39 }

  /// Whether the byte is a letter from `A` to `Z` or from `a` to `z`.
  @inlinable package var isASCIILetter: Bool { self | 0x20 >= 0x61 && self | 0x20 <= 0x7A }

  /// Whether the byte is a letter or digit of ASCII.
  @inlinable package var isASCIILetterOrDigit: Bool { isASCIILetter || isASCIIDigit }

  /// The byte in lower case if it is a letter from `A` to `Z`, else the byte itself.
  @inlinable package var loweredASCII: UInt8 { self >= 0x41 && self <= 0x5A ? self | 0x20 : self }
}

extension String {
  /// Creates the text of a number, with leading zeros if it has fewer than `width` digits.
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

/// The words of texts in ASCII, which most names are: they need no Unicode library.
package enum ASCIIWords {
  /// The runs of letters and digits in lower case; nil for a text that is not in ASCII.
  package static func words(of text: String) -> [String]? {
    var text = text
    return text.withUTF8 { bytes in
      guard bytes.allSatisfy({ $0 < 0x80 }) else { return nil }
      var words: [String] = []
      var start = 0
      for index in 0...bytes.count where index == bytes.count || !bytes[index].isASCIILetterOrDigit {
        if index > start { words.append(lowercased(bytes, from: start, to: index)) }
        start = index + 1
      }
      return words
    }
  }

  private static func lowercased(_ bytes: UnsafeBufferPointer<UInt8>, from start: Int, to end: Int) -> String {
    // SAFETY: The buffer has room for as many bytes as there are, and each is written before it is read.
    String(unsafeUninitializedCapacity: end - start) { buffer in
      for position in start..<end { buffer[position - start] = bytes[position].loweredASCII }
      return end - start
    }
  }
}
