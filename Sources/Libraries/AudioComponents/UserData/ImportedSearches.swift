internal import UserDataStore
internal import CatalogSearch
internal import ICU

/// The saved searches of an imported file, with their lines.
struct ImportedSearches {
  private struct Entry {
    var search: SavedSearch
    var line: Int
    var names: [String]
  }

  // The locale doesn't matter: predicates and names mean the same in all.
  private let rules = UnicodeRules(locale: LocaleIdentifier("C"))
  private var entries: [String: Entry] = [:]

  /// - Throws: ``UserDataError`` for an invalid predicate, and for a name with two predicates.
  mutating func add(_ search: SavedSearch, _ line: Int) throws(UserDataError) {
    let key = rules.tagKey(search.name)
    if let present = entries[key] {
      guard Array(present.search.predicate.utf8) == Array(search.predicate.utf8) else {
        throw UserDataError(
          line: line, "the saved search `\(search.name)` has a different predicate in line \(present.line); keep one")
      }
      // This is the spelling that importing them in any order keeps.
      if search.name.utf8.lexicographicallyPrecedes(present.search.name.utf8) { entries[key]?.search = search }
      return
    }
    do throws(InvalidPredicate) {
      entries[key] = Entry(search: search, line: line, names: try search.parsed(rules).savedNames)
    } catch {
      throw UserDataError(line: line, "the saved search `\(search.name)` is not a predicate: \(error.located)")
    }
  }

  /// The searches in the order of their lines.
  ///
  /// - Throws: ``UserDataError`` if some form a cycle. A name that is not in the file may be in the
  ///   store.
  func checked() throws(UserDataError) -> [SavedSearch] {
    let ordered = entries.values.sorted { $0.line < $1.line }
    var check = SavedSearchCheck(key: rules.tagKey) { _, key in
      entries[key].map { SavedSearchCheck.Search(name: $0.search.name, uses: $0.names) }
    }
    for entry in ordered {
      do {
        try check.check(entry.search.name)
      } catch {
        throw UserDataError(line: entry.line, "\(error)")
      }
    }
    return ordered.map(\.search)
  }
}

extension InvalidPredicate {
  /// The message with the place in the predicate's text.
  fileprivate var located: String { (column.map { "column \($0): " } ?? "") + description }
}
