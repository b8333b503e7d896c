import ComponentModel

/// A JSON value from its text.
enum JSONText {
  static func value(_ text: String) -> JSON? { JSON(text) }
}
