internal import ComponentModel

/// The facts about a component that ranking needs without reading its row: the table `component_feature`.
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
