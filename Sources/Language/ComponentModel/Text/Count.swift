/// Numbers of things, in English.
package enum Count {
  /// `1 component`, `2 components`.
  ///
  /// - Parameter plural: the noun for several; nil for one that takes an `s`.
  package static func text(_ count: some BinaryInteger, _ noun: String, plural: String? = nil) -> String {
    "\(count) \(count == 1 ? noun : plural ?? noun + "s")"
  }
}
