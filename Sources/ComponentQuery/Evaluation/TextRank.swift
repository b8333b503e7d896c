package import ComponentModel

/// How well components match the plain words of a predicate: what is excluded and what is compared does not count.
package struct TextRank: Sendable {
  private indirect enum Node: Sendable {
    case text(FreeTextTest)
    case sum([Node])
    case best([Node])
  }

  private let node: Node

  /// The rank by a predicate's words; nil if it has none.
  package init?(of predicate: ComponentPredicate, rules: any TextRules) {
    guard let node = Self.node(predicate, rules) else { return nil }
    self.node = node
  }

  private static func node(_ predicate: ComponentPredicate, _ rules: any TextRules) -> Node? {
    switch predicate {
    case .text(let words) where !words.isEmpty: return .text(FreeTextTest(words, rules: rules))
    case .and(let operands): return node(operands, rules).map { $0.count == 1 ? $0[0] : .sum($0) }
    case .or(let operands): return node(operands, rules).map { $0.count == 1 ? $0[0] : .best($0) }
    default: return nil
    }
  }

  private static func node(_ operands: [ComponentPredicate], _ rules: any TextRules) -> [Node]? {
    let nodes = operands.compactMap { node($0, rules) }
    return nodes.isEmpty ? nil : nodes
  }

  /// The points of a component: those of all texts that have to match, and of alternatives the most. Which of these
  /// match is not asked again, so a word of theirs counts only where the component's own texts have it.
  package func points(of component: Component) -> Int { Self.points(component, node, elsewhere: 1) }

  private static func points(_ component: Component, _ node: Node, elsewhere: Int) -> Int {
    switch node {
    case .text(let test): test.rank(of: component, elsewhere: elsewhere)
    case .sum(let nodes): nodes.reduce(0) { $0 + points(component, $1, elsewhere: elsewhere) }
    case .best(let nodes): nodes.reduce(0) { max($0, points(component, $1, elsewhere: 0)) }
    }
  }
}
