internal import ComponentModel
internal import SQLite

/// Adds another store's data within a transaction.
///
/// Exports have no times, so if two stores differ, neither is newer, and the order of imports must not decide. What
/// both have keeps one form, chosen by its content; a predicate that loses is kept under another name. So merging is
/// commutative and associative, and repeating it changes nothing.
extension UserWriter {
  /// Adds the data that the store lacks.
  ///
  /// - Returns: the number of new facts, saved searches and use counts.
  func merge(_ data: UserData) throws -> Int {
    let unknown = try successionsUnknown(to: data.replacements)
    try join(data.replacements)
    let facts = try data.facts.reduce(0) { $0 + (try add($1, isRespelling: true)) }
    try passOn(data.facts, along: unknown)
    let searches = try data.searches.reduce(facts) { $0 + (try merge($1)) }
    return try data.uses.reduce(searches) { $0 + (try join($1)) }
  }

  /// Gives a label another spelling of its name if that comes first in byte order, as capitals do.
  ///
  /// - Returns: whether the label was respelled.
  func respell(_ row: Int64, as label: UserLabel) throws -> Bool {
    let isLater = "SELECT 1 FROM label WHERE id = ? AND name > ?"
    guard try connection.number(isLater, [Value(row), Value(label.name)]) != nil else { return false }
    try log.record(everythingWith: row)
    _ = try rename(row, label)
    try log.record(everythingWith: row)
    return true
  }

  /// Adds a search. If its name has another predicate, the predicate that is first in byte order keeps the name, and
  /// the other gets a new one.
  ///
  /// - Returns: 1; 0 if the store already has it.
  private func merge(_ search: SavedSearch) throws -> Int {
    guard let stored = try storedSearch(rules.tagKey(search.name)) else { return try save(search, replacing: false) }
    if search.predicate.utf8.elementsEqual(stored.predicate.utf8) {
      return search.name.isBefore(stored.name) ? try save(search, replacing: true) : 0
    }
    guard search.predicate.isBefore(stored.predicate) else { return try move(search) }
    _ = try save(search, replacing: true)
    _ = try move(stored)
    return 1
  }

  /// Adds a search under its other name.
  private func move(_ search: SavedSearch) throws -> Int {
    let other = try SavedSearch(search.otherName, predicate: search.predicate)
    let count = try merge(other)
    if count > 0 { moved.append(other) }
    return count
  }
}

extension SavedSearch {
  /// The name for a search whose own name another search keeps: `halls (other 3f0a)`. It is derived from the predicate,
  /// so that every store chooses the same one. If two predicates lead to the same name, one of them is renamed once
  /// more.
  var otherName: String {
    var hash = StableHash()
    hash.add(predicate)
    return "\(name) (other \(String(hash.value & 0xFFFF, radix: 16, width: 4)))"
  }
}

extension String {
  /// Whether it comes first in byte order, in which SQLite compares.
  fileprivate func isBefore(_ other: String) -> Bool { utf8.lexicographicallyPrecedes(other.utf8) }
}
