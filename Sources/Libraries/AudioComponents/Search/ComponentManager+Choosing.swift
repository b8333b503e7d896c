extension ComponentManager {
  /// The component that a person means by a text. Every command, and hosts in C and Python, choose by this rule:
  ///
  /// 1. the component with that URI;
  /// 2. the one with that name, or the only one whose name begins with it;
  /// 3. the only one that has all words of the text in its own texts and in the names of its tags as people see them.
  ///    Variants such as mono and stereo count as one, and the best match stands for them;
  /// 4. the only match of a predicate.
  ///
  /// Nothing is guessed: words are neither corrected nor interpreted. Hidden components can be chosen, too. A component that
  /// was uninstalled isn't replaced by another that has the words of its name only elsewhere than in its own name.
  ///
  /// - Parameters:
  ///   - text: a URI, a name or its beginning, words, or a predicate. A path chooses nothing.
  ///   - condition: what is tried first for beginnings, words and predicates, such as `hidden == yes` for what is to be
  ///     shown again; nil for nothing.
  /// - Throws: an error about a store. A text that can't be read as a predicate chooses nothing.
  public func choice(
    of text: String, among condition: ComponentPredicate? = nil
  ) throws(ComponentManagerError) -> ComponentChoice {
    if let component = try component(uri: text) { return .one(component, .uri, variants: []) }
    let named = ComponentChoice(try components(named: text), .name)
    if named != .none { return named }
    guard text.contains(where: { !$0.isWhitespace }), !ChoosingText.isURI(text), !ChoosingText.isPath(text) else {
      return .none
    }
    if let condition {
      let choice = try described(text, among: condition)
      if choice != .none { return choice }
    }
    return try described(text, among: nil)
  }

  private func described(
    _ text: String, among condition: ComponentPredicate?
  ) throws(ComponentManagerError) -> ComponentChoice {
    let begun = ComponentChoice(try matches(of: .nameComparison(.beginsWith, text), condition), .beginning)
    return begun.component == nil ? try chosen(byWords: text, among: condition) : begun
  }

  private func chosen(
    byWords text: String, among condition: ComponentPredicate?
  ) throws(ComponentManagerError) -> ComponentChoice {
    guard let predicate = try readable(text), try !isGone(text, predicate) else { return .none }
    let found = try matches(of: predicate, condition)
    guard TextReading(of: text) == .words, !found.isEmpty else { return ComponentChoice(found, .predicate) }
    let plain = try unifyingErrors { try found.filter { try has($0, predicate) } }
    if !plain.isEmpty { return ComponentChoice(variants: plain, .words) }
    let meant = try matches(of: predicate, condition, words: .interpreted)
    return .candidates(meant.isEmpty ? found : meant, .meaning)
  }

  /// Whether words are in a component's texts and tags as people see them. Other names of a tag don't count: a tag that has
  /// many would choose among components of which nobody has said the word.
  private func has(
    _ component: Component, _ predicate: ComponentPredicate
  ) throws(ComponentManagerError) -> Bool {
    var shown = component
    for index in shown.tags.indices { shown.tags[index].aliases = [] }
    let subject = CatalogSubject(shown) { try self.details(of: component) }
    return try unifyingErrors { try predicate.matches(subject, rules: rules) }
  }

  /// - Returns: nil if a text is no predicate.
  private func readable(_ text: String) throws(ComponentManagerError) -> ComponentPredicate? {
    do throws(ComponentManagerError) {
      return try predicate(text)
    } catch {
      if case .invalidPredicate = error { return nil }
      throw error
    }
  }

  /// Whether a text is the name of a component that is no longer installed. One whose tags happen to have its words isn't
  /// meant, but one whose name has them may be.
  private func isGone(_ text: String, _ predicate: ComponentPredicate) throws(ComponentManagerError) -> Bool {
    guard case .text(let words) = predicate, !words.isEmpty, try !missingComponents(named: text).isEmpty else {
      return false
    }
    return try matches(of: .nameHas(words), nil).isEmpty
  }

  private func matches(
    of predicate: ComponentPredicate, _ condition: ComponentPredicate?, words matching: WordMatching = .exact
  ) throws(ComponentManagerError) -> [Component] {
    let wanted = condition.map { .and([predicate, $0]) } ?? predicate
    return try search(wanted, everything: true, words: matching).components.filter { $0.verdict == .scanned }
  }
}

extension ComponentPredicate {
  /// The condition that a name compares so with a text. Case and accents make no difference.
  static func nameComparison(_ comparing: Comparison.Operator, _ text: String) -> ComponentPredicate {
    .comparison(
      Comparison(key: .name, operator: comparing, value: .text(text), options: [.ignoringCase, .ignoringAccents]))
  }

  /// The condition that a name has all words.
  package static func nameHas(_ words: [String]) -> ComponentPredicate {
    .conjunction(words.map { .nameComparison(.contains, $0) })
  }
}
