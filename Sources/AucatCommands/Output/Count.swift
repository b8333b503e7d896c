/// Numbers of things, in English.
enum Count {
  /// `1 component`, `2 components`.
  ///
  /// - Parameter plural: the noun for several; nil for one that takes an `s`.
  static func text(_ count: Int, _ noun: String, plural: String? = nil) -> String {
    "\(count) \(count == 1 ? noun : plural ?? noun + "s")"
  }
}
