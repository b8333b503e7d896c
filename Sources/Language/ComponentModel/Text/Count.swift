/// Numbers of things, in English.
package enum Count {
  /// A number with its noun: `1 component`, `2 components`.
  ///
  /// - Parameter plural: the plural of the noun; nil for one that takes an `s`.
  package static func text(_ count: some BinaryInteger, _ noun: String, plural: String? = nil) -> String {
    "\(count) \(count == 1 ? noun : plural ?? noun + "s")"
  }
}
