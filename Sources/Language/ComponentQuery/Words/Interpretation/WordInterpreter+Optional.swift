import ComponentModel

/// Words that need not be there, and only decide the order.
extension WordInterpreter {
  /// Takes out the words that only comments, parameters and presets have, or nothing, if another word says what is
  /// meant. Beside an intent, it takes out those that say neither what a component is nor who makes it.
  func takeOptional(from meaning: inout InterpretedWords, isRestNeeded: Bool) throws {
    if !meaning.targets.isEmpty { return try takeOptionalBesideIntent(from: &meaning) }
    let words = meaning.words
    let joined = try joinedPositions(in: words)
    let levels = try words.enumerated().map { position, word in
      try joined.contains(position) || isTagName(word) ? WordStanding.Level.strong : standing(of: word)
    }
    guard !isRestNeeded || levels.contains(where: { $0 > .weak }) else { return }
    let kinds = try spansOfKinds(in: words).map { searchWord(words[$0.range].joined(separator: " ")) }
    var rest: [String] = []
    for (position, word) in words.enumerated() {
      let isNamed = try joined.contains(position) || isTagName(word)
      if let note = try note(onOptional: word, levels[position], isNamed: isNamed, beside: kinds) {
        meaning.optional.append(word)
        meaning.notes.append(note)
      } else {
        rest.append(word)
      }
    }
    meaning.words = rest
  }

  /// Why a component need not have a word; nil if it must.
  private func note(
    onOptional word: String, _ level: WordStanding.Level, isNamed: Bool, beside kinds: [SearchWord]
  ) throws -> SearchNote? {
    if level == .unknown { return .ignored(word: word) }
    if level == .weak { return .optional(word: word) }
    let search = searchWord(word)
    guard !isNamed, !kinds.isEmpty, try !knowledge.isMaker(search) else { return nil }
    return try kinds.contains { try knowledge.isStrong(search, beside: $0) } ? nil : .elsewhere(word: word)
  }

  private func takeOptionalBesideIntent(from meaning: inout InterpretedWords) throws {
    let words = meaning.words
    let kinds = try positionsOfKinds(in: words)
    let kept = try words.indices.filter { position in
      try kinds.contains(position) || knowledge.isMaker(searchWord(words[position]))
    }
    meaning.optional = words.indices.filter { !kept.contains($0) }.map { words[$0] }
    // Some components have the single word of an intent in their name: Vintage Delay.
    if meaning.intentWords.count == 1 { meaning.optional += meaning.intentWords }
    meaning.words = kept.map { words[$0] }
    // An intent that only repeats the kind that it names is required beside another kind, too: "midi arpeggiator".
    meaning.requiresTarget = try kinds.isEmpty || isOwnTag(meaning.intentWords, meaning.targets)
    if !meaning.requiresTarget { try requireTargetOfOtherKind(in: &meaning) }
  }

  /// If no component of a kind suits the intent, the intent says what is meant, and the kind says what that is used
  /// with: "wrong notes of my keyboard".
  private func requireTargetOfOtherKind(in meaning: inout InterpretedWords) throws {
    let words = meaning.words
    let kinds = try spansOfKinds(in: words)
    let names = kinds.map { searchWord(words[$0.range].joined(separator: " ")) }
    // A single word describes the kind: "dark reverb".
    guard meaning.head.isEmpty, meaning.intentWords.count > 1, try !knowledge.isAny(of: names, suiting: meaning.targets)
    else { return }
    let positions = kinds.reduce(into: Set<Int>()) { $0.formUnion($1.range) }
    meaning.requiresTarget = true
    meaning.optional += positions.sorted().map { words[$0] }
    meaning.words = words.indices.filter { !positions.contains($0) }.map { words[$0] }
  }

  /// Takes out the words that say what a component is used on, if another word says what it is: few chorus effects for
  /// bass are tagged as such.
  func takePreferred(from meaning: inout InterpretedWords) throws {
    let words = meaning.words
    let kinds = try positionsOfKinds(in: words)
    if kinds.isEmpty { return }
    let joined = try joinedPositions(in: words)
    let isUse = try words.enumerated().map { position, word in
      try !kinds.contains(position) && !joined.contains(position)
        && knowledge.tags(named: searchWord(word)).contains { TagUse.all.contains($0.identifier) }
    }
    meaning.preferred = zip(words, isUse).filter(\.1).map(\.0)
    meaning.notes += try meaning.preferred.filter { try !knowledge.isFiller(searchWord($0).squeezed) }
      .map { .preferred(word: $0) }
    meaning.words = zip(words, isUse).filter { !$1 }.map(\.0)
  }
}
