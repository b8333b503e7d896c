extension Comparison {
  /// The value that a key is compared with.
  public enum Value: Sendable {
    /// `nil`: unknown.
    case null
    /// A text; for an enumeration its canonical value, for a date the completed one.
    case text(String)
    /// A number, which is finite.
    case number(Double)
    /// `yes` or `no`.
    case flag(Bool)
    /// The set of `IN`, in the order of the text. Holds no sets and no ``null``.
    case set([Value])
    /// The least and the greatest value of `BETWEEN`.
    indirect case range(Value, Value)
  }
}

extension Comparison.Value {
  /// The text; nil for any other value.
  public var text: String? { if case .text(let text) = self { text } else { nil } }

  /// The number; nil for any other value.
  public var number: Double? { if case .number(let number) = self { number } else { nil } }

  /// The members of a set and the bounds of a range; else the value itself.
  public var members: [Comparison.Value] {
    switch self {
    case .set(let values): values
    case .range(let low, let high): [low, high]
    case .null, .text, .number, .flag: [self]
    }
  }
}

extension Comparison.Value: Hashable {
  /// Texts are equal when they have the same Unicode scalars.
  public static func == (a: Comparison.Value, b: Comparison.Value) -> Bool {
    switch (a, b) {
    case (.null, .null): true
    case (.text(let a), .text(let b)): ExactText(a) == ExactText(b)
    case (.number(let a), .number(let b)): a == b
    case (.flag(let a), .flag(let b)): a == b
    case (.set(let a), .set(let b)): a == b
    case (.range(let a, let c), .range(let b, let d)): a == b && c == d
    default: false
    }
  }

  /// Feeds the value to `hasher`.
  public func hash(into hasher: inout Hasher) {
    switch self {
    case .null: hasher.combine(0)
    case .text(let text): hasher.combine(ExactText(text))
    case .number(let number): hasher.combine(number)
    case .flag(let flag): hasher.combine(flag)
    case .set, .range: hasher.combine(members)
    }
  }
}
