/// A 64-bit hash that is the same in every process and version, for fingerprints kept in the catalog.
///
/// It takes eight bytes at a time, multiplies them by the golden ratio and mixes them. It detects changes; it does not
/// resist deliberate collisions, with which an author could only hide changes to their own bundle.
package struct StableHash: Sendable {
  private var state: UInt64

  /// Creates a hash of nothing. The initial state is digits of pi, so that nobody has chosen it.
  package init() { state = 0x243F_6A88_85A3_08D3 }

  /// The hash of everything that was added.
  package var value: UInt64 { mixed(state) }

  /// Adds a number to the hash.
  package mutating func add(_ word: UInt64) {
    state = (state ^ word) &* 0x9E37_79B9_7F4A_7C15
    state ^= state >> 32
  }

  /// Adds bytes, and their count, so that adding two runs differs from adding one.
  package mutating func add(_ bytes: UnsafeRawBufferPointer) {
    // SAFETY: Each offset is checked against the count before a word is loaded, in `addBlocks` as well.
    var offset = addBlocks(bytes)
    while offset + 8 <= bytes.count {
      add(Self.word(bytes, offset))
      offset += 8
    }
    var rest: UInt64 = 0
    while offset < bytes.count {
      rest = rest << 8 | UInt64(bytes[offset])
      offset += 1
    }
    add(rest)
    add(UInt64(bytes.count))
  }

  /// Adds blocks of 32 bytes in four independent chains, which a processor multiplies in parallel.
  ///
  /// - Returns: the number of bytes added; 0 for a short run.
  private mutating func addBlocks(_ bytes: UnsafeRawBufferPointer) -> Int {
    guard bytes.count >= 256 else { return 0 }
    var (a, b, c, d) = (StableHash(), StableHash(), StableHash(), StableHash())
    var offset = 0
    while offset + 32 <= bytes.count {
      a.add(Self.word(bytes, offset))
      b.add(Self.word(bytes, offset + 8))
      c.add(Self.word(bytes, offset + 16))
      d.add(Self.word(bytes, offset + 24))
      offset += 32
    }
    for chain in [a, b, c, d] { add(chain.state) }
    return offset
  }

  private static func word(_ bytes: UnsafeRawBufferPointer, _ offset: Int) -> UInt64 {
    // SAFETY: Callers have eight bytes at the offset.
    UInt64(littleEndian: bytes.loadUnaligned(fromByteOffset: offset, as: UInt64.self))
  }

  /// Adds a text's UTF-8 bytes.
  package mutating func add(_ text: String) {
    var text = text
    // SAFETY: The buffer is used only during the call.
    text.withUTF8 { add(UnsafeRawBufferPointer($0)) }
  }

  private func mixed(_ word: UInt64) -> UInt64 {
    let once = (word ^ word >> 31) &* 0xBF58_476D_1CE4_E5B9
    return once ^ once >> 29
  }
}
