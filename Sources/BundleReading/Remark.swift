/// What a scan remarks of a plugin that it takes nevertheless.
package enum Remark {
  /// The plugin has no `doap:name`.
  package static let noName = "it has no name (doap:name)"
  /// Goes before the symbol that two ports have.
  package static let sameSymbol = "two ports have the symbol "
}
