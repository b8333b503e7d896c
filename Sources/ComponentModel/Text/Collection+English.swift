extension Collection {
  /// The first element in English, else the first of all.
  ///
  /// - Parameter language: its language tag (BCP 47); nil if it has none.
  package func inEnglish(_ language: (Element) -> String?) -> Element? {
    first { language($0)?.lowercased().hasPrefix("en") == true } ?? first
  }
}
