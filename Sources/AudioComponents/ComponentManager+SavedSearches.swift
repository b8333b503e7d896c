internal import ComponentStore
internal import ICU

extension ComponentManager {
  /// The saved searches of the person at this machine, by name.
  public func savedSearches() throws -> [SavedSearch] {
    let searches = try userData().searches
    return searches.map { (key: sortKey($0.name), search: $0) }
      .sorted { $0.key.lexicographicallyPrecedes($1.key) }.map(\.search)
  }

  /// The saved search with a name, nil where there is none. Case makes no difference.
  public func savedSearch(named name: String) throws -> SavedSearch? { try searchesByKey()[rules.tagKey(name)] }

  /// Those of some searches whose names are there with another predicate: what ``merge(_:replacing:)`` leaves out.
  public func conflicting(_ searches: [SavedSearch]) throws -> [SavedSearch] {
    let present = try searches.isEmpty ? [:] : searchesByKey()
    return searches.filter { search in
      guard let other = present[rules.tagKey(search.name)] else { return false }
      return !other.predicate.utf8.elementsEqual(search.predicate.utf8)
    }
  }

  private func searchesByKey() throws -> [String: SavedSearch] {
    Dictionary(try userData().searches.map { (rules.tagKey($0.name), $0) }, uniquingKeysWith: { first, _ in first })
  }

  /// Saves a search under its name. When this returns, it is on the disk.
  ///
  /// - Parameter replacing: whether a saved search that has the name is replaced.
  /// - Returns: false where one has the name and stays.
  /// - Throws: `InvalidPredicate` where its text is no predicate, names what is not there, or closes a circle of searches
  ///   that stand on each other; an error of the user store with its remedy. Nothing is changed then.
  @discardableResult
  public func save(_ search: SavedSearch, replacing: Bool = true) throws -> Bool {
    try change([.save(search, replacing: replacing)]) != [0] || replacing
  }

  /// Deletes a saved search.
  ///
  /// - Returns: false where there is none of that name.
  /// - Throws: `SavedSearchInUse` where another saved search uses it, and an error of the user store with its remedy.
  @discardableResult
  public func deleteSavedSearch(named name: String) throws -> Bool { try change([.deleteSearch(name)]) != [0] }

  /// The predicate with what it stands for. `in "name"` is the saved search of that name, else that a component is in the
  /// collection of that name; a plain word that no component has is the nearest one that a name, manufacturer or tag has.
  /// Every search does so by itself; who asks a predicate in memory does it first.
  ///
  /// - Throws: `InvalidPredicate` for a name that nothing has, with the nearest, and for searches that stand on each
  ///   other; an error of a store with its remedy.
  public func resolved(_ predicate: ComponentPredicate) throws -> ComponentPredicate {
    try query { try $0.resolved(predicate, view: $1) }
  }
}
