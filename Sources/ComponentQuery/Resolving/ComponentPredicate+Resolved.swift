extension ComponentPredicate {
  /// The names of the saved searches that the predicate refers to, each once, from left to right.
  package var savedNames: [String] {
    var names: [String] = []
    var seen: Set<ExactText> = []
    visitLeaves { leaf in
      if case .saved(let name) = leaf, seen.insert(ExactText(name)).inserted { names.append(name) }
    }
    return names
  }

  /// The most comparisons after expanding saved searches, each counted wherever it is inserted.
  package static let resolvedLimit = 100_000

  /// The predicate with what `find` gives in place of each saved search, also of those inside what it gives. Chains
  /// stay flat, so that the result is what the parser would make of its text.
  ///
  /// - Parameters:
  ///   - key: the key by which names are compared, the same as `find` uses.
  ///   - find: The saved search of a name, nil if there is none. Called once for each key.
  /// - Throws: ``InvalidPredicate`` for a name that `find` does not know, for searches that contain each other (it
  ///   shows the way around), for a result that is deeper than ``depthLimit`` or larger than ``resolvedLimit``; and
  ///   what `find` throws.
  package func resolved(
    key: (String) -> String = { $0 }, _ find: (String) throws -> ComponentPredicate?
  ) throws -> ComponentPredicate {
    guard !savedNames.isEmpty else { return self }
    return try withoutActuallyEscaping(key) { key in try Resolution(key: key).resolve(self, find) }
  }
}
