extension Parser {
  /// A tree with its height, so that no tree gets too deep for recursion.
  struct Node {
    var predicate: ComponentPredicate
    var height: Int
    /// Whether it is words without `~`: side by side, such words become one text, so that they are ranked together.
    var isBareText = false

    init(_ predicate: ComponentPredicate, height: Int = 1) {
      self.predicate = predicate
      self.height = height
    }

    init(bareText words: [String]) {
      self.init(.text(words))
      isBareText = true
    }

    var negated: Node { Node(.not(predicate), height: height + 1) }
  }

  /// A run of operands joined by one connective. Nested operands with the same connective are merged, so that
  /// `(a AND b) AND c` is one flat array.
  struct Run {
    private var operands: [ComponentPredicate] = []
    /// The joined words, and the index of the operand that they become.
    private var words: [String] = []
    private var textIndex = 0
    /// Whether the last operand is words without `~`.
    private var isBareText = false
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
        return
      }
      operandHeight = max(operandHeight, node.height)
      isBareText = node.isBareText
      if isConjunction, node.isBareText, case .text(let words) = node.predicate {
        append(words, node.predicate)
      } else {
        operands.append(node.predicate)
      }
    }

    private mutating func append(_ words: [String], _ text: ComponentPredicate) {
      if self.words.isEmpty {
        textIndex = operands.count
        operands.append(text)
      }
      self.words += words
    }

    /// The tree of the run, which must have an operand.
    var node: Node {
      var operands = operands
      if !words.isEmpty { operands[textIndex] = .text(words) }
      if operands.count == 1 {
        var node = Node(operands[0], height: operandHeight)
        node.isBareText = isBareText
        return node
      }
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

    /// Whether there is no operand since the last `OR`.
    var isAtOperand: Bool { conjunction.isEmpty }

    /// Whether there is no operand at all.
    var isEmpty: Bool { conjunction.isEmpty && disjunction.isEmpty }

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

    /// At an `OR`, makes what `AND` has joined so far one of its operands. There may be several bars between words.
    mutating func closeConjunction() {
      if isAtOperand { return }
      disjunction.append(conjunction.node)
      conjunction = Run(isConjunction: true)
    }

    /// The tree of the group, which must have an operand, and gets no more of them.
    func closed() -> Node {
      var group = self
      group.closeConjunction()
      return group.disjunction.node
    }
  }
}
