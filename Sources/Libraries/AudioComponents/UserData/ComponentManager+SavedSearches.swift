internal import ICU

extension ComponentManager {
  /// The user's saved searches, by name.
  ///
  /// - Throws: an error about the user store.
  public func savedSearches() throws(ComponentManagerError) -> [SavedSearch] {
    sorted(try userData().searches, by: \.name)
  }

  /// The saved search with a name, ignoring case, or nil.
  ///
  /// - Throws: an error about the user store.
  public func savedSearch(named name: String) throws(ComponentManagerError) -> SavedSearch? {
    let key = rules.tagKey(name)
    return try userData().searches.first { rules.tagKey($0.name) == key }
  }

  /// Saves a search under its name. It is on the disk when this returns.
  ///
  /// - Parameters:
  ///   - search: the search with its name.
  ///   - replacing: whether to replace a saved search of the same name.
  /// - Returns: false if a saved search of that name was kept.
  /// - Throws: ``ComponentManagerError/invalidPredicate(_:)`` if its text isn't a predicate, refers to an unknown name, or
  ///   closes a cycle of saved searches; or an error about the user store. Nothing is changed then.
  @discardableResult
  public func save(_ search: SavedSearch, replacing: Bool = true) throws(ComponentManagerError) -> Bool {
    try apply([.save(search, replacing: replacing)]) != [0] || replacing
  }

  /// Deletes a saved search.
  ///
  /// - Returns: false if none has that name.
  /// - Throws: ``ComponentManagerError/savedSearchInUse(_:)`` if another saved search uses it, or an error about the user
  ///   store.
  @discardableResult
  public func deleteSavedSearch(named name: String) throws(ComponentManagerError) -> Bool {
    try apply([.deleteSearch(name)]) != [0]
  }
}
