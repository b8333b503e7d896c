/// Why a search finds nothing, and what would find something.
public struct EmptyResult: Hashable, Sendable {
  /// The predicate, with saved searches and collections expanded.
  public var predicate: ComponentPredicate
  /// The number of hidden components that match.
  public var hidden = 0
  /// The number of quarantined bundles and plugins that match.
  public var quarantined = 0
  /// The collections that the predicate requires and that are empty.
  public var emptyCollections: [String] = []
  /// Names that the predicate compares with those of hosts, and for which there is no profile.
  public var unknownHosts: [String] = []
  /// The names of the hosts that have a profile; empty unless ``unknownHosts`` has a name.
  public var knownHosts: [String] = []
  /// Parts of the predicate that no component matches together; without any one of them, some component would match.
  /// Empty if a search for so many parts would take too long.
  public var conflict: [Part] = []
  /// Changes that would find something, the nearest to the predicate first.
  public var alternatives: [Alternative] = []

  /// A part of a predicate.
  public struct Part: Hashable, Sendable {
    /// A comparison, a plain word, or an alternative of several.
    public var predicate: ComponentPredicate
    /// The number of components that match all other parts of the whole predicate.
    public var withoutIt: Int
  }

  /// A predicate that differs in one comparison and finds something.
  public struct Alternative: Hashable, Sendable {
    /// The difference in a comparison.
    public enum Change: Hashable, Sendable {
      /// Its options: `[c]`, `[d]` or `[cd]`.
      case options
      /// Its operator, so that a part of the text is enough.
      case part
      /// Its value, which becomes a name with a similar spelling.
      case spelling
    }

    /// How the search was changed.
    public var change: Change
    /// The comparison after the change.
    public var comparison: Comparison
    /// The whole predicate with the changed comparison.
    public var predicate: ComponentPredicate
    /// The number of components that match the changed predicate.
    public var count: Int
  }
}
