public import ComponentQuery

extension ComponentPredicate {
  /// The smallest part that fails a test, which shows what matters; the predicate itself if no part fails alone.
  public func smallestPart(that fails: (ComponentPredicate) throws -> Bool) rethrows -> ComponentPredicate {
    let operands: [ComponentPredicate] =
      switch self {
      case .not(let operand): [operand]
      case .and(let operands), .or(let operands): operands
      case .constant, .comparison, .text, .saved: []
      }
    for operand in operands where try fails(operand) { return try operand.smallestPart(that: fails) }
    return self
  }
}
