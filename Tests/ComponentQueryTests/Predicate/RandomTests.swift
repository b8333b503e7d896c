import ComponentQuery
import TestSupport
import Testing

/// Laws that hold for every predicate, tried with random ones.
@Suite struct RandomTests {
  @Test func parsingWhatIsPrintedGivesTheSame() {
    var source = RandomPredicates(generator: SeededGenerator(stream: 1), hasSavedSearches: true)
    for _ in 0..<SeededGenerator.cases(1_500) {
      expect("what is printed parses as the same", of: source.predicate()) {
        (try? ComponentPredicate(parsing: $0.description)) == $0
      }
    }
  }

  @Test func negationIsTheOpposite() {
    var source = RandomPredicates(generator: SeededGenerator(stream: 2))
    for _ in 0..<SeededGenerator.cases(250) {
      expect("NOT is the opposite", of: source.predicate()) { predicate in
        let holds = try? predicate.matches(Subjects.quarantined, rules: Subjects.rules)
        let opposite = try? ComponentPredicate.not(predicate).matches(Subjects.quarantined, rules: Subjects.rules)
        return holds == nil ? opposite == nil : opposite == !holds!
      }
    }
  }

  @Test func savedSearchesMeanWhatTheyStandFor() {
    var source = RandomPredicates(generator: SeededGenerator(stream: 6))
    for _ in 0..<SeededGenerator.cases(250) {
      let saved = source.predicate()
      expect("a saved search means what it stands for", of: source.predicate()) { predicate in
        let written = ComponentPredicate.or([.and([predicate, saved]), .not(saved)])
        let named = ComponentPredicate.or([.and([predicate, .saved("x")]), .not(.saved("x"))])
        let resolved = try? named.resolved { _ in saved }
        let answers = [written, resolved].map { try? $0?.matches(Subjects.quarantined, rules: Subjects.rules) }
        return answers[0] == answers[1] && resolved != nil
          && (try? ComponentPredicate(parsing: "\(resolved ?? named)")) == resolved
      }
    }
  }
}

/// Expects a predicate to obey a law; reports the smallest part that breaks it.
func expect(
  _ law: Comment, of predicate: ComponentPredicate, sourceLocation: SourceLocation = #_sourceLocation,
  _ holds: (ComponentPredicate) -> Bool
) {
  guard !holds(predicate) else { return }
  let smallest = predicate.smallestPart { !holds($0) }
  Issue.record("\(law), not so: \(smallest) (seed \(testSeed), from \(predicate))", sourceLocation: sourceLocation)
}
