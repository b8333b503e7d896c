internal import ComponentModel

/// The 32-bit checksums of the index in which searches look up words.
enum IndexChecksum {
  /// The checksum of texts, and optionally of a number.
  static func of(_ texts: String..., number: Int64? = nil) -> Int64 {
    var hash = StableHash()
    if let number { hash.add(UInt64(bitPattern: number)) }
    for text in texts { hash.add(text) }
    return Int64(hash.value >> 32)
  }
}
