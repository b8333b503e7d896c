public import ComponentModel

/// Whose view of the catalog is asked for, and in what language.
public struct CatalogView: Sendable {
  /// Canonical paths of the caller's roots, in the order of the search path.
  public var roots: [String]
  /// Names in the caller's language.
  public var naming: any ComponentNaming
  /// Text rules with the caller's collation.
  public var rules: any TextRules

  /// Whether a catalog that has no bundle of the roots answers with nothing, instead of ``NotScanned``.
  public var acceptsNothing = false

  /// A view.
  public init(roots: [String], naming: any ComponentNaming, rules: any TextRules) {
    self.roots = roots
    self.naming = naming
    self.rules = rules
  }
}

/// What a search gives.
public struct CatalogResult: Sendable {
  /// The components that match, by the caller's collation of their names.
  public var components: [Component]
  /// Bundles that are kept away from hosts and match, where they were asked for.
  public var quarantined: [QuarantinedBundle]
}

/// How a search was done: for people who wonder why it is slow, or what it found.
public struct QueryPlan: Sendable {
  /// The condition in SQL; nil where everything is filtered in memory.
  public var sql: String?
  /// SQLite's plan, one step a line.
  public var steps: [String]
  /// What is filtered in memory; nil where nothing is.
  public var filteredInMemory: String?
}

/// The catalog has no bundle of the caller's roots: they have to be scanned before anything can be found.
public struct NotScanned: Error, Hashable, Sendable {}
