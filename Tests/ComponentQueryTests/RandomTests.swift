import ComponentQuery
import Testing

/// Laws that hold for every predicate, tried with random ones.
@Suite struct RandomTests {
  @Test func parsingWhatIsPrintedGivesTheSame() throws {
    var source = RandomPredicates(generator: SeededGenerator(stream: 1), hasSavedSearches: true)
    for _ in 0..<4_000 {
      let predicate = source.predicate()
      let text = predicate.description
      #expect(throws: Never.self, "seed \(testSeed): \(text)") {
        try #require(try Predicate(parsing: text) == predicate, "seed \(testSeed): \(text)")
      }
    }
  }

  @Test func negationIsTheOpposite() throws {
    var source = RandomPredicates(generator: SeededGenerator(stream: 2))
    for _ in 0..<500 {
      let predicate = source.predicate()
      guard let holds = try? predicate.matches(Subjects.quarantined, rules: Subjects.rules) else { continue }
      let opposite = try Predicate.not(predicate).matches(Subjects.quarantined, rules: Subjects.rules)
      #expect(holds != opposite, "seed \(testSeed): \(predicate)")
    }
  }

  /// Whatever a text is, it parses or is refused with a column inside it; and what parses prints as itself.
  @Test func brokenTextsAreRefused() throws {
    var source = RandomPredicates(generator: SeededGenerator(stream: 3), hasSavedSearches: true)
    var parsed = 0
    for _ in 0..<4_000 {
      let text = mutated(source.predicate().description, &source)
      do throws(PredicateError) {
        let predicate = try Predicate(parsing: text)
        parsed += 1
        #expect((try? Predicate(parsing: predicate.description)) == predicate, "seed \(testSeed): \(text)")
      } catch {
        #expect((1...text.count + 1).contains(error.column ?? 0), "seed \(testSeed): \(text)")
        #expect(error.rendered(in: text).split(separator: "\n", omittingEmptySubsequences: false).count == 3)
      }
    }
    #expect(parsed > 100)
  }

  private func mutated(_ text: String, _ source: inout RandomPredicates) -> String {
    var scalars = Array(text.unicodeScalars)
    for _ in 0...Int.random(in: 0..<3, using: &source.generator) {
      let index = Int.random(in: 0...scalars.count, using: &source.generator)
      switch Int.random(in: 0..<4, using: &source.generator) {
      case 0 where index < scalars.count: scalars.remove(at: index)
      case 1: scalars.insert(contentsOf: Array(source.word().unicodeScalars), at: index)
      case 2:
        scalars.insert(
          source.generator.pick(Array("(){}[]'\"\\=<>!&|~%@,. \u{0}")).unicodeScalars.first ?? " ", at: index)
      default: scalars.removeSubrange(index..<min(scalars.count, index + 5))
      }
    }
    return String(String.UnicodeScalarView(scalars))
  }
}
