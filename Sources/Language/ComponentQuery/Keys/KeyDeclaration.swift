package import ComponentModel

/// Everything that the language, the store, `#Predicate` and the output need to know about a key.
package struct KeyDeclaration: Sendable {
  /// How to get the value from a component.
  package enum Value: Sendable {
    case text(@Sendable (Component) -> String?)
    case number(@Sendable (Component) -> Int?)
    /// A number that is not counted but measured.
    case measure(@Sendable (Component) -> Double?)
    /// A Boolean that is computed.
    case flag(@Sendable (Component) -> Bool)
    /// A Boolean that may be unknown.
    case optionalFlag(@Sendable (Component) -> Bool?)
    case storedFlag(StoredFlag)
    case texts(@Sendable (Component) -> [String])
    case details(@Sendable (ComponentDetails) -> [String])
    case detailText(@Sendable (ComponentDetails) -> String?)
    /// The ranges of the parameters with a quantity.
    case ranges(ParameterQuantity)
    /// The tags that the closure accepts.
    case tags(@Sendable (Tag) -> Bool)
  }

  /// How to get the value from the catalog's table `component`.
  package enum Column: Sendable {
    /// A column that is never NULL.
    case column(StaticString)
    /// A column that is NULL if the value is unknown.
    case optional(StaticString)
    /// No column of its own: the store has an expression for it, or evaluates it separately.
    case expression
    /// As ``expression``, but the value may be unknown.
    case optionalExpression
  }

  /// Whether the value may be missing.
  package var isOptional: Bool {
    switch column {
    case .optional, .optionalExpression: true
    case .column, .expression: false
    }
  }

  /// A Boolean that a component holds.
  package struct StoredFlag: Sendable {
    package typealias Property = any WritableKeyPath<Component, Bool> & Sendable

    /// The name of the property in Swift.
    package let name: String
    /// The property. A closure, because making a key path is too slow for keys that a search doesn't name.
    package let property: @Sendable () -> Property
    /// Its value from a scan; nil if no scan decides it.
    package let scanned: (@Sendable (ComponentTraits) -> Bool)?
    /// How `aucat info` shows it.
    package let info: Info
  }

  /// How `aucat info` shows a Boolean.
  package enum Info: Hashable, Sendable {
    /// A line of its own if it is true.
    case line(label: String, text: String)
    /// As part of another line.
    case composed
    /// In no list or table.
    case hidden
  }

  package let kind: Key.Kind
  package let value: Value
  package let column: Column
  /// Another spelling: Apple's name, or the property's in Swift.
  package let alias: String?
  /// Its description in Markdown, as on the page of the language.
  package let documentation: String
  /// A predicate that shows how to use the key.
  package let example: String

  init(
    kind: Key.Kind, _ documentation: String, example: String, alias: String? = nil, column: Column = .expression,
    _ value: Value
  ) {
    self.kind = kind
    self.documentation = documentation
    self.example = example
    self.value = value
    self.column = column
    self.alias = alias
  }
}

extension Key {
  /// The Booleans that components hold, in the order of the output.
  package static let storedFlags: [(key: Key, flag: KeyDeclaration.StoredFlag)] = allCases.compactMap { key in
    if case .storedFlag(let flag) = key.declaration.value { (key, flag) } else { nil }
  }
}
