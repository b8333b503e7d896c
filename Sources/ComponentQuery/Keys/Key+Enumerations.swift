import ComponentModel

extension Key {
  /// The values that an enumeration can have; empty for a key of another kind.
  package var enumerationValues: [String] {
    switch self {
    case .type: ComponentType.allCases.map(\.rawValue)
    case .verdict: Verdict.allCases.map(\.rawValue)
    case .validation: ["passed", "warned", "failed", "crashed", "timedOut", "skipped"]
    case .realtime: ["proven", "claimed", "broken"]
    default: []
    }
  }

  /// The enumeration's value that `spelling` names, ignoring case; types also have English names.
  func enumerationValue(spelt spelling: String) -> String? {
    let wanted = loweredASCII(spelling)
    if let value = enumerationValues.first(where: { loweredASCII($0) == wanted }) { return value }
    guard self == .type else { return nil }
    return ComponentType.allCases.first { loweredASCII($0.englishName) == wanted }?.rawValue
  }
}
