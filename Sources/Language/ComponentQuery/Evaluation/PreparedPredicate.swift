public import ComponentModel

/// A predicate prepared for evaluation on many subjects: texts are folded, sets hashed and expressions compiled once.
///
/// Safe to use from any thread.
public struct PreparedPredicate: Sendable {
  /// The predicate as it was given.
  public let predicate: ComponentPredicate
  private let root: Node
  private let rules: any TextRules

  /// Prepares a predicate.
  ///
  /// - Throws: ``InvalidPredicate`` if an expression of `MATCHES` is invalid, a saved search has not been resolved
  ///   (`ComponentManager.resolved(_:)`), or the tree was not made by the parser and is deeper than
  ///   ``ComponentPredicate/depthLimit``.
  public init(_ predicate: ComponentPredicate, rules: any TextRules) throws(InvalidPredicate) {
    try predicate.checkDepth()
    self.predicate = predicate
    self.rules = rules
    do {
      root = try Preparation(rules).node(of: predicate)
    } catch {
      throw error as? InvalidPredicate ?? InvalidPredicate("the predicate can't be prepared: \(error)")
    }
  }

  /// Whether the predicate is true of the subject.
  ///
  /// - Throws: ``InvalidPredicate`` if `MATCHES` took too long; else what reading the subject throws.
  public func matches(_ subject: some QuerySubject) throws -> Bool {
    try matches(SubjectWords(subject, rules: rules))
  }

  /// Whether the predicate is true of a subject whose words are read once for several predicates.
  ///
  /// - Parameter subject: its words must be read with the text rules of this predicate.
  package func matches(_ subject: SubjectWords<some QuerySubject>) throws -> Bool { try root.matches(subject) }
}

extension ComponentPredicate {
  /// Whether the predicate is true of one subject. For several subjects, prepare it: ``PreparedPredicate``.
  ///
  /// - Throws: what preparing and evaluating it throw.
  public func matches(_ subject: some QuerySubject, rules: any TextRules) throws -> Bool {
    try PreparedPredicate(self, rules: rules).matches(subject)
  }
}
