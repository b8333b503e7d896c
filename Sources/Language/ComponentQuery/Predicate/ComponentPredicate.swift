/// A condition on components: a syntax tree that is parsed from text, evaluated in memory, lowered to SQL and
/// printed back.
///
/// The parser limits its depth to ``ComponentPredicate/depthLimit``, so every walk can recurse. Two predicates are
/// equal if they are spelt with the same Unicode scalars.
public indirect enum ComponentPredicate: Sendable {
  /// `TRUEPREDICATE` or `FALSEPREDICATE`.
  case constant(Bool)
  /// `NOT`.
  case not(ComponentPredicate)
  /// `AND`: every one is true. A chain of any length is one flat array.
  case and([ComponentPredicate])
  /// `OR`: at least one is true.
  case or([ComponentPredicate])
  /// A key, an operator and a value.
  case comparison(Comparison)
  /// Free text: the component contains every word. Inside a larger predicate it is
  /// written `~ "…"`.
  case text([String])
  /// A saved search, by name (`IN "name"`). It can't be evaluated until `ComponentManager.resolved(_:)` has replaced
  /// it.
  case saved(String)

  /// The maximum number of levels of a predicate, and of nested parentheses and `NOT`s in its text.
  public static let depthLimit = 200

  /// The maximum size of a predicate's text, in UTF-8 bytes.
  public static let sizeLimit = 4 << 20
}

extension ComponentPredicate {
  /// The keys that the predicate's comparisons name. Free text names none.
  public var keys: Set<Key> {
    var keys: Set<Key> = []
    visitLeaves { leaf in
      if case .comparison(let comparison) = leaf { keys.insert(comparison.key) }
    }
    return keys
  }

  /// Whether a comparison names a key. It costs much less than ``keys``.
  package func names(_ key: Key) -> Bool {
    hasLeaf { if case .comparison(let comparison) = $0 { comparison.key == key } else { false } }
  }

  /// Whether `isMeant` is true of any leaf; stops at the first one of which it is.
  package func hasLeaf(where isMeant: (ComponentPredicate) -> Bool) -> Bool {
    switch self {
    case .not(let operand): operand.hasLeaf(where: isMeant)
    case .and(let operands), .or(let operands): operands.contains { $0.hasLeaf(where: isMeant) }
    case .constant, .comparison, .text, .saved: isMeant(self)
    }
  }

  /// Calls `body` with every leaf, from left to right.
  package func visitLeaves(_ body: (ComponentPredicate) -> Void) {
    switch self {
    case .not(let operand): operand.visitLeaves(body)
    case .and(let operands), .or(let operands): for operand in operands { operand.visitLeaves(body) }
    case .constant, .comparison, .text, .saved: body(self)
    }
  }

  /// - Throws: ``InvalidPredicate`` if the tree is too deep for recursion.
  package func checkDepth() throws(InvalidPredicate) {
    guard isNoDeeper(than: Self.depthLimit) else { throw .tooDeep }
  }

  /// Whether no branch has more than `levels` nodes; stops at the first that does.
  package func isNoDeeper(than levels: Int) -> Bool {
    guard levels > 0 else { return false }
    switch self {
    case .not(let operand): return operand.isNoDeeper(than: levels - 1)
    case .and(let operands), .or(let operands): return operands.allSatisfy { $0.isNoDeeper(than: levels - 1) }
    case .constant, .comparison, .text, .saved: return true
    }
  }
}

extension ComponentPredicate: Hashable {
  /// Whether two predicates are equal trees with equal spellings.
  public static func == (a: ComponentPredicate, b: ComponentPredicate) -> Bool {
    switch (a, b) {
    case (.not(let a), .not(let b)): a == b
    case (.and(let a), .and(let b)): a == b
    case (.or(let a), .or(let b)): a == b
    default: areEqualLeaves(a, b)
    }
  }

  /// A separate function to keep the recursion's frames small.
  private static func areEqualLeaves(_ a: ComponentPredicate, _ b: ComponentPredicate) -> Bool {
    switch (a, b) {
    case (.constant(let a), .constant(let b)): a == b
    case (.comparison(let a), .comparison(let b)): a == b
    case (.text(let a), .text(let b)): a.map(ExactText.init) == b.map(ExactText.init)
    case (.saved(let a), .saved(let b)): ExactText(a) == ExactText(b)
    default: false
    }
  }

  /// Feeds the tree to `hasher`, leaving out what rarely tells two trees apart.
  public func hash(into hasher: inout Hasher) {
    switch self {
    case .constant(let value): hasher.combine(value)
    case .not(let operand): operand.hash(into: &hasher)
    case .and(let operands), .or(let operands): hasher.combine(operands)
    case .comparison(let comparison): hasher.combine(comparison)
    case .text(let words): hasher.combine(words.map(ExactText.init))
    case .saved(let name): hasher.combine(ExactText(name))
    }
  }
}
