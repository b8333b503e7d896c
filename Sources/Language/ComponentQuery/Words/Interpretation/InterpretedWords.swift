package import ComponentModel

/// Plain words as they were interpreted: what a component must have, and what decides its place in the list.
package struct InterpretedWords: Hashable, Sendable {
  /// Neighbouring words that together name something.
  package struct Span: Hashable, Sendable {
    /// The positions of the words.
    package var range: Range<Int>
    /// The tags that they name.
    package var tags: [Tag]
    /// Whether searching for the words finds components of each tag anyway, by the name that the caller sees.
    package var isFoundByWords: [Bool]
    /// Whether its words are to be found as typed, in any field: in quotes, or if nothing is interpreted.
    package var isLiteral = false
    /// The one word that names have instead of these: `dragonfly` for "dragon fly"; nil if there is none.
    package var joined: String?
    /// The words that names have instead of this one: `ring`, `mod` for "ringmod"; nil if there are none.
    package var parts: [String]?

    /// The tags that searching for the words doesn't find.
    var addedTags: [Tag] { zip(tags, isFoundByWords).filter { !$1 }.map(\.0) }

    /// Whether its words say what a component is, rather than what it is used on.
    package var isKind: Bool { tags.contains { !TagUse.all.contains($0.identifier) } }

    /// Whether it finds components that its words don't find.
    var findsOthers: Bool {
      joined != nil || parts != nil || isKind && !isLiteral || isFoundByWords.contains(false)
    }

    /// Whether it is part of a longer one that names the same: `gate` in "noise gate".
    func isPart(of other: Span) -> Bool {
      other.range.count > range.count && other.range.clamped(to: range) == range && joined == nil && parts == nil
        && tags.allSatisfy(other.tags.contains)
    }
  }

  /// The words that a component must have, corrected, in the order of the text.
  package var words: [String] = []
  /// Tags that neighbouring words name together, or that a single word names by an alias.
  package var spans: [Span] = []
  /// Words that a component need not have.
  package var optional: [String] = []
  /// Words that say what a component is used on, beside one that says what it is: those that have them come first.
  package var preferred: [String] = []
  /// The words that a component must not have.
  package var excluded: [ComponentPredicate] = []
  /// What helps with the intent.
  package var targets: [IntentTarget] = []
  /// The words of the intent.
  package var intentWords: [String] = []
  /// The words of the intent as one word, if people also write them so; a component then suits the intent if it has
  /// this word, rather than all of them.
  package var intentName: String?
  /// Whether a component must suit the intent; if not, the intent only decides the order, because other words say what
  /// the component is.
  package var requiresTarget = false
  /// The requested features, beside the kind.
  package var features: [Feature] = []
  /// A condition stated in words: stereo, no user interface.
  package var conditions: [ComponentPredicate] = []
  /// The words that state each condition.
  package var wordsOfConditions: [[String]] = []
  /// The words before one such as "with", which say what is meant, corrected as ``words`` are: "eq with spectrum".
  var head: [String] = []
  /// The typed form of words that have been joined.
  var typed: [String: String] = [:]
  /// How the words differ from what was typed.
  package var notes: [SearchNote] = []

  /// A feature that a component may have.
  package struct Feature: Hashable, Sendable {
    /// The words for it.
    package var words: [String]
    /// The evidence for it; the words themselves count, too.
    package var evidence: [IntentTarget]

    /// The evidence for it, including its words.
    package var shown: [IntentTarget] { evidence + [IntentTarget(.words(words), weight: 3)] }

    /// The predicate that components with the feature match.
    var predicate: ComponentPredicate {
      .disjunction(
        [.text([words.joined(separator: " ")])]
          + evidence.filter(\.isGood).map {
            switch $0.subject {
            case .tag(let tag): .hasTag(tag)
            case .words(let words): .text([words.joined(separator: " ")])
            }
          })
    }
  }

  /// Words as they are, not interpreted.
  package init(_ words: [String] = []) { self.words = words }

  /// The predicate that the words mean.
  package var predicate: ComponentPredicate {
    .conjunction(
      conditions + (requiresTarget ? [intentPredicate] : []) + groups().map(predicate)
        + features.map(\.predicate) + excluded.map(ComponentPredicate.not))
  }

  /// Whether there is nothing but words.
  package var saysNothingElse: Bool { conditions.isEmpty && targets.isEmpty && excluded.isEmpty && features.isEmpty }

  /// A part of the predicate that a component may match by itself, and the words for it.
  package struct Part: Hashable, Sendable {
    /// The words as typed; for an exclusion, its predicate.
    package var text: String
    /// The predicate that a component must match.
    package var predicate: ComponentPredicate
  }

  /// The parts of the predicate: conditions, and words or what they name.
  package var parts: [Part] {
    let stated = zip(wordsOfConditions, conditions).map { Part(text: $0.joined(separator: " "), predicate: $1) }
    let without = excluded.map(ComponentPredicate.not).map { Part(text: $0.operandDescription, predicate: $0) }
    let intent = Part(text: intentWords.joined(separator: " "), predicate: intentPredicate)
    let able = features.map { Part(text: $0.words.joined(separator: " "), predicate: $0.predicate) }
    return stated + without + (requiresTarget ? [intent] : []) + able
      + groups().flatMap { group in
        group.spans.isEmpty
          ? group.words.map { Part(text: $0, predicate: .text([$0])) }
          : [Part(text: group.words.joined(separator: " "), predicate: predicate(of: group))]
      }
  }

  /// The predicate that the words mean if one of several spans is enough.
  ///
  /// - Parameter kinds: spans that don't overlap.
  package func predicate(withAnyOf kinds: [Span]) -> ComponentPredicate {
    let taken = Set(kinds.flatMap { Array($0.range) })
    var rest = self
    (rest.words, rest.spans) = part(at: words.indices.filter { !taken.contains($0) })
    let alternatives = kinds.map(predicate(ofKind:))
    return .conjunction([rest.predicate, .disjunction(alternatives)].filter { $0 != .constant(true) })
  }

  /// The predicate for only the words of a span.
  package func predicate(ofKind span: Span) -> ComponentPredicate {
    var own = InterpretedWords()
    (own.words, own.spans) = part(at: Array(span.range))
    return own.predicate
  }

  /// The words at some positions, and the spans that have no other words.
  private func part(at positions: [Int]) -> ([String], [Span]) {
    let spans = spans.compactMap { span -> Span? in
      guard let start = positions.firstIndex(of: span.range.lowerBound), span.range.allSatisfy(positions.contains)
      else {
        return nil
      }
      var moved = span
      moved.range = start..<start + span.range.count
      return moved
    }
    return (positions.map { words[$0] }, spans)
  }

  /// A component suits an intent if it has one of its targets, or the words themselves.
  private var intentPredicate: ComponentPredicate {
    let helping = targets.map { target -> ComponentPredicate in
      switch target.subject {
      case .tag(let tag): .hasTag(tag)
      case .words(let words): .text(words)
      }
    }
    let own = intentName.map { [$0] } ?? intentWords
    return .disjunction(helping + (own.isEmpty ? [] : [.text(own)]))
  }

  /// Neighbouring words with the same alternatives. Each word of a group may be replaced by any of these, so all may:
  /// (noise or Gate) and (gate or Gate) is (noise and gate) or Gate.
  private struct Group {
    var words: [String]
    var spans: [Span]
  }

  private func groups() -> [Group] {
    var groups: [Group] = []
    let longest = spans.filter { span in !spans.contains(where: span.isPart) }
    for (position, word) in words.enumerated() {
      let spans = longest.filter { $0.findsOthers && $0.range.contains(position) }
      if let last = groups.indices.last, groups[last].spans == spans {
        groups[last].words.append(word)
      } else {
        groups.append(Group(words: [word], spans: spans))
      }
    }
    return groups
  }

  private func predicate(of group: Group) -> ComponentPredicate {
    // A kind that is mentioned in a comment, a parameter or a preset doesn't make a component one.
    let isKind = group.spans.contains { $0.isKind && !$0.isLiteral }
    var alternatives: [ComponentPredicate] = []
    func add(_ words: [String]) {
      if !isKind { return alternatives.append(.text(words)) }
      // "eq" is part of too many names, such as those of sequencers.
      guard words.allSatisfy({ $0.unicodeScalars.count > 2 }) else { return }
      alternatives.append(.conjunction(words.map(ComponentPredicate.isNamed)))
    }
    add(group.words)
    for span in group.spans {
      alternatives += (isKind ? span.tags : span.addedTags).map(ComponentPredicate.hasTag)
      if let joined = span.joined { add([joined]) }
      if let parts = span.parts { add(parts) }
    }
    return .disjunction(alternatives)
  }
}

extension ComponentPredicate {
  /// Whether a component has a tag, by the name that means the same in every language.
  package static func hasTag(_ tag: Tag) -> ComponentPredicate {
    .comparison(Comparison(key: .tag, operator: .equal, value: .text(tag.englishName)))
  }

  /// Whether a component's name has a word.
  static func isNamed(_ word: String) -> ComponentPredicate {
    .comparison(
      Comparison(key: .name, operator: .contains, value: .text(word), options: [.ignoringCase, .ignoringAccents]))
  }

  /// The operands joined by `AND`: chains are flat, and texts become one.
  package static func conjunction(_ operands: [ComponentPredicate]) -> ComponentPredicate {
    var run = Parser.Run(isConjunction: true)
    for operand in operands {
      if case .text(let words) = operand {
        run.append(Parser.Node(bareText: words))
      } else {
        run.append(Parser.Node(operand))
      }
    }
    return run.isEmpty ? .constant(true) : run.node.predicate
  }

  /// The operands joined by `OR`, each once.
  package static func disjunction(_ operands: [ComponentPredicate]) -> ComponentPredicate {
    let joined = chain(operands, isConjunction: false)
    guard case .or(let alternatives) = joined else { return joined }
    var seen: Set<ComponentPredicate> = []
    return chain(alternatives.filter { seen.insert($0).inserted }, isConjunction: false)
  }

  /// The operands joined by a connective; nested chains of the same connective are flattened.
  package static func chain(_ operands: [ComponentPredicate], isConjunction: Bool) -> ComponentPredicate {
    var run = Parser.Run(isConjunction: isConjunction)
    for operand in operands { run.append(Parser.Node(operand)) }
    return run.isEmpty ? .constant(isConjunction) : run.node.predicate
  }
}
