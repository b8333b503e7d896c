internal import ComponentModel

/// The checksums of what searches look words up in, of 32 bits.
enum IndexChecksum {
  /// The checksum of texts, and of a number beside them.
  static func of(_ texts: String..., number: Int64? = nil) -> Int64 {
    var hash = StableHash()
    if let number { hash.add(UInt64(bitPattern: number)) }
    for text in texts { hash.add(text) }
    return Int64(hash.value >> 32)
  }
}
