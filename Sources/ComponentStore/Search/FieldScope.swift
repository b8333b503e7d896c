internal import ComponentQuery

/// The fields in which to look for words.
enum FieldScope: Hashable {
  /// Names, manufacturers, classes and URIs.
  case strong
  /// Every field.
  case all

  /// Whether a field is included.
  func has(_ field: WordField) -> Bool { self == .all || field.isStrong }
}
