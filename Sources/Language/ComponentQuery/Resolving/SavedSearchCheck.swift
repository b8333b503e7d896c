/// Checks saved searches before they are stored: everything they refer to exists, and there are no cycles.
///
/// Every search is visited once, however many refer to it, and nothing is expanded, so checking a file of many searches
/// costs no more than reading it. The path to the current one is an array instead of the call stack.
package struct SavedSearchCheck {
  /// A node of the graph of searches.
  package struct Search {
    /// The name of the saved search.
    package var name: String
    /// The names in its predicate: see ``ComponentPredicate/savedNames``.
    package var uses: [String]

    package init(name: String, uses: [String]) {
      self.name = name
      self.uses = uses
    }
  }

  private let key: (String) -> String
  private let find: (_ name: String, _ key: String) throws -> Search?
  private var finished: Set<String> = []
  private var open: Set<String> = []

  /// A search on the current path, with its names that are still to be visited.
  private struct Step {
    var key: String
    var name: String
    /// The name as the search before it spells it.
    var spelling: String
    var waiting: [String]
  }

  /// Creates a check of saved searches.
  ///
  /// - Parameters:
  ///   - key: the key by which names are compared.
  ///   - find: returns the search with a name; nil if the name is that of something else. Throws for an unknown name.
  package init(key: @escaping (String) -> String, find: @escaping (_ name: String, _ key: String) throws -> Search?) {
    self.key = key
    self.find = find
  }

  /// Checks the search with a name, and everything it refers to.
  ///
  /// - Throws: ``InvalidPredicate`` for a cycle, with its path; what `find` throws.
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

  /// Looks a search up. An error is about the name in the checked search that has led here.
  private mutating func look(up name: String, _ way: inout [Step]) throws {
    do {
      try enter(name, &way)
    } catch var error as InvalidPredicate {
      error.savedName = way.count > 1 ? way[1].spelling : way.isEmpty ? nil : name
      throw error
    }
  }

  private mutating func enter(_ name: String, _ way: inout [Step]) throws {
    let key = key(name)
    if finished.contains(key) { return }
    if open.contains(key) { throw circle(way.drop { $0.key != key }.map(\.name)) }
    guard let search = try find(name, key) else { return }
    open.insert(key)
    way.append(Step(key: key, name: search.name, spelling: name, waiting: search.uses.reversed()))
  }

  /// The error that shows the first few steps of a cycle.
  private func circle(_ names: [String]) -> InvalidPredicate {
    let quoted = names.map(shownName)
    let shown = (quoted.count > 6 ? quoted.prefix(5) + ["…"] : quoted[...]) + quoted.prefix(1)
    return InvalidPredicate(
      "saved searches refer to each other in a cycle: \(shown.joined(separator: " → ")); change one of them")
  }
}
