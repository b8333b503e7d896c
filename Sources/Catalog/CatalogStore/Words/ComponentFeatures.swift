internal import ComponentModel

/// The facts about a component that ranking needs without reading its row.
package struct ComponentFeatures: Hashable {
  /// The number of words in its name, at most 255.
  package var nameWords: UInt8 = 0
  /// The number of its system tags, at most 255.
  package var tags: UInt8 = 0
  /// A hash of its variants' common part; 0 if unknown.
  package var variant: UInt32 = 0

  /// The hash of a component's group of variants, by its own texts: see ``VariantName``.
  static func variant(name: String, manufacturer: String?, bundle: String) -> UInt32 {
    var hash = StableHash()
    hash.add(VariantName.group(name: name, manufacturer: manufacturer, bundle: bundle))
    return max(1, UInt32(truncatingIfNeeded: hash.value))
  }
}

/// The features of a block's components, as the column `word_block.features` has them.
struct FeatureBlock {
  /// Two bytes per component: the number of words in its name, and that of its tags.
  private var counts: [UInt8] = []
  private var variants: [UInt32] = []
  /// The start of the variants: programs that know only the counts read the bytes before it.
  private static let variantStart = 2 << Int(PostingBlock.shift)
  private static let end = variantStart + 4 << Int(PostingBlock.shift)

  init() {}

  /// The block with these bytes.
  init(_ bytes: UnsafeRawBufferPointer) {
    // SAFETY: The stride ends where fewer than four bytes are left.
    counts = Array(bytes.prefix(Self.variantStart))
    for position in stride(from: Self.variantStart, to: min(bytes.count, Self.end) - 3, by: 4) {
      variants.append(UInt32(littleEndian: bytes.loadUnaligned(fromByteOffset: position, as: UInt32.self)))
    }
  }

  /// The bytes. They end with the last component that has features, so that they don't depend on what the block
  /// contained before.
  var bytes: [UInt8] {
    var counts = counts
    guard let last = variants.lastIndex(where: { $0 != 0 }) else {
      while counts.suffix(2).elementsEqual([0, 0]) { counts.removeLast(2) }
      return counts
    }
    counts += Array(repeating: 0, count: Self.variantStart - counts.count)
    // SAFETY: The four bytes of a number are copied.
    for variant in variants[...last] { withUnsafeBytes(of: variant.littleEndian) { counts += $0 } }
    return counts
  }

  /// The features of the component at a place of the block.
  subscript(offset: Int) -> ComponentFeatures {
    get {
      guard offset * 2 + 1 < counts.count else { return ComponentFeatures() }
      let variant = offset < variants.count ? variants[offset] : 0
      return ComponentFeatures(nameWords: counts[offset * 2], tags: counts[offset * 2 + 1], variant: variant)
    }
    set {
      if counts.count < offset * 2 + 2 { counts += Array(repeating: 0, count: offset * 2 + 2 - counts.count) }
      if variants.count <= offset { variants += Array(repeating: 0, count: offset + 1 - variants.count) }
      (counts[offset * 2], counts[offset * 2 + 1], variants[offset]) = (
        newValue.nameWords, newValue.tags, newValue.variant
      )
    }
  }
}
