public import ComponentQuery

/// A predicate that is searched for again and again. How it is searched for is decided once for each state of the catalog.
///
/// May be used from any thread.
public final class CatalogSearch: Sendable {
  /// What is searched for, with saved searches resolved.
  public let predicate: Predicate
  /// Whether hidden components and shadowed duplicates are found too.
  public let findsEverything: Bool

  /// A search.
  public init(_ predicate: Predicate, findsEverything: Bool = false) {
    self.predicate = predicate
    self.findsEverything = findsEverything
  }

  var scope: Search.Scope { findsEverything ? .everything : .visible }
}
