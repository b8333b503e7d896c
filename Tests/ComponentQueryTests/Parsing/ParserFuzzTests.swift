import ComponentQuery
import TestSupport
import Testing

/// Texts that are nearly predicates: each parses, and then prints as itself and can be asked, or is refused with an
/// error that can be shown. `AUCAT_TEST_CASES` makes more of them.
@Suite struct ParserFuzzTests {
  private static let corpus = LanguageExamples.all.map(\.text) + LanguageExamples.all.map(\.printed)

  @Test("a text that is nearly a predicate is one, or is refused with what can be shown")
  func holds() {
    let found = onSmallStack { () -> (parsed: Int, broken: [String]) in
      var mutation = TextMutation(generator: SeededGenerator(stream: 5), corpus: Self.corpus)
      var parsed = 0
      var broken: [String] = []
      for _ in 0..<SeededGenerator.cases(6_000) where broken.count < 5 {
        let text = mutation.next()
        let (isPredicate, fault) = Self.check(text)
        parsed += isPredicate ? 1 : 0
        if let fault { broken.append("\(fault): \(text.debugDescription)") }
      }
      return (parsed, broken)
    }
    #expect(found?.broken == [], "seed \(testSeed)")
    #expect((found?.parsed ?? 0) > SeededGenerator.cases(6_000) / 20)
  }

  /// Whether the text is a predicate, and what is wrong with how it was read.
  private static func check(_ text: String) -> (isPredicate: Bool, fault: String?) {
    do throws(InvalidPredicate) {
      let predicate =
        text.contains("%@")
        ? try ComponentPredicate(parsing: text, arguments: arguments, rules: Subjects.rules)
        : try ComponentPredicate(parsing: text, rules: Subjects.rules)
      return (true, fault(of: predicate))
    } catch {
      return (false, fault(of: error, in: text))
    }
  }

  private static let arguments: [any PredicateArgument] = ["drum \"kit\"\0", 2]

  private static func fault(of predicate: ComponentPredicate) -> String? {
    let printed = "\(predicate)"
    guard let again = try? ComponentPredicate(parsing: printed) else { return "does not parse as printed, \(printed)" }
    guard again == predicate, "\(again)" == printed else { return "prints as something else, \(printed)" }
    if printed.unicodeScalars.contains(where: isControl) { return "prints control characters" }
    guard predicate.savedNames.isEmpty else { return nil }
    do {
      let subject = CatalogSubject(Subjects.drums) { Subjects.drumsDetails }
      let isTrue = try predicate.matches(subject, rules: Subjects.rules)
      let truth = try predicate.explained(for: subject, rules: Subjects.rules)
      return truth.isTrue == isTrue ? nil : "is explained otherwise than answered"
    } catch {
      return "can't be asked: \(error)"
    }
  }

  private static func fault(of error: InvalidPredicate, in text: String) -> String? {
    guard let column = error.column, (1...text.count + 1).contains(column) else {
      return "is refused outside the text, at \(error.column ?? 0)"
    }
    let lines = error.rendered(in: text).split(separator: "\n", omittingEmptySubsequences: false)
    if lines.count != 3 { return "is refused in \(lines.count) lines" }
    if lines[1].drop(while: { $0 == " " }) != "^" { return "has no caret" }
    return lines.joined().unicodeScalars.contains(where: isControl) ? "is refused with control characters" : nil
  }

  /// Whether a terminal acts on the scalar: C0, C1, and the marks that change direction.
  private static func isControl(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0..<0x20, 0x7F...0x9F, 0x061C, 0x200E, 0x200F, 0x2028...0x202E, 0x2066...0x2069: true
    default: false
    }
  }
}
