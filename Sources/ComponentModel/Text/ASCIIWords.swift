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
        if index > start { words.append(lowercased(bytes[start..<index])) }
        start = index + 1
      }
      return words
    }
  }

  private static func lowercased(_ bytes: Slice<UnsafeBufferPointer<UInt8>>) -> String {
    // SAFETY: The buffer has room for as many bytes as there are, and each is written before it is read.
    String(unsafeUninitializedCapacity: bytes.count) { buffer in
      for (position, byte) in bytes.enumerated() {
        buffer[position] = byte.loweredASCII
      }
      return bytes.count
    }
  }
}
