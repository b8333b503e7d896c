internal import ComponentQuery

/// The fields in which words are found.
enum FieldScope: Hashable {
  /// Names, manufacturers, classes and URIs.
  case strong
  /// Every field.
  case all

  /// Whether a field is meant.
  func has(_ field: WordField) -> Bool { self == .all || field.isStrong }
}
