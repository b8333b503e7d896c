import ComponentQuery
import TestSupport
import Testing

/// Laws that hold for every predicate, tried with random ones. `AUCAT_TEST_CASES` makes more of them.
struct RandomTests {
  @Test("what is printed parses as the same, NOT is the opposite, and a saved search means what it stands for")
  func few() { check(cases: 50) }

  @Test("the same of more", .part(.laws)) func many() { check(cases: 500) }

  private func check(cases: Int) {
    func isTrue(_ predicate: ComponentPredicate) -> Bool? {
      try? predicate.matches(Subjects.quarantined, rules: Subjects.rules)
    }
    var source = RandomPredicates(generator: SeededGenerator(stream: 1), hasSavedSearches: true)
    for _ in 0..<SeededGenerator.cases(3 * cases) {
      expect("what is printed parses as the same", of: source.predicate()) {
        (try? ComponentPredicate(parsing: $0.description)) == $0
      }
    }
    source.hasSavedSearches = false
    for _ in 0..<SeededGenerator.cases(cases) {
      expect("NOT is the opposite", of: source.predicate()) { isTrue(.not($0)) == isTrue($0).map { !$0 } }
      let saved = source.predicate()
      expect("a saved search means what it stands for", of: source.predicate()) { predicate in
        let written = ComponentPredicate.or([.and([predicate, saved]), .not(saved)])
        let named = ComponentPredicate.or([.and([predicate, .saved("x")]), .not(.saved("x"))])
        guard let resolved = try? named.resolved({ _ in saved }) else { return false }
        return isTrue(written) == isTrue(resolved) && (try? ComponentPredicate(parsing: "\(resolved)")) == resolved
      }
    }
  }

  /// Expects a predicate to obey a law; reports the smallest part that breaks it.
  private func expect(_ law: String, of predicate: ComponentPredicate, _ holds: (ComponentPredicate) -> Bool) {
    guard !holds(predicate) else { return }
    let smallest = predicate.smallestPart { !holds($0) }
    Issue.record("\(law), not so: \(smallest) (seed \(testSeed), from \(predicate))")
  }

  // MARK: Texts that are nearly predicates

  @Test(
    "a text that is nearly a predicate is one, and then prints as itself and can be asked, or its error can be shown")
  func fewTexts() { checkTexts(cases: 400) }

  @Test("the same of more", .part(.laws)) func manyTexts() { checkTexts(cases: 6_000) }

  private func checkTexts(cases: Int) {
    let found = onSmallStack { () -> (parsed: Int, broken: [String]) in
      var source = RandomPredicates(generator: SeededGenerator(stream: 5))
      let corpus = CanonicalTextTests.examples.flatMap {
        [Array($0.text.unicodeScalars), Array($0.printed.unicodeScalars)]
      }
      var (parsed, broken) = (0, [String]())
      for _ in 0..<SeededGenerator.cases(cases) where broken.count < 5 {
        var text = source.generator.pick(corpus)
        for _ in 0..<Int.random(in: 1...4, using: &source.generator) {
          let ends = (0..<2).map { _ in Int.random(in: 0...text.count, using: &source.generator) }.sorted()
          let other = source.generator.pick(corpus)
          switch Int.random(in: 0..<4, using: &source.generator) {
          case 0: text.removeSubrange(ends[0]..<ends[1])
          case 1: text.insert(contentsOf: text[ends[0]..<ends[1]], at: ends[0])
          case 2: text.replaceSubrange(ends[0]..<ends[1], with: other.prefix(ends[1]).suffix(ends[1] - ends[0]))
          default: text.insert(contentsOf: source.word().unicodeScalars, at: ends[0])
          }
        }
        let (isPredicate, fault) = Self.check(String(String.UnicodeScalarView(text.prefix(2_000))))
        parsed += isPredicate ? 1 : 0
        if let fault { broken.append("\(fault): \(String(String.UnicodeScalarView(text)).debugDescription)") }
      }
      return (parsed, broken)
    }
    verify(found?.broken, equals: [], "seed \(testSeed)")
    verify((found?.parsed ?? 0) > SeededGenerator.cases(cases) / 20)
  }

  /// Whether the text is a predicate, and what is wrong with how it was read.
  private static func check(_ text: String) -> (isPredicate: Bool, fault: String?) {
    do throws(InvalidPredicate) {
      let arguments: [any PredicateArgument] = text.contains("%@") ? ["drum \"kit\"\0", 2] : []
      let predicate = try ComponentPredicate(parsing: text, arguments: arguments, rules: Subjects.rules)
      let printed = "\(predicate)"
      guard let again = try? ComponentPredicate(parsing: printed) else { return (true, "does not parse as \(printed)") }
      guard again == predicate, "\(again)" == printed else { return (true, "prints as something else, \(printed)") }
      if printed.unicodeScalars.contains(where: isControl) { return (true, "prints control characters") }
      guard predicate.savedNames.isEmpty else { return (true, nil) }
      let subject = CatalogSubject(Subjects.drums) { Subjects.drumsDetails }
      let isTrue = try? predicate.matches(subject, rules: Subjects.rules)
      let truth = try? predicate.explained(for: subject, rules: Subjects.rules)
      return (true, isTrue != nil && truth?.isTrue == isTrue ? nil : "is explained otherwise than answered")
    } catch {
      guard let column = error.column, (1...text.count + 1).contains(column) else {
        return (false, "is refused outside the text, at \(error.column ?? 0)")
      }
      let lines = error.rendered(in: text).split(separator: "\n", omittingEmptySubsequences: false)
      guard lines.count == 3, lines[1].drop(while: { $0 == " " }) == "^" else { return (false, "is shown as \(lines)") }
      return (false, lines.joined().unicodeScalars.contains(where: isControl) ? "has control characters" : nil)
    }
  }

  /// Whether a terminal acts on the scalar: C0, C1, and the marks that change direction.
  private static func isControl(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0..<0x20, 0x7F...0x9F, 0x061C, 0x200E, 0x200F, 0x2028...0x202E, 0x2066...0x2069: true
    default: false
    }
  }
}
