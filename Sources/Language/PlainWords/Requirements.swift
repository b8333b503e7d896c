import ComponentModel
import ComponentQuery

/// Decides what a component must meet, and what only affects the order.
struct Requirements<Knowledge: WordKnowledge> {
  let knowledge: Knowledge

  /// Sets aside what need not be met, with a note where that isn't obvious.
  ///
  /// - Parameter isFinished: whether something must be left to be met.
  func apply(to meaning: inout Meaning, isFinished: Bool) throws {
    try setUsesAside(in: &meaning)
    if meaning.demands.contains(where: { $0.role == .aim }) {
      try applyBesideAim(to: &meaning)
    } else {
      try applyBesideWords(to: &meaning, isFinished: isFinished)
    }
    meaning.rare = try meaning.demands.filter { !$0.isRequired && $0.role == .word && $0.words.count == 1 }
      .map(\.words[0]).filter { try knowledge.isRare(SearchWord($0, rules: knowledge.rules)) }
  }

  private func applyBesideWords(to meaning: inout Meaning, isFinished: Bool) throws {
    let levels = try meaning.demands.map(level)
    let isAnyFound = zip(meaning.demands, levels).contains { $0.isRequired && $1 > .weak }
    guard !isFinished || isAnyFound else { return }
    let kinds = meaning.kinds
    for (position, demand) in meaning.demands.enumerated() where demand.role == .word {
      guard let note = try note(demand, levels[position], beside: kinds) else { continue }
      meaning.demands[position].isRequired = false
      meaning.notes.append(note)
    }
  }

  /// The best place in which components have any of a demand's words; strong if it has more evidence than those.
  private func level(of demand: Demand) throws -> WordStanding.Level {
    guard demand.role == .word, demand.words.count == 1 else { return .strong }
    let word = SearchWord(demand.words[0], rules: knowledge.rules)
    // A single letter is in too many names to say anything.
    if word.squeezed.unicodeScalars.count == 1, word.squeezed.utf8.count == 1 { return .weak }
    return try demand.evidence.map { evidence -> WordStanding.Level in
      guard case .words(let words) = evidence.subject else { return .strong }
      return try words.map { try knowledge.standing(of: SearchWord($0, rules: knowledge.rules)).level }.min()
        ?? .unknown
    }.max() ?? .unknown
  }

  /// Why a component need not have a word; nil if it must.
  private func note(_ demand: Demand, _ level: WordStanding.Level, beside kinds: [Demand]) throws -> SearchNote? {
    if level == .unknown { return .ignored(word: demand.text) }
    if level == .weak { return .optional(word: demand.text) }
    guard demand.words.count == 1, !kinds.isEmpty,
      try !knowledge.isMaker(SearchWord(demand.words[0], rules: knowledge.rules))
    else { return nil }
    return try kinds.contains { try knowledge.isAny(meeting: demand, and: $0) } ? nil : .elsewhere(word: demand.text)
  }

  /// What a component is used on doesn't restrict, if another word says what it is: few chorus effects for bass are tagged
  /// as such.
  private func setUsesAside(in meaning: inout Meaning) throws {
    guard meaning.demands.contains(where: { $0.role == .kind || $0.role == .aim }) else { return }
    for position in meaning.demands.indices where meaning.demands[position].role == .use {
      meaning.demands[position].isRequired = false
      meaning.notes.append(.preferred(word: meaning.demands[position].text))
    }
  }

  // MARK: Intents

  /// Beside an intent, only what a component is and who makes it restricts; and the intent itself, if nothing says what it
  /// is.
  private func applyBesideAim(to meaning: inout Meaning) throws {
    for (position, demand) in meaning.demands.enumerated() where demand.role == .word {
      let isMaker = try demand.words.contains { try knowledge.isMaker(SearchWord($0, rules: knowledge.rules)) }
      if !isMaker { meaning.demands[position].isRequired = false }
    }
    defer {
      let words = meaning.demands.filter { !$0.isRequired && $0.role == .word }.map(\.text)
      if !words.isEmpty { meaning.notes.append(.ordering(words: words)) }
    }
    guard !meaning.kinds.isEmpty else { return }
    let aims = meaning.demands.indices.filter { meaning.demands[$0].role == .aim }
    if try isCountered(meaning) {
      // No component of the kind suits the intent, so the kind says what the intent is used with: "wrong notes of my
      // keyboard".
      for position in meaning.demands.indices where meaning.demands[position].role == .kind {
        meaning.demands[position].isRequired = false
      }
      return
    }
    for position in aims {
      let aim = meaning.demands[position]
      let tags = try knowledge.tags(named: SearchWord(aim.text, rules: knowledge.rules))
      // One that only repeats the kind that it names is required beside another kind, too: "midi arpeggiator".
      meaning.demands[position].isRequired = !tags.isEmpty && !meaning.notes.contains { $0.isIntent(aim.words) }
    }
  }

  /// Whether no component of the kinds suits an intent that says more than these: of three words, or of two if all kinds are
  /// instruments. Fewer words describe the kind: "dark reverb".
  private func isCountered(_ meaning: Meaning) throws -> Bool {
    let areInstruments = meaning.kinds.allSatisfy { kind in
      kind.tags.contains { TagUse.instruments.contains($0.identifier) }
    }
    guard meaning.headCount == 0 else { return false }
    let aims = meaning.demands.filter { $0.role == .aim && $0.words.count > (areInstruments ? 1 : 2) }
    return try !aims.isEmpty
      && !aims.contains { aim in try meaning.kinds.contains { try knowledge.isAny(meeting: aim, and: $0) } }
  }
}

extension SearchNote {
  /// Whether it reports an intent of these words.
  fileprivate func isIntent(_ words: [String]) -> Bool {
    if case .intent(let own, _) = self { own == words } else { false }
  }
}
