package import ComponentModel
package import ComponentQuery

/// One thing that words ask for, and what shows that a component has it.
package struct Demand: Hashable, Sendable {
  /// What the words say of a component.
  package enum Role: Hashable, Sendable {
    /// What it is: a reverb.
    case kind
    /// What it is called, or who makes it.
    case word
    /// What it is used on: vocals. It never says by itself what a component is, if other words do.
    case use
    /// What the person wants to achieve: make vocals louder.
    case aim
    /// What it has or can do, beside its kind: with pre-delay.
    case feature
  }

  package var role: Role
  /// The words, as they are searched for.
  package var words: [String]
  /// What shows it, each by itself: the words themselves come first.
  package var evidence: [Evidence]
  /// Whether a component must meet the demand; if not, it only affects the order.
  package var isRequired = true

  package init(_ role: Role, _ words: [String], _ evidence: [Evidence]) {
    self.role = role
    self.words = words
    self.evidence = evidence
  }

  /// The tags that the words name.
  package var tags: [Tag] { evidence.compactMap { $0.isMeaning ? $0.tag : nil } }

  /// The words as a person writes them.
  package var text: String { words.joined(separator: " ") }

  /// Whether nothing but its words shows it.
  var isLiteral: Bool { evidence.allSatisfy { $0.subject == .words(words) } }

  /// The predicate for the components that meet it. What helps a little meets an aim, too.
  package var predicate: ComponentPredicate {
    .disjunction(evidence.filter { role == .aim || $0.isGood }.compactMap { predicate(of: $0.subject) })
  }

  /// The predicate for the components that have its words, side by side in any text.
  var literally: ComponentPredicate {
    .disjunction(
      [.text([text])]
        + evidence.compactMap { evidence in
          guard evidence.isMeaning, case .words(let words) = evidence.subject else { return nil }
          return .text([words.joined(separator: " ")])
        })
  }

  /// The predicate for the components that meet it, or have its words in any text.
  var anywhere: ComponentPredicate {
    // A name that has several words apart isn't a text that has them side by side.
    words.count > 1
      ? .disjunction([predicate, literally])
      : .disjunction(evidence.compactMap(\.tag).map(ComponentPredicate.hasTag) + [literally])
  }

  private func predicate(of subject: Evidence.Subject) -> ComponentPredicate? {
    switch subject {
    case .tag(let tag): return .hasTag(tag)
    case .words(let words):
      // A kind that is mentioned in a comment, a parameter or a preset doesn't make a component one.
      guard role == .kind else { return .text(words) }
      // "eq" is part of too many names, such as those of sequencers.
      return words.allSatisfy { $0.unicodeScalars.count > 2 }
        ? .conjunction(words.map(ComponentPredicate.isNamed)) : nil
    }
  }
}

/// Something of a component that shows that it meets a demand.
package struct Evidence: Hashable, Sendable {
  /// What the component has.
  package enum Subject: Hashable, Sendable {
    /// All of these words, in its texts.
    case words([String])
    /// A tag of the standard vocabulary.
    case tag(Tag)

    /// The name for people.
    package var name: String {
      switch self {
      case .words(let words): words.joined(separator: " ")
      case .tag(let tag): tag.name
      }
    }
  }

  package var subject: Subject
  /// How surely it shows that, from 0 to 1: the words themselves and what they name surely do.
  package var certainty: Double
  /// Whether it is what the words say, and not only what helps with it.
  package var isMeaning: Bool

  package init(_ subject: Subject, certainty: Double = 1, isMeaning: Bool = true) {
    self.subject = subject
    self.certainty = certainty
    self.isMeaning = isMeaning
  }

  package var tag: Tag? { if case .tag(let tag) = subject { tag } else { nil } }

  /// Whether it is what the words say, or helps well with it: a hint by itself only affects the order.
  package var isGood: Bool { isMeaning || certainty >= Self.good }

  private static var good: Double { 0.6 }
}
