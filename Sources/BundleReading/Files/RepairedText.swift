/// Text as UTF-8 that another encoding, such as Latin-1, has spoilt.
enum RepairedText {
  /// The bytes with U+FFFD in place of each part that is not UTF-8; nil if all of it is.
  static func utf8(of bytes: UnsafeRawBufferPointer) -> [UInt8]? {
    // Decoding repairs, and changes nothing that is valid.
    let repaired = Array(String(decoding: bytes, as: UTF8.self).utf8)
    return repaired.elementsEqual(bytes) ? nil : repaired
  }
}
