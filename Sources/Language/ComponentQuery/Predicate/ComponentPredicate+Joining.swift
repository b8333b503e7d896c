import ComponentModel

extension ComponentPredicate {
  /// The operands joined by `AND`: chains are flat, and texts become one.
  package static func conjunction(_ operands: [ComponentPredicate]) -> ComponentPredicate {
    var run = Parser.Run(isConjunction: true)
    for operand in operands {
      if case .text(let words) = operand {
        run.append(Parser.Node(bareText: words))
      } else {
        run.append(Parser.Node(operand))
      }
    }
    return run.isEmpty ? .constant(true) : run.node.predicate
  }

  /// The operands joined by `OR`, each once.
  package static func disjunction(_ operands: [ComponentPredicate]) -> ComponentPredicate {
    let joined = chain(operands, isConjunction: false)
    guard case .or(let alternatives) = joined else { return joined }
    var seen: Set<ComponentPredicate> = []
    return chain(alternatives.filter { seen.insert($0).inserted }, isConjunction: false)
  }

  /// The operands joined by a connective; nested chains of the same connective are flattened.
  package static func chain(_ operands: [ComponentPredicate], isConjunction: Bool) -> ComponentPredicate {
    var run = Parser.Run(isConjunction: isConjunction)
    for operand in operands { run.append(Parser.Node(operand)) }
    return run.isEmpty ? .constant(isConjunction) : run.node.predicate
  }
}
