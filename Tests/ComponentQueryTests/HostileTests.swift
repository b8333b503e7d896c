import ComponentQuery
import Testing

/// Texts that are made to hurt: they end in an error, or in an answer, soon and on a small stack.
@Suite(.serialized) struct HostileTests {
  @Test(arguments: [
    ("parentheses", String(repeating: "(", count: 100_000), 200),
    (
      "balanced parentheses",
      String(repeating: "(", count: 50_000) + "name == x" + String(repeating: ")", count: 50_000), 200
    ),
    ("NOTs", String(repeating: "not ", count: 20_000) + "name == x", 797),
    ("marks", String(repeating: "!", count: 20_000), 200),
    ("NOTs and parentheses", String(repeating: "!(", count: 50_000), 200),
    ("closing parentheses", "name == x" + String(repeating: ")", count: 100_000), 10),
    ("braces", "name in " + String(repeating: "{", count: 100_000), 10),
    ("quotes", "name == " + String(repeating: "'\"", count: 50_000) + "\"", 12),
    ("an open string", "name == '" + String(repeating: "\\", count: 300_001), 9),
    ("a long key", String(repeating: "a", count: 300_000) + " == x", 1),
    ("a long number", "latency == " + String(repeating: "9", count: 100_000), 12),
    ("a long word", "name ==" + String(repeating: " a", count: 200_000), 11),
    ("commas", "name in {" + String(repeating: ",", count: 100_000), 10),
    ("words after a key", "tag" + String(repeating: " drum", count: 100_000), 1),
    ("apostrophes", "name ==" + String(repeating: "a'a", count: 100_000) + " b", 300_009),
    ("mixed nesting", String(repeating: "name == x or name == y and (", count: 1_000), 5_600),
  ])
  func isRefused(what: String, text: String, column: Int) {
    let clock = ContinuousClock()
    let start = clock.now
    let found = onSmallStack { refusal(of: text).map { ($0, $0.rendered(in: text)) } } ?? nil
    #expect(found?.0.column == column)
    #expect((found?.1.utf8.count ?? 0) < 1_000)
    #expect(clock.now - start < .seconds(5))
  }

  @Test func theLargestTextIsRefusedAtOnce() {
    let text = String(repeating: "x", count: Predicate.sizeLimit + 1)
    #expect(throws: PredicateError("the predicate is larger than 4 MiB")) { try Predicate(parsing: text) }
  }

  /// Texts whose trees are as deep as a tree may be.
  static let deepest = [
    String(repeating: "not ", count: 199) + "name == x",
    String(repeating: "(", count: 199) + "name == x" + String(repeating: ")", count: 199),
    String(repeating: "!(name == y or ", count: 99) + "name == x" + String(repeating: ")", count: 99),
    String(repeating: "(name == y or name == z and ", count: 99) + "name == x" + String(repeating: ")", count: 99),
  ]

  /// Every walk over the deepest trees that parse: parse, print, parse again, compare, hash, ask, free.
  @Test(arguments: deepest)
  func theDeepestTreeIsWalked(text: String) {
    let walked = onSmallStack { () -> Bool? in
      guard let predicate = try? Predicate(parsing: text), let again = try? Predicate(parsing: "\(predicate)"),
        (try? predicate.matches(Subjects.quarantined, rules: Subjects.rules)) != nil
      else { return nil }
      return predicate == again && predicate.hashValue == again.hashValue && predicate.keys == [.name]
        && !predicate.needsDetails
    }
    #expect(walked == true)
  }

  @Test func aTreeThatIsTooDeepIsNotPrepared() {
    var tree = Predicate.constant(true)
    for _ in 0..<Predicate.depthLimit { tree = .not(tree) }
    #expect(throws: PredicateError.self) { try PreparedPredicate(tree, rules: Subjects.rules) }
  }

  @Test func longChainsAndSetsAreLinear() {
    let chain = Array(repeating: "name == x", count: 20_000).joined(separator: " and ")
    let set = "name in {" + (0..<100_000).map { "'v\($0)'" }.joined(separator: ",") + ",Echo}"
    let clock = ContinuousClock()
    let start = clock.now
    for text in [chain, set] {
      let isFine = onSmallStack { () -> Bool in
        guard let predicate = try? Predicate(parsing: text),
          let prepared = try? PreparedPredicate(predicate, rules: Subjects.rules)
        else { return false }
        let subject = CatalogSubject(Subjects.delay) { Subjects.drumsDetails }
        let answers = (0..<1_000).map { _ in try? prepared.matches(subject) }
        return answers.allSatisfy { $0 == text.hasSuffix("Echo}") }
          && (try? Predicate(parsing: "\(predicate)")) == predicate
      }
      #expect(isFine == true)
    }
    #expect(clock.now - start < .seconds(20))
  }

  @Test func wildcardsAndSearchesStayPolynomial() throws {
    let text = String(repeating: "a", count: 20_000)
    let like = try TextTest(
      Comparison(.name, .like, .text(String(repeating: "a*", count: 50) + "b")), rules: Subjects.rules)
    let contains = try TextTest(
      Comparison(.name, .contains, .text(String(repeating: "a", count: 10_000) + "b")), rules: Subjects.rules)
    let clock = ContinuousClock()
    let start = clock.now
    #expect(try !like.matches(text))
    #expect(try !contains.matches(text))
    #expect(clock.now - start < .seconds(2))
  }
}
