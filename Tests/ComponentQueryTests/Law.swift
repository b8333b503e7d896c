import ComponentQuery
import TestSupport
import Testing

/// Holds a predicate to a law. Where it breaks the law, the smallest predicate that does is reported.
func expect(
  _ law: Comment, of predicate: Predicate, sourceLocation: SourceLocation = #_sourceLocation,
  _ holds: (Predicate) -> Bool
) {
  guard !holds(predicate) else { return }
  let smallest = PredicateShrinker().shrunk(predicate) { !holds($0) }
  Issue.record("\(law), not so: \(smallest) (seed \(testSeed), from \(predicate))", sourceLocation: sourceLocation)
}
