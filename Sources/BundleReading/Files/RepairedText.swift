/// Text in another encoding, such as Latin-1, repaired to UTF-8.
enum RepairedText {
  /// The bytes with U+FFFD in place of each part that is not UTF-8; nil if they all are.
  static func utf8(of bytes: UnsafeRawBufferPointer) -> [UInt8]? {
    // SAFETY: The bytes are copied before this returns.
    // Decoding replaces invalid parts and changes nothing else.
    let repaired = Array(String(decoding: bytes, as: UTF8.self).utf8)
    return repaired.elementsEqual(bytes) ? nil : repaired
  }
}
