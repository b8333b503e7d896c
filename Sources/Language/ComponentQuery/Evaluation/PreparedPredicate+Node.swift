import ComponentModel

extension PreparedPredicate {
  indirect enum Node: Sendable {
    case constant(Bool)
    case not(Node)
    case and([Node])
    case or([Node])
    case leaf(Leaf)
  }

  /// A comparison or free text. A class, so that a node is one machine word and the recursion's frames stay small.
  final class Leaf: Sendable {
    private enum Test: Sendable {
      case comparison(PreparedComparison)
      case text(FreeTextTest)
    }

    private let test: Test

    init(_ comparison: PreparedComparison) { test = .comparison(comparison) }

    init(_ text: FreeTextTest) { test = .text(text) }

    var cost: Int { if case .comparison(let comparison) = test { comparison.cost } else { 3 } }

    func matches(_ subject: SubjectWords<some QuerySubject>) throws -> Bool {
      switch test {
      case .comparison(let comparison): try comparison.matches(subject.subject)
      case .text(let text): try text.matches(subject)
      }
    }
  }
}

extension PreparedPredicate.Node {
  func matches(_ subject: SubjectWords<some QuerySubject>) throws -> Bool {
    switch self {
    case .constant(let value): return value
    case .not(let operand): return try !operand.matches(subject)
    case .and(let operands):
      for operand in operands where try !operand.matches(subject) { return false }
      return true
    case .or(let operands):
      for operand in operands where try operand.matches(subject) { return true }
      return false
    case .leaf(let leaf): return try leaf.matches(subject)
    }
  }

  /// The cost of evaluation, by which operands are ordered.
  fileprivate var cost: Int {
    switch self {
    case .constant: 0
    case .leaf(let leaf): leaf.cost
    case .not, .and, .or: 3
    }
  }
}

/// Turns a tree into prepared nodes. The two recursive functions have few locals and untyped errors,
/// because their frames times the depth of the tree must fit a small stack.
final class Preparation {
  private typealias Node = PreparedPredicate.Node

  private let rules: any TextRules

  init(_ rules: any TextRules) { self.rules = rules }

  func node(of predicate: ComponentPredicate) throws -> PreparedPredicate.Node {
    switch predicate {
    case .not(let operand): return negation(of: try node(of: operand))
    case .and(let operands): return chain(try nodes(of: operands), neutral: true)
    case .or(let operands): return chain(try nodes(of: operands), neutral: false)
    case .constant, .comparison, .text, .saved: return try leaf(predicate)
    }
  }

  private func nodes(of operands: [ComponentPredicate]) throws -> [Node] {
    var nodes: [Node] = []
    for operand in operands { nodes.append(try node(of: operand)) }
    return nodes
  }

  private func leaf(_ predicate: ComponentPredicate) throws -> Node {
    switch predicate {
    case .comparison(let comparison): .leaf(.init(try PreparedComparison(comparison, rules: rules)))
    case .text(let words): .leaf(.init(FreeTextTest(words, rules: rules)))
    case .constant(let value): .constant(value)
    case .saved(let name): throw InvalidPredicate.unresolved(name)
    case .not, .and, .or: .constant(false)
    }
  }

  private func negation(of operand: Node) -> Node {
    if case .constant(let value) = operand { .constant(!value) } else { .not(operand) }
  }

  /// A chain without its constants: one that is not `neutral` decides the chain, the others change nothing. Operands
  /// that cost less come first, which never changes the result.
  private func chain(_ operands: [Node], neutral: Bool) -> Node {
    var byCost: [[Node]] = [[], [], [], []]
    for operand in operands {
      if case .constant(let value) = operand {
        if value != neutral { return operand }
      } else {
        byCost[operand.cost].append(operand)
      }
    }
    let remaining = Array(byCost.joined())
    if remaining.isEmpty { return .constant(neutral) }
    return neutral ? .and(remaining) : .or(remaining)
  }
}
