public import ComponentModel

/// What a search has found.
public struct SearchResult: Hashable, Sendable {
  /// The predicate that was evaluated: saved searches and collections expanded, words interpreted.
  public var predicate: ComponentPredicate
  /// How words were interpreted other than literally.
  public var notes: [SearchNote]
  /// The components, by name in the caller's collation; for plain words the best match first.
  public var components: [Component]
  /// How many components match, however many were asked for.
  public var total: Int
  /// Bundles that are kept away from hosts; empty unless everything was asked for.
  public var quarantined: [QuarantinedBundle]

  package init(
    predicate: ComponentPredicate, notes: [SearchNote], components: [Component], total: Int,
    quarantined: [QuarantinedBundle]
  ) {
    self.predicate = predicate
    self.notes = notes
    self.components = components
    self.total = total
    self.quarantined = quarantined
  }
}
