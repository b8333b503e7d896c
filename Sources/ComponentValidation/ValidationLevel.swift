/// How thorough a validation is. Each level has the tests of those before it.
package enum ValidationLevel: String, CaseIterable, Comparable, Hashable, Sendable {
  /// One run of a second at 48 kHz.
  case quick
  /// Sample rates, block lengths, signals, parameters, memory and state.
  case normal
  /// What hosts should not do, and plugins should survive.
  case strict

  package static func < (a: ValidationLevel, b: ValidationLevel) -> Bool { a.rank < b.rank }

  private var rank: Int {
    switch self {
    case .quick: 0
    case .normal: 1
    case .strict: 2
    }
  }
}
