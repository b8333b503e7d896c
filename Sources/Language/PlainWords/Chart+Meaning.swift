import ComponentModel
import ComponentQuery

/// The meaning of the best cover.
extension Chart {
  var meaning: Meaning {
    get throws {
      var meaning = Meaning()
      meaning.typed = tokens.map(\.text)
      let cover = cover
      for reading in cover {
        let words = reading.positions.map { tokens[$0].text }
        switch reading.sense {
        case .filler: continue
        case .unreadable(let note): meaning.notes.append(note)
        // "100 ms" states nothing.
        case .condition(.constant(true)): continue
        case .condition(let condition): meaning.conditions.append(.init(words: words, predicate: condition))
        case .exclusion(let predicate): meaning.excluded.append(predicate)
        case .literal, .joined, .tags, .aim, .feature:
          // Who repeats a word asks for no more.
          let demand = demand(reading)
          if !meaning.demands.contains(demand) { meaning.demands.append(demand) }
          if reading.positions[0] < head.upperBound { meaning.headCount = meaning.demands.count }
        }
        if case .aim(let targets, _) = reading.sense, try !isOwnTag(reading, targets) {
          meaning.notes.append(.intent(words: words, instead: namesOfTargets(targets, words)))
        }
      }
      if meaning.demands.isEmpty { try readFillers(into: &meaning) }
      if meaning.conditions.isEmpty {
        let said = cover.filter(\.isDemand).flatMap(\.positions).sorted()
        meaning.literal = said.filter { !tokens[$0].isFiller }.map { tokens[$0].text }
      }
      return meaning
    }
  }

  /// What a reading asks for.
  func demand(_ reading: Reading) -> Demand {
    let words = reading.positions.map { tokens[$0].text }
    let own = Evidence(.words(words))
    func spelt(_ others: [[String]]) -> [Evidence] { [own] + others.map { Evidence(.words($0)) } }
    switch reading.sense {
    case .literal(let others): return Demand(.word, words, spelt(others))
    case .joined(let word):
      let divided = WordTexts.beforeDigits(word).map { [Evidence(.words([$0]))] } ?? []
      return Demand(.word, [word], [Evidence(.words([word]))] + divided)
    case .tags(let tags, let others):
      return Demand(
        reading.namesKind ? .kind : .use, words,
        spelt(others) + tags.map { Evidence(.tag($0.tag), certainty: $0.certainty) })
    case .aim(let targets, let name): return Demand(.aim, words, [name.map { Evidence(.words([$0])) } ?? own] + targets)
    case .feature(let evidence):
      let phrase = Evidence(.words([words.joined(separator: " ")]))
      return Demand(.feature, words, [phrase] + evidence)
    case .condition, .exclusion, .filler, .unreadable: return Demand(.word, words, [own])
    }
  }

  /// Words that mean nothing, where nothing else says what is meant: the tags that they name, beside an exclusion
  /// ("effect without reverb"), or else themselves.
  private func readFillers(into meaning: inout Meaning) throws {
    if meaning.conditions.isEmpty && meaning.excluded.isEmpty {
      meaning.demands = tokens.map { Demand(.word, [$0.text], [Evidence(.words([$0.text]))]) }
      return
    }
    for token in tokens where token.isFiller {
      let tags = try knowledge.tags(named: token.word).map { ComponentPredicate.hasTag($0.tag) }
      let condition = Meaning.Condition(words: [token.text], predicate: .disjunction(tags))
      guard !tags.isEmpty, !meaning.conditions.contains(condition) else { continue }
      meaning.conditions.append(condition)
    }
  }

  // MARK: Intents

  /// Whether an intent only repeats the tag that its words name: nothing but that and broader tags serves it well, so there
  /// is nothing to report.
  func isOwnTag(_ reading: Reading, _ targets: [Evidence]) throws -> Bool {
    let own = try knowledge.tags(
      named: SearchWord(reading.positions.map { tokens[$0].text }.joined(separator: " "), rules: knowledge.rules))
    guard !own.isEmpty else { return false }
    return try targets.allSatisfy { target in
      if !target.isGood { return true }
      switch target.subject {
      case .tag(let tag): return try own.contains { try $0.tag == tag || knowledge.isBroader(tag, than: $0.tag) }
      case .words(let words):
        let name = SearchWord(words.joined(separator: " "), rules: knowledge.rules)
        return try knowledge.tags(named: name).contains { named in own.contains { $0.tag == named.tag } }
      }
    }
  }

  /// The names of what helps, the best first, without the words themselves.
  private func namesOfTargets(_ targets: [Evidence], _ words: [String]) -> [String] {
    func key(_ text: String) -> String { SearchWord(text, rules: knowledge.rules).squeezed }
    let sorted = targets.enumerated().sorted { a, b in (b.element.certainty, a.offset) < (a.element.certainty, b.offset)
    }
    .map(\.element.subject)
    let own = key(words.joined(separator: " "))
    let others = sorted.filter { subject in if case .words = subject { key(subject.name) != own } else { true } }
    var seen: Set<String> = []
    return (others.isEmpty ? sorted : others).map(\.name).filter { seen.insert($0).inserted }
  }
}
