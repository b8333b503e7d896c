/// A predicate whose words are understood, with what ranks its results.
package struct InterpretedPredicate: Sendable {
  /// The predicate, without words that mean something else.
  package var predicate: ComponentPredicate
  /// What ranks the results; nil if the predicate has no words.
  package var rank: WordRank?
  /// How the words were understood.
  package var notes: [SearchNote] = []
  /// The words that the whole predicate requires, and what else it requires; nil if it has no words or only in
  /// alternatives.
  package var required: (words: InterpretedWords, others: [ComponentPredicate])?

  /// A predicate without words.
  package init(_ predicate: ComponentPredicate) { self.predicate = predicate }
}

/// What ranks the results of a predicate: its words, where they must match. What is excluded or compared does not count.
package indirect enum WordRank: Sendable {
  /// The words of a text.
  case words(InterpretedWords)
  /// All of several texts.
  case sum([WordRank])
  /// The best of several alternatives.
  case best([WordRank])
}

/// Understands the words of a whole predicate.
package struct PredicateInterpreter<Knowledge: WordKnowledge> {
  private let words: WordInterpreter<Knowledge>

  /// An interpreter.
  ///
  /// - Parameter matching: how far words may be from what components have.
  package init(_ knowledge: Knowledge, _ matching: WordMatching) {
    words = WordInterpreter(knowledge, isExact: matching == .exact, isTyping: matching == .typing)
  }

  /// The predicate with its words understood; as it is if it would become too deep to be evaluated.
  ///
  /// - Throws: what reading the catalog throws.
  package func interpret(_ predicate: ComponentPredicate) throws -> InterpretedPredicate {
    var notes: [SearchNote] = []
    let found = try interpret(predicate, isExcluded: false, &notes)
    guard found.predicate.isNoDeeper(than: ComponentPredicate.depthLimit) else {
      return InterpretedPredicate(predicate)
    }
    var interpreted = InterpretedPredicate(found.predicate)
    interpreted.rank = found.rank
    interpreted.notes = notes
    interpreted.required = try required(of: predicate)
    return interpreted
  }

  private typealias Part = (predicate: ComponentPredicate, rank: WordRank?)

  private func interpret(
    _ predicate: ComponentPredicate, isExcluded: Bool, _ notes: inout [SearchNote]
  ) throws -> Part {
    switch predicate {
    case .text(let text): return try interpret(text, isExcluded: isExcluded, &notes)
    case .not(let operand):
      return (.not(try interpret(operand, isExcluded: !isExcluded, &notes).predicate), nil)
    case .and(let operands):
      let parts = try operands.map { try interpret($0, isExcluded: isExcluded, &notes) }
      return (.chain(parts.map(\.predicate), isConjunction: true), Self.joined(parts, WordRank.sum))
    case .or(let operands):
      let parts = try operands.map { try interpret($0, isExcluded: isExcluded, &notes) }
      return (.disjunction(parts.map(\.predicate)), Self.joined(parts, WordRank.best))
    case .constant, .comparison, .saved: return (predicate, nil)
    }
  }

  private func interpret(_ text: [String], isExcluded: Bool, _ notes: inout [SearchNote]) throws -> Part {
    let meaning = try isExcluded ? words.interpretExcluded(text) : words.interpret(text)
    notes += meaning.notes.filter { !notes.contains($0) }
    return (meaning.predicate, isExcluded ? nil : .words(meaning))
  }

  private static func joined(_ parts: [Part], _ join: ([WordRank]) -> WordRank) -> WordRank? {
    let ranks = parts.compactMap(\.rank)
    return ranks.count > 1 ? join(ranks) : ranks.first
  }

  /// The words that the whole predicate requires: its only text, not excluded and not an alternative.
  private func required(of predicate: ComponentPredicate) throws -> (InterpretedWords, [ComponentPredicate])? {
    let operands = if case .and(let operands) = predicate { operands } else { [predicate] }
    let texts = operands.compactMap { if case .text(let words) = $0 { words } else { nil } }
    guard texts.count == 1 else { return nil }
    var notes: [SearchNote] = []
    let others = try operands.filter { if case .text = $0 { false } else { true } }
      .map { try interpret($0, isExcluded: false, &notes).predicate }
    return (try words.interpret(texts[0]), others)
  }
}
