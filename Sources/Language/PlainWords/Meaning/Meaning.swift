import ComponentModel
package import ComponentQuery

/// What plain words mean: what a component is asked to be or to have, demand by demand.
package struct Meaning: Hashable, Sendable {
  /// The demands, in the order of their first words.
  package var demands: [Demand] = []
  /// Conditions that the words state: stereo, no user interface.
  package var conditions: [Condition] = []
  /// What a component must not be.
  package var excluded: [ComponentPredicate] = []
  /// All words, also those that mean nothing: they may be a name.
  package var typed: [String] = []
  /// The words that may be a name: those that say something, each as it is searched for. Empty if some of them state a
  /// condition.
  package var literal: [String] = []
  /// The words that need not be met and that only few components have, in names or comments: these are found, too.
  package var rare: [String] = []
  /// How the words differ from what was typed.
  package var notes: [SearchNote] = []
  /// The number of demands before a word such as "with", which say what is meant: "eq with spectrum".
  package var headCount = 0

  /// A condition, and the words that state it.
  package struct Condition: Hashable, Sendable {
    package var words: [String]
    package var predicate: ComponentPredicate

    package init(words: [String], predicate: ComponentPredicate) {
      self.words = words
      self.predicate = predicate
    }
  }

  package init() {}

  /// The meaning of words that are not interpreted.
  package init(literally words: [String]) {
    demands = words.map { Demand(.word, [$0], [Evidence(.words([$0]))]) }
  }

  /// The demands that a component must meet.
  package var required: [Demand] { demands.filter(\.isRequired) }

  /// Whether nothing but required words, or what they name, is asked for.
  package var saysNothingElse: Bool {
    conditions.isEmpty && excluded.isEmpty && demands.allSatisfy { $0.role == .word || $0.role == .kind }
  }

  // MARK: Predicates

  /// The predicate of the conditions and exclusions.
  package var stated: [ComponentPredicate] {
    conditions.map(\.predicate) + excluded.map(ComponentPredicate.not)
  }

  /// What a component must have: each of these.
  package var parts: [Part] {
    conditions.map { Part(text: $0.words.joined(separator: " "), predicate: $0.predicate) }
      + excluded.map(ComponentPredicate.not).map { Part(text: $0.operandDescription, predicate: $0) } + demandParts
  }

  /// The same without what is stated. What helps with one of several aims is enough.
  package var demandParts: [Part] {
    let aims = required.filter { $0.role == .aim }
    let others = required.filter { $0.role != .aim }.map { Part(text: $0.text, predicate: $0.predicate) }
    let aim = Part(text: aims.map(\.text).joined(separator: " "), predicate: .disjunction(aims.map(\.predicate)))
    return (aims.isEmpty ? [] : [aim]) + others
  }

  /// A part of what is asked for that a component may meet by itself, and the words for it.
  package struct Part: Hashable, Sendable {
    package var text: String
    package var predicate: ComponentPredicate
  }

  /// The predicate for the components that have every part.
  package var strict: ComponentPredicate { .conjunction(parts.map(\.predicate)) }

  /// The predicate for the components that have the words of every required demand, in any text; nil if that asks for no
  /// less than ``strict``. A word that need not be met only affects the order.
  package var literally: ComponentPredicate? {
    let required = required.isEmpty ? demands : required
    return demands.isEmpty || required.allSatisfy { $0.isLiteral && $0.isRequired }
      ? nil : .conjunction(stated + required.map(\.literally))
  }

  /// The predicate that the words mean.
  package var predicate: ComponentPredicate {
    if demands.count == 1, demands[0].role == .kind { return .conjunction(stated + [demands[0].anywhere]) }
    return .disjunction([strict] + (literally.map { [$0] } ?? []) + rare.map { .conjunction(stated + [.text([$0])]) })
  }

  // MARK: Kinds

  /// The demands that say what a component is.
  package var kinds: [Demand] { demands.filter { $0.role == .kind } }

  /// The kind before a word such as "with".
  package var statedKind: Demand? { demands.prefix(headCount).last { $0.role == .kind } }

  /// The kind that the other words describe: that before a word such as "with", else the last.
  package var mainKind: Demand? { statedKind ?? kinds.last }
}
