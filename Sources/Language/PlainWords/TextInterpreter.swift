import ComponentModel
package import ComponentQuery

/// Interprets the plain words of one text.
package struct TextInterpreter<Knowledge: WordKnowledge> {
  let knowledge: Knowledge
  /// How far words may be from what components have.
  let matching: WordMatching

  package init(_ knowledge: Knowledge, _ matching: WordMatching) {
    self.knowledge = knowledge
    self.matching = matching
  }

  /// The same for a text of which no word is being typed.
  var ofFinishedTexts: Self { matching == .typing ? Self(knowledge, .interpreted) : self }

  /// The meaning of words that a component must have.
  ///
  /// - Throws: what reading the catalog throws.
  package func meaning(of words: [String]) throws -> Meaning {
    guard words.count <= Chart<Knowledge>.wordLimit else { return Meaning(literally: words) }
    switch matching {
    case .exact: return try exact(words)
    case .interpreted: return try interpreted(words, isFinished: true)
    case .typing:
      // The word that is being typed may be the beginning of any other.
      var meaning = try interpreted(words.dropLast(), isFinished: false)
      meaning.demands += words.suffix(1).map { Demand(.word, [$0], [Evidence(.words([$0]))]) }
      meaning.literal += words.suffix(1)
      meaning.typed += words.suffix(1)
      return meaning
    }
  }

  private func interpreted(_ words: [String], isFinished: Bool) throws -> Meaning {
    let tokens = try Tokens(knowledge: knowledge).tokens(of: words)
    guard tokens.count <= Chart<Knowledge>.wordLimit else { return Meaning(literally: words) }
    let corrected = try Corrections(knowledge: knowledge).corrected(tokens)
    var meaning = try corrected.chart.meaning
    meaning.notes = corrected.notes + meaning.notes
    try Requirements(knowledge: knowledge).apply(to: &meaning, isFinished: isFinished)
    return meaning
  }

  /// Each word as it is typed, or a tag that it names, alone or with its neighbours.
  private func exact(_ words: [String]) throws -> Meaning {
    let chart = try Chart(Tokens(knowledge: knowledge).tokens(of: words, divided: false), knowledge, for: .names)
    var meaning = Meaning()
    meaning.demands = chart.cover.map { reading in
      var demand = chart.demand(reading)
      // A word counts in every text, but only as it is, not as several.
      demand.role = .word
      demand.evidence.removeAll { evidence in
        if case .words(let words) = evidence.subject { words.count > 1 && words != demand.words } else { false }
      }
      return demand
    }
    return meaning
  }

  /// The predicate of words that a component must not have: nothing is left out or guessed.
  ///
  /// - Parameter meansTags: whether a word that names have means the tags that it names, too: "hall" in "reverb without
  ///   hall" isn't a reverb.
  package func excluded(_ words: [String], meansTags: Bool = false) throws -> ComponentPredicate {
    guard words.count <= Chart<Knowledge>.wordLimit else { return .text(words) }
    let tokens = try Tokens(knowledge: knowledge).tokens(of: words, divided: false)
    let chart = try Chart(tokens, knowledge, for: matching == .exact ? .names : .exclusion)
    return .conjunction(
      try chart.cover.map { reading in
        if case .condition(let condition) = reading.sense { return condition }
        let word = chart.tokens[reading.positions[0]].word
        let isWord = try reading.positions.count == 1 && knowledge.standing(of: word).level == .strong
        let demand = chart.demand(reading)
        return isWord && !meansTags ? .text(demand.words) : demand.predicate
      })
  }

  /// The texts that "oder", "ou" or the like separates; all of the words if there is no such word. `or` is a connective
  /// of predicates.
  ///
  /// - Throws: errors of reading the catalog.
  package func alternatives(in words: [String]) throws -> [[String]] {
    guard matching != .exact, words.count > 2, words.count <= Chart<Knowledge>.wordLimit else { return [words] }
    var texts: [[String]] = [[]]
    for word in words {
      let key = SearchWord(word, rules: knowledge.rules).squeezed
      if try knowledge.meaning(ofPhrase: key) == .alternative {
        texts.append([])
      } else {
        texts[texts.count - 1].append(word)
      }
    }
    return texts.contains([]) ? [words] : texts
  }
}
