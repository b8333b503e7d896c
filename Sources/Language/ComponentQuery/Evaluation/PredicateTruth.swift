package import ComponentModel

/// Explains why a subject matches a predicate or doesn't: the predicate's tree with the truth of each node.
public struct PredicateTruth: Hashable, Sendable {
  /// The connective (`AND`, `OR`, `NOT`), or the comparison, truncated if it is long.
  public var text: String
  /// Whether the node is true of the subject.
  public var isTrue: Bool
  /// For a comparison: the subject's value, shortened; for a list, the elements that decided and the number of the
  /// others. For free text: where its words were found, or which of them were not. Otherwise nil.
  public var value: String?
  /// The truths of the operands, in the order of the text.
  public var children: [PredicateTruth]

  package init(text: String, isTrue: Bool, value: String? = nil, children: [PredicateTruth] = []) {
    self.text = text
    self.isTrue = isTrue
    self.value = value
    self.children = children
  }
}

extension ComponentPredicate {
  /// Explains why a subject matches or doesn't. The root is true if ``PreparedPredicate/matches(_:)`` is; unlike
  /// that, it evaluates every comparison, even those that can't change the result.
  ///
  /// - Throws: ``InvalidPredicate`` if the predicate can't be prepared or `MATCHES` took too long, and what reading the
  ///   subject throws.
  package func explained(for subject: some QuerySubject, rules: any TextRules) throws -> PredicateTruth {
    try checkDepth()
    return try Explanation(subject, rules).truth(of: self)
  }
}

/// Evaluates every node of a predicate. The recursive functions have small frames, because the tree may be deep.
private final class Explanation<Subject: QuerySubject> {
  private let subject: SubjectWords<Subject>
  private let rules: any TextRules

  init(_ subject: Subject, _ rules: any TextRules) {
    self.subject = SubjectWords(subject, rules: rules)
    self.rules = rules
  }

  func truth(of predicate: ComponentPredicate) throws -> PredicateTruth {
    switch predicate {
    case .not(let operand): return negation(of: try truth(of: operand))
    case .and(let operands): return conjunction(try truths(of: operands))
    case .or(let operands): return disjunction(try truths(of: operands))
    case .constant, .comparison, .text, .saved: return try leaf(predicate)
    }
  }

  private func truths(of operands: [ComponentPredicate]) throws -> [PredicateTruth] {
    var truths: [PredicateTruth] = []
    for operand in operands { truths.append(try truth(of: operand)) }
    return truths
  }

  private func negation(of operand: PredicateTruth) -> PredicateTruth {
    PredicateTruth(text: "NOT", isTrue: !operand.isTrue, children: [operand])
  }

  private func conjunction(_ operands: [PredicateTruth]) -> PredicateTruth {
    PredicateTruth(text: "AND", isTrue: operands.allSatisfy(\.isTrue), children: operands)
  }

  private func disjunction(_ operands: [PredicateTruth]) -> PredicateTruth {
    PredicateTruth(text: "OR", isTrue: operands.contains(where: \.isTrue), children: operands)
  }

  private func leaf(_ predicate: ComponentPredicate) throws -> PredicateTruth {
    var truth = PredicateTruth(text: shortened(predicate.operandDescription, to: 200), isTrue: false)
    switch predicate {
    case .constant(let value): truth.isTrue = value
    case .comparison(let comparison):
      (truth.isTrue, truth.value) = try PreparedComparison(comparison, rules: rules).explained(for: subject.subject)
    case .text(let words):
      (truth.isTrue, truth.value) = try explained(words)
    case .saved(let name): throw InvalidPredicate.unresolved(name)
    case .not, .and, .or: break
    }
    return truth
  }

  /// Where each word is found or, if some are found nowhere, which these are.
  private func explained(_ words: [String]) throws -> (isTrue: Bool, value: String?) {
    let test = FreeTextTest(words, rules: rules)
    let missing = try test.missingWords(in: subject)
    if !missing.isEmpty { return (false, "nowhere: " + shownList(missing.map(shownText), of: missing.count)) }
    let found = try test.searched.filter { !$0.isEmpty }.map { word in
      let places = try subject.places(of: word).map(\.description)
      let list = shownList(places, of: places.count)
      return test.searched.count > 1 ? "\(shownText(word.text)): \(list)" : list
    }
    return (true, found.isEmpty ? nil : found.joined(separator: "; "))
  }
}
