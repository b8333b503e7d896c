package import ComponentModel
package import ComponentQuery

/// Whose view of the catalog is asked for, and in what language.
///
/// What is kept between queries is kept for a view: use one for as long as it is true.
package final class CatalogView: Sendable {
  /// Gives the canonical paths of the caller's roots, in the order of the search path. Asked when the catalog is another
  /// than before, and not for each query: following links costs as much as a query.
  package let roots: @Sendable () -> [String]
  /// Names in the caller's language.
  package let naming: any ComponentNaming
  /// Text rules with the caller's collation.
  package let rules: any TextRules
  /// Whether a catalog that has no bundle of the roots answers with nothing, instead of ``NotScanned``.
  package let acceptsNothing: Bool

  /// A view.
  package init(
    roots: @escaping @Sendable () -> [String], naming: any ComponentNaming, rules: any TextRules,
    acceptsNothing: Bool = false
  ) {
    self.roots = roots
    self.naming = naming
    self.rules = rules
    self.acceptsNothing = acceptsNothing
  }

  /// The same view of a catalog that may have nothing of its roots.
  package var acceptingNothing: CatalogView {
    CatalogView(roots: roots, naming: naming, rules: rules, acceptsNothing: true)
  }
}

/// What a search gives.
package struct CatalogResult: Sendable {
  /// What was searched for, with what it stands for.
  package var predicate: ComponentPredicate
  /// The components that match, by the caller's collation of their names.
  package var components: [Component]
  /// Bundles that are kept away from hosts and match, where they were asked for.
  package var quarantined: [QuarantinedBundle]
}

/// The catalog has no bundle of the caller's roots: they have to be scanned before anything can be found.
package struct NotScanned: Error, Hashable, Sendable {}
