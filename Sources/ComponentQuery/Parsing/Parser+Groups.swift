extension Parser {
  /// A tree with its height, so that no tree gets too deep for recursion.
  struct Node {
    var predicate: ComponentPredicate
    var height: Int

    init(_ predicate: ComponentPredicate, height: Int = 1) {
      self.predicate = predicate
      self.height = height
    }

    var negated: Node { Node(.not(predicate), height: height + 1) }
  }

  /// A run of operands joined by one connective. Nested operands with the same connective are merged, so that
  /// `(a AND b) AND c` is one flat array.
  struct Run {
    private var operands: [ComponentPredicate] = []
    private(set) var operandHeight = 0
    private let isConjunction: Bool

    init(isConjunction: Bool) { self.isConjunction = isConjunction }

    var isEmpty: Bool { operands.isEmpty }

    /// The height of the run's tree.
    var height: Int { operands.count > 1 ? operandHeight + 1 : operandHeight }

    mutating func append(_ node: Node) {
      if let inner = sameRun(node.predicate) {
        operands.append(contentsOf: inner)
        operandHeight = max(operandHeight, node.height - 1)
      } else {
        operands.append(node.predicate)
        operandHeight = max(operandHeight, node.height)
      }
    }

    /// The tree of the run, which must have an operand.
    var node: Node {
      if operands.count == 1 { return Node(operands[0], height: operandHeight) }
      return Node(isConjunction ? .and(operands) : .or(operands), height: height)
    }

    private func sameRun(_ predicate: ComponentPredicate) -> [ComponentPredicate]? {
      switch predicate {
      case .and(let operands) where isConjunction: operands
      case .or(let operands) where !isConjunction: operands
      default: nil
      }
    }
  }

  /// The content of a pair of parentheses or the whole text, as far as it has been parsed.
  struct Group {
    /// Offset of the parenthesis.
    let start: Int
    /// The number of `NOT`s that await the next operand.
    var negations = 0
    private var conjunction = Run(isConjunction: true)
    private var disjunction = Run(isConjunction: false)

    init(start: Int) { self.start = start }

    /// The height of the group's tree, if no operand follows.
    var height: Int {
      disjunction.isEmpty ? conjunction.height : max(conjunction.height, disjunction.operandHeight) + 1
    }

    /// Adds an operand with the pending `NOT`s.
    mutating func append(_ operand: Node) {
      var operand = operand
      for _ in 0..<negations { operand = operand.negated }
      negations = 0
      conjunction.append(operand)
    }

    /// At an `OR`: makes what `AND` has joined so far one operand of it.
    mutating func closeConjunction() {
      disjunction.append(conjunction.node)
      conjunction = Run(isConjunction: true)
    }

    /// The tree of the group, which has no more operands.
    func closed() -> Node {
      var group = self
      group.closeConjunction()
      return group.disjunction.node
    }
  }
}
