import ComponentQuery
import TestSupport
import Testing

/// Holds a predicate to a law. Where it breaks the law, its smallest part that does is reported.
func expect(
  _ law: Comment, of predicate: ComponentPredicate, sourceLocation: SourceLocation = #_sourceLocation,
  _ holds: (ComponentPredicate) -> Bool
) {
  guard !holds(predicate) else { return }
  let smallest = predicate.smallestPart { !holds($0) }
  Issue.record("\(law), not so: \(smallest) (seed \(testSeed), from \(predicate))", sourceLocation: sourceLocation)
}
