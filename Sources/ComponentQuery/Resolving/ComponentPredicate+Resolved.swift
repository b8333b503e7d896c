extension ComponentPredicate {
  /// The names of the saved searches that the predicate stands on, each once, from left to right.
  package var savedNames: [String] {
    var names: [String] = []
    var seen: Set<ExactText> = []
    visitLeaves { leaf in
      if case .saved(let name) = leaf, seen.insert(ExactText(name)).inserted { names.append(name) }
    }
    return names
  }

  /// How many comparisons saved searches may grow to, each counted wherever it is put in.
  package static let resolvedLimit = 100_000

  /// The predicate with what `find` gives in place of each saved search, also of those inside what it gives. Chains stay
  /// flat, so that the result is what the parser would make of its text.
  ///
  /// - Parameters:
  ///   - key: What two names are compared by; give the one by which `find` looks names up.
  ///   - find: The saved search of a name, nil where there is none. Called once for each key.
  /// - Throws: ``InvalidPredicate`` for a name that `find` does not know, for searches that contain each other (it shows
  ///   the way around), for a result that is deeper than ``depthLimit`` or larger than ``resolvedLimit``; and what
  ///   `find` throws.
  package func resolved(
    key: (String) -> String = { $0 }, _ find: (String) throws -> ComponentPredicate?
  ) throws -> ComponentPredicate {
    guard !savedNames.isEmpty else { return self }
    return try withoutActuallyEscaping(key) { key in try Resolution(key: key).resolve(self, find) }
  }
}

extension ComponentPredicate {
  /// The predicate with other words in its free texts.
  package func replacingWords(_ replace: ([String]) throws -> [String]) rethrows -> ComponentPredicate {
    switch self {
    case .not(let operand): .not(try operand.replacingWords(replace))
    case .and(let operands): .and(try operands.map { try $0.replacingWords(replace) })
    case .or(let operands): .or(try operands.map { try $0.replacingWords(replace) })
    case .text(let words): .text(try replace(words))
    case .constant, .comparison, .saved: self
    }
  }
}
