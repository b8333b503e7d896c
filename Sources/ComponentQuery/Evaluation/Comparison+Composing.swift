import ComponentModel

extension Comparison {
  /// Whether the comparison is of composed texts (NFC), so that it makes no difference how an accent is encoded.
  ///
  /// A text of ASCII characters alone is compared with what is stored as it is: nearly all texts are composed, and this is what
  /// SQLite can do itself.
  package var composesTexts: Bool {
    guard key.isForPeople else { return false }
    switch comparisonOperator {
    case .like, .matches: return true
    default: return !value.members.allSatisfy { $0.text?.utf8.allSatisfy { $0 < 0x80 } ?? true }
    }
  }
}

extension Key {
  /// Whether its texts are words for people. The others, such as URIs and paths, are identities, of which every byte counts.
  fileprivate var isForPeople: Bool {
    switch self {
    case .name, .typeName, .localizedType, .manufacturer, .license, .parameterName, .presetName: true
    default: false
    }
  }
}
