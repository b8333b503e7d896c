public import ComponentModel

extension ComponentPredicate {
  /// A value for a `%@` in the text of a predicate. It is never parsed as part of that text: whatever it
  /// contains, it stays one value.
  public indirect enum Argument: Hashable, Sendable {
    /// A text, as if it had been typed in quotes.
    case text(String)
    /// A text as typed into a field or after an option. It becomes what its key compares with: a number or a Boolean if
    /// its spelling is one, else a text; never `nil`.
    case typed(String)
    /// A number, which must be finite.
    case number(Double)
    /// `yes` or `no`.
    case flag(Bool)
    /// `nil`.
    case null
    /// The set of `IN`, the two bounds of `BETWEEN`, or the words after `~`. Holds no lists.
    case list([Argument])
  }
}

/// A type that can be passed for a `%@`: texts, numbers, Booleans, times, optionals, and arrays of them.
///
/// ```swift
/// let named = try ComponentPredicate(parsing: "name == %@ AND audioInputs == %@", arguments: [component.name, 2])
/// ```
public protocol PredicateArgument: Sendable {
  /// The value that stands for the `%@`.
  var predicateArgument: ComponentPredicate.Argument { get }
}

extension ComponentPredicate.Argument: PredicateArgument {
  /// The argument, as it is.
  public var predicateArgument: ComponentPredicate.Argument { self }
}

extension String: PredicateArgument {
  /// The string as a text.
  public var predicateArgument: ComponentPredicate.Argument { .text(self) }
}

extension Substring: PredicateArgument {
  /// The substring as a text.
  public var predicateArgument: ComponentPredicate.Argument { .text(String(self)) }
}

extension Int: PredicateArgument {
  /// The number; beyond 2⁵³, the nearest `Double`.
  public var predicateArgument: ComponentPredicate.Argument { .number(Double(self)) }
}

extension Double: PredicateArgument {
  /// The value as a number.
  public var predicateArgument: ComponentPredicate.Argument { .number(self) }
}

extension Bool: PredicateArgument {
  /// `yes` or `no`.
  public var predicateArgument: ComponentPredicate.Argument { .flag(self) }
}

extension ComponentType: PredicateArgument {
  /// The type's raw value, as in `type`.
  public var predicateArgument: ComponentPredicate.Argument { .text(rawValue) }
}

extension Version: PredicateArgument {
  /// The version as a text.
  public var predicateArgument: ComponentPredicate.Argument { .text(description) }
}

extension UTCTime: PredicateArgument {
  /// The time to the second, as the language writes it.
  public var predicateArgument: ComponentPredicate.Argument { .text(description) }
}

extension Optional: PredicateArgument where Wrapped: PredicateArgument {
  /// The value, or `nil`.
  public var predicateArgument: ComponentPredicate.Argument { self?.predicateArgument ?? .null }
}

extension Array: PredicateArgument where Element: PredicateArgument {
  /// A list of the values.
  public var predicateArgument: ComponentPredicate.Argument { .list(map(\.predicateArgument)) }
}

extension ComponentPredicate.Argument {
  /// The approximate size of the argument's text. Nested lists, which are refused later, don't count.
  var size: Int {
    guard case .list(let members) = self else { return scalarSize }
    return members.reduce(8) { $0 + $1.scalarSize }
  }

  private var scalarSize: Int {
    switch self {
    case .text(let text), .typed(let text): text.utf8.count + 4
    case .number, .flag, .null: 8
    case .list: 0
    }
  }
}
