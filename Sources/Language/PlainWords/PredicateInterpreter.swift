import ComponentModel
package import ComponentQuery

/// A predicate whose words are interpreted, with what ranks its results.
package struct InterpretedPredicate: Sendable {
  /// The predicate, without words that mean something else.
  package var predicate: ComponentPredicate
  /// The criteria that rank the results; nil if the predicate has no words.
  package var rank: WordRank?
  /// How the words were interpreted.
  package var notes: [SearchNote] = []
  /// What the words mean that the whole predicate requires, and what else it requires; nil if it has no words, or has them
  /// only in alternatives.
  package var required: (meaning: Meaning, others: [ComponentPredicate])?

  /// A predicate without words.
  package init(_ predicate: ComponentPredicate) { self.predicate = predicate }
}

/// The criteria that rank the results of a predicate: its words, if they must match. Exclusions and comparisons don't
/// count.
package indirect enum WordRank: Sendable {
  /// The words of a text.
  case words(Meaning)
  /// All of several texts.
  case sum([WordRank])
  /// The best of several alternatives.
  case best([WordRank])

  /// What the words exclude in any case.
  package var excluded: [ComponentPredicate] {
    switch self {
    case .words(let meaning): meaning.excluded
    case .sum(let ranks): ranks.flatMap(\.excluded)
    case .best(let ranks): ranks.count == 1 ? ranks[0].excluded : []
    }
  }
}

/// Interprets the words of a whole predicate.
package struct PredicateInterpreter<Knowledge: WordKnowledge> {
  private let words: TextInterpreter<Knowledge>

  /// Creates an interpreter.
  ///
  /// - Parameter matching: how far words may be from what components have.
  package init(_ knowledge: Knowledge, _ matching: WordMatching) {
    words = TextInterpreter(knowledge, matching)
  }

  /// The predicate with its words interpreted; unchanged if it would become too deep to be evaluated.
  ///
  /// - Throws: what reading the catalog throws.
  package func interpret(_ predicate: ComponentPredicate) throws -> InterpretedPredicate {
    guard predicate.isTyped else { return InterpretedPredicate(predicate) }
    let walk = PredicateWalk(words)
    let meaning = try walk.meaning(of: predicate)
    guard meaning.predicate.isNoDeeper(than: ComponentPredicate.depthLimit) else {
      return InterpretedPredicate(predicate)
    }
    var interpreted = InterpretedPredicate(meaning.predicate)
    interpreted.rank = meaning.rank
    interpreted.notes = walk.notes
    interpreted.required = try required(of: predicate, walk)
    return interpreted
  }

  /// The words that the whole predicate requires: its only text, not excluded and not an alternative.
  private func required(
    of predicate: ComponentPredicate, _ walk: PredicateWalk<Knowledge>
  ) throws -> (Meaning, [ComponentPredicate])? {
    let operands = predicate.conjuncts
    let texts = operands.compactMap { if case .text(let words) = $0 { words } else { nil } }
    guard texts.count == 1, try walk.alternatives(in: texts[0]).count == 1 else { return nil }
    let others = try operands.filter { if case .text = $0 { false } else { true } }
      .map { try walk.meaning(of: $0).predicate }
    return (try walk.meaning(of: texts[0]), others)
  }
}

/// Walks over a predicate, interpreting each text once. Recursive functions have small frames, because trees may be
/// deep.
private final class PredicateWalk<Knowledge: WordKnowledge> {
  private let words: TextInterpreter<Knowledge>
  private var meanings: [[String]: Meaning] = [:]
  private var knownAlternatives: [[String]: [[String]]] = [:]
  private var exclusions: [[String]: ComponentPredicate] = [:]
  private(set) var notes: [SearchNote] = []

  init(_ words: TextInterpreter<Knowledge>) { self.words = words }

  /// The meaning of words that a component must have.
  ///
  /// - Parameter isFinished: whether no word of it is still being typed, because others follow.
  func meaning(of text: [String], isFinished: Bool = false) throws -> Meaning {
    if let known = meanings[text] { return known }
    let meaning = try isFinished ? words.ofFinishedTexts.meaning(of: text) : words.meaning(of: text)
    meanings[text] = meaning
    notes += meaning.notes.filter { !notes.contains($0) }
    return meaning
  }

  /// The meaning of a predicate, and the criteria that rank its results: words that it requires.
  typealias Evaluation = (predicate: ComponentPredicate, rank: WordRank?)

  func meaning(of predicate: ComponentPredicate, isExcluded: Bool = false) throws -> Evaluation {
    switch predicate {
    case .not(let operand): return (.not(try meaning(of: operand, isExcluded: !isExcluded).predicate), nil)
    case .and(let operands): return try chain(operands, isConjunction: true, isExcluded: isExcluded)
    case .or(let operands): return try chain(operands, isConjunction: false, isExcluded: isExcluded)
    case .text(let text): return try isExcluded ? (exclusion(of: text), nil) : leaf(text)
    case .constant, .comparison, .saved: return (predicate, nil)
    }
  }

  private func leaf(_ text: [String]) throws -> Evaluation {
    let texts = try alternatives(in: text)
    var meanings = try texts.enumerated().map { try meaning(of: $1, isFinished: $0 < texts.count - 1) }
    var excluded: [ComponentPredicate] = []
    // An exclusion in the last alternative applies to all: "Hall oder Echo ohne Delay".
    if let last = meanings.last, meanings.dropLast().allSatisfy(\.excluded.isEmpty), meanings.count > 1 {
      excluded = last.excluded.map(ComponentPredicate.not)
      meanings[meanings.count - 1].excluded = []
    }
    return (
      .conjunction([.disjunction(meanings.map(\.predicate))] + excluded),
      rank(of: meanings.map { .words($0) }, isConjunction: false)
    )
  }

  private func exclusion(of text: [String]) throws -> ComponentPredicate {
    if let known = exclusions[text] { return known }
    let exclusion = ComponentPredicate.disjunction(
      try alternatives(in: text).map { try words.excluded($0) })
    exclusions[text] = exclusion
    return exclusion
  }

  /// The texts that "oder" or the like separates.
  func alternatives(in text: [String]) throws -> [[String]] {
    if let known = knownAlternatives[text] { return known }
    let alternatives = try words.alternatives(in: text)
    knownAlternatives[text] = alternatives
    return alternatives
  }

  private func chain(_ operands: [ComponentPredicate], isConjunction: Bool, isExcluded: Bool) throws -> Evaluation {
    var (parts, ranks) = ([ComponentPredicate](), [WordRank]())
    for operand in operands {
      let meaning = try meaning(of: operand, isExcluded: isExcluded)
      parts.append(meaning.predicate)
      if let rank = meaning.rank { ranks.append(rank) }
    }
    let predicate = isConjunction ? ComponentPredicate.chain(parts, isConjunction: true) : .disjunction(parts)
    return (predicate, rank(of: ranks, isConjunction: isConjunction))
  }

  private func rank(of ranks: [WordRank], isConjunction: Bool) -> WordRank? {
    ranks.count > 1 ? (isConjunction ? .sum(ranks) : .best(ranks)) : ranks.first
  }
}

extension ComponentPredicate {
  /// Its requirements, without conjunctions within conjunctions.
  fileprivate var conjuncts: [ComponentPredicate] {
    var (conjuncts, pending) = ([ComponentPredicate](), [self])
    while let predicate = pending.popLast() {
      if case .and(let operands) = predicate { pending += operands.reversed() } else { conjuncts.append(predicate) }
    }
    return conjuncts
  }

  /// Whether a person may have typed its plain words: no more than 48, of at most 2,000 bytes together. What a program
  /// wrote is looked up as it is.
  fileprivate var isTyped: Bool {
    // Not recursive: a tree that a host made may be deep.
    var (words, bytes, pending) = (0, 0, [self])
    while let predicate = pending.popLast() {
      switch predicate {
      case .not(let operand): pending.append(operand)
      case .and(let operands), .or(let operands): pending += operands
      case .text(let text):
        words += text.count
        bytes += text.reduce(0) { $0 + $1.utf8.count }
      case .constant, .comparison, .saved: break
      }
    }
    return words <= 48 && bytes <= 2_000
  }
}
