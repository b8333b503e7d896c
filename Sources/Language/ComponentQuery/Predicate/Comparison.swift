public import ComponentModel

/// One comparison of a predicate: `ANY tag LIKE[c] "*verb*"`.
public struct Comparison: Hashable, Sendable {
  /// How the value of the key and the value of the comparison are compared; the raw value is the canonical spelling.
  public enum Operator: String, CaseIterable, Hashable, Sendable {
    /// Equal to the value.
    case equal = "=="
    /// Not equal to the value; for a list, no element is equal to it.
    case notEqual = "!="
    /// A smaller number, an earlier date or version, or a text before the other.
    case less = "<"
    /// ``less`` or ``equal``.
    case lessOrEqual = "<="
    /// A larger number, a later date or version, or a text after the other.
    case greater = ">"
    /// ``greater`` or ``equal``.
    case greaterOrEqual = ">="
    /// The text is a part of the key's text; with a key of a whole list (`tags`), an element is equal to it.
    case contains = "CONTAINS"
    /// The key's text begins with the text.
    case beginsWith = "BEGINSWITH"
    /// The key's text ends with the text.
    case endsWith = "ENDSWITH"
    /// The whole text matches a pattern, in which `*` stands for any text and `?` for one character.
    case like = "LIKE"
    /// The whole text matches a regular expression in ICU's syntax.
    case matches = "MATCHES"
    /// One of the values of a set.
    case `in` = "IN"
    /// From the first bound of a range to the second, both included.
    case between = "BETWEEN"

    /// Whether the operator asks which of two values comes first.
    package var isOrder: Bool {
      switch self {
      case .less, .lessOrEqual, .greater, .greaterOrEqual, .between: true
      default: false
      }
    }

    /// Whether the operator looks at parts of a text.
    package var isTextual: Bool {
      switch self {
      case .contains, .beginsWith, .endsWith, .like, .matches: true
      default: false
      }
    }
  }

  /// How many elements of a list must satisfy the comparison.
  public enum Quantifier: String, CaseIterable, Hashable, Sendable {
    /// At least one (`ANY`, `SOME`).
    case any = "ANY"
    /// Every one; true of an empty list.
    case all = "ALL"
    /// None; true of an empty list.
    case none = "NONE"
  }

  /// The key that is compared.
  public var key: Key
  /// Whether the number of the key's values is compared (`tags.@count`).
  public var isCount: Bool
  /// For a list: how many elements must satisfy the comparison; nil if the text doesn't say. Then one is enough,
  /// and for `!=` none may be equal.
  public var quantifier: Quantifier?
  /// How the key is compared.
  public var comparisonOperator: Operator
  /// The modifiers `[c]` and `[d]`. For tags, which never depend on case, only `[d]`.
  public var options: TextOptions
  /// The value to compare with.
  public var value: Value

  /// A comparison. Its parts are not checked against each other; the parser does that.
  public init(
    key: Key, operator comparisonOperator: Operator, value: Value, options: TextOptions = [],
    quantifier: Quantifier? = nil, isCount: Bool = false
  ) {
    self.key = key
    self.isCount = isCount
    self.quantifier = quantifier
    self.comparisonOperator = comparisonOperator
    self.options = options
    self.value = value
  }
}

extension Comparison {
  /// The meaning of a comparison with a list: how many elements must satisfy which operator.
  package struct ListReading: Hashable, Sendable {
    /// How many elements of a list must match.
    package var quantifier: Quantifier
    /// The test for each element.
    package var elementOperator: Operator
  }

  /// The meaning of a comparison with a list, with defaults filled in.
  ///
  /// Without a quantifier one element is enough; `!=` is NOT `==`; and a whole list (`tags`) `CONTAINS` what equals one
  /// of its elements.
  package var listReading: ListReading {
    if let quantifier { return ListReading(quantifier: quantifier, elementOperator: comparisonOperator) }
    switch comparisonOperator {
    case .notEqual: return ListReading(quantifier: .none, elementOperator: .equal)
    case .contains where key.isWholeList: return ListReading(quantifier: .any, elementOperator: .equal)
    default: return ListReading(quantifier: .any, elementOperator: comparisonOperator)
    }
  }
}

extension Comparison.Quantifier {
  /// Whether enough of `elements` satisfy `test`.
  func holds<Element>(_ elements: [Element], _ test: (Element) throws -> Bool) rethrows -> Bool {
    switch self {
    case .any: try elements.contains(where: test)
    case .all: try elements.allSatisfy(test)
    case .none: try !elements.contains(where: test)
    }
  }
}
