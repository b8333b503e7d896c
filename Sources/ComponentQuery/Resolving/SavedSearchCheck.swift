/// Checks saved searches that are to be kept: all that they stand on is there, and none stands on itself.
///
/// Every search is looked at once, however many stand on it, and nothing is put together, so that a file of many
/// searches costs no more than reading it. The way to the one that is looked at is an array and not the machine's
/// stack.
package struct SavedSearchCheck {
  /// A search as the check sees it.
  package struct Search {
    /// Its name.
    package var name: String
    /// The names in its predicate: see ``ComponentPredicate/savedNames``.
    package var uses: [String]

    /// A search.
    package init(name: String, uses: [String]) {
      self.name = name
      self.uses = uses
    }
  }

  private let key: (String) -> String
  private let find: (_ name: String, _ key: String) throws -> Search?
  private var finished: Set<String> = []
  private var open: Set<String> = []

  /// A search on the way, with the names in it that have not been looked at.
  private struct Step {
    var key: String
    var name: String
    var waiting: [String]
  }

  /// A check.
  ///
  /// - Parameters:
  ///   - key: what two names are compared by.
  ///   - find: the search of a name; nil for a name that stands for something else. Throws for one that nothing has.
  package init(key: @escaping (String) -> String, find: @escaping (_ name: String, _ key: String) throws -> Search?) {
    self.key = key
    self.find = find
  }

  /// Checks the search of a name with all that it stands on.
  ///
  /// - Throws: ``InvalidPredicate`` for searches that stand on each other, with the way; what `find` throws.
  package mutating func check(_ name: String) throws {
    var way: [Step] = []
    open = []
    try look(up: name, &way)
    while let step = way.indices.last {
      if let name = way[step].waiting.popLast() {
        try look(up: name, &way)
      } else {
        let key = way.removeLast().key
        open.remove(key)
        finished.insert(key)
      }
    }
  }

  private mutating func look(up name: String, _ way: inout [Step]) throws {
    let key = key(name)
    if finished.contains(key) { return }
    if open.contains(key) { throw circle(way.drop { $0.key != key }.map(\.name)) }
    guard let search = try find(name, key) else { return }
    open.insert(key)
    way.append(Step(key: key, name: search.name, waiting: search.uses.reversed()))
  }

  /// The way round, its first few steps.
  private func circle(_ names: [String]) -> InvalidPredicate {
    let quoted = names.map(shownName)
    let shown = (quoted.count > 6 ? quoted.prefix(5) + ["…"] : quoted[...]) + quoted.prefix(1)
    return InvalidPredicate("saved searches stand on each other: \(shown.joined(separator: " → ")); change one of them")
  }
}
