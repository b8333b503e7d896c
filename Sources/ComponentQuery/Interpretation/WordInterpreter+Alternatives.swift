import ComponentModel

/// Words that are alternatives in other languages than English: "Hall oder Echo".
extension WordInterpreter {
  /// The predicate with the texts of words between which stands "oder", "ou" or the like as alternatives.
  ///
  /// - Throws: what reading the catalog throws.
  func withAlternatives(_ predicate: ComponentPredicate) throws -> ComponentPredicate {
    switch predicate {
    case .not(let operand): return .not(try withAlternatives(operand))
    case .and(let operands): return .and(try operands.map(withAlternatives))
    case .or(let operands): return .disjunction(try operands.map(withAlternatives))
    case .text(let words): return try alternatives(words)
    case .constant, .comparison, .saved: return predicate
    }
  }

  private func alternatives(_ words: [String]) throws -> ComponentPredicate {
    guard words.count > 2, words.count <= Self.wordLimit else { return .text(words) }
    var texts: [[String]] = [[]]
    for word in words {
      if try meaning(ofPhrase: searchWord(word).squeezed) == .alternative {
        texts.append([])
      } else {
        texts[texts.count - 1].append(word)
      }
    }
    return texts.contains([]) ? .text(words) : .disjunction(texts.map { .text($0) })
  }
}
