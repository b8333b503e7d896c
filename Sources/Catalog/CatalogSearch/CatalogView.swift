package import ComponentModel

/// A caller's view of the catalog: its search path and language.
///
/// Caches belong to a view: reuse one for as long as it is valid.
package final class CatalogView: Sendable {
  /// Returns the canonical paths of the caller's roots, in the order of the search path. Called when the catalog has
  /// changed, not for each query, because following links costs as much as a query.
  package let roots: @Sendable () -> [String]
  /// Names in the caller's language.
  package let naming: any ComponentNaming
  /// Text rules with the caller's collation.
  package let rules: any TextRules
  /// Returns the known hosts.
  package let hosts: @Sendable () -> [HostProfile]
  /// Whether a catalog without any bundle of the roots gives empty results instead of throwing ``NotScanned``.
  package let acceptsNothing: Bool

  /// The view of a caller.
  package init(
    roots: @escaping @Sendable () -> [String], naming: any ComponentNaming, rules: any TextRules,
    hosts: @escaping @Sendable () -> [HostProfile] = { [] }, acceptsNothing: Bool = false
  ) {
    self.roots = roots
    self.naming = naming
    self.rules = rules
    self.hosts = hosts
    self.acceptsNothing = acceptsNothing
  }

  /// The same view, which accepts a catalog without any bundle of its roots.
  package var acceptingNothing: CatalogView {
    CatalogView(roots: roots, naming: naming, rules: rules, hosts: hosts, acceptsNothing: true)
  }
}

/// The catalog has no bundle of the caller's roots: scan first.
package struct NotScanned: Error, Hashable, Sendable {}

/// The catalog no longer has a component that the caller found in an earlier state.
package struct MissingComponent: Error, Hashable, Sendable {
  /// The URI of the component that changed.
  package var uri: String
  /// The bundle that declared it.
  package var bundle: String
}
