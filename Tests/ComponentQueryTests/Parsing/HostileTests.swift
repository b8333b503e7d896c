import ComponentModel
import ComponentQuery
import TestSupport
import Testing

/// Texts that are made to hurt: each ends in an error, or in an answer, and needs neither much time nor a large stack.
@Suite struct HostileTests {
  @Test("a text that can't mean anything is refused where it goes wrong", arguments: HostileText.refused)
  func isRefused(hostile: HostileText) {
    let found = timedOnSmallStack { parsingError(of: hostile.text).map { ($0, $0.rendered(in: hostile.text)) } }
    #expect(found?.result?.0.column == hostile.column)
    #expect((found?.result?.1.utf8.count ?? 0) < 1_000)
    #expect(found.map { $0.time < .runaway } == true)
  }

  @Test("a text that is large and means something is read, asked and printed", arguments: HostileText.read)
  func isRead(hostile: HostileText) {
    let answer = timedOnSmallStack { () -> Bool in
      guard let predicate = try? ComponentPredicate(parsing: hostile.text, rules: Subjects.rules) else { return false }
      return (try? predicate.matches(Subjects.quarantined, rules: Subjects.rules)) == false && !"\(predicate)".isEmpty
    }
    #expect(answer?.result == true)
    #expect(answer.map { $0.time < .runaway } == true)
  }

  @Test("a text above the bound is refused at once")
  func isBounded() {
    let text = String(repeating: "x", count: ComponentPredicate.sizeLimit + 1)
    #expect(throws: InvalidPredicate("the predicate is larger than 4 MiB")) { try ComponentPredicate(parsing: text) }
  }

  @Test("a list of 100,000 values is passed as one argument")
  func passesAList() {
    let values = (0..<100_000).map { "v\($0)" } + ["Echo"]
    let answer = timedOnSmallStack { () -> Bool? in
      guard let predicate = try? ComponentPredicate(parsing: "name in %@", arguments: [values]) else { return nil }
      return try? predicate.matches(CatalogSubject(Subjects.delay) { .init() }, rules: Subjects.rules)
    }
    #expect(answer?.result == true)
    #expect(answer.map { $0.time < .runaway } == true)
  }

  /// Every walk over the deepest trees that parse: parse, print, parse again, compare, hash, look up, ask, free.
  @Test("the deepest tree is walked", arguments: HostileText.deepest)
  func walksTheDeepest(text: String) {
    let walked = onSmallStack { () -> Bool? in
      guard let predicate = try? ComponentPredicate(parsing: text),
        let again = try? ComponentPredicate(parsing: "\(predicate)"),
        let resolved = try? predicate.resolved({ _ in .constant(true) }),
        let meaning = try? PredicateInterpreter(FakeWordKnowledge(), .interpreted).interpret(resolved).predicate,
        meaning.isNoDeeper(than: ComponentPredicate.depthLimit),
        (try? resolved.matches(Subjects.quarantined, rules: Subjects.rules)) != nil
      else { return nil }
      return predicate == again && predicate.hashValue == again.hashValue && predicate.keys == [.name]
        && resolved.savedNames.isEmpty
    }
    #expect(walked == true)
  }

  @Test("a tree that is too deep is not prepared")
  func refusesDeepTrees() {
    var tree = ComponentPredicate.constant(true)
    for _ in 0..<ComponentPredicate.depthLimit { tree = .not(tree) }
    #expect(throws: InvalidPredicate.self) { try PreparedPredicate(tree, rules: Subjects.rules) }
  }

  @Test("long chains and sets are asked a thousand times")
  func isLinear() {
    let chain = Array(repeating: "name == x", count: 20_000).joined(separator: " and ")
    let set = "name in {" + (0..<100_000).map { "'v\($0)'" }.joined(separator: ",") + ",Echo}"
    for text in [chain, set] {
      let answers = timedOnSmallStack { () -> [Bool?] in
        guard let predicate = try? ComponentPredicate(parsing: text),
          let prepared = try? PreparedPredicate(predicate, rules: Subjects.rules)
        else { return [] }
        let subject = CatalogSubject(Subjects.delay) { Subjects.drumsDetails }
        return (0..<1_000).map { _ in try? prepared.matches(subject) }
      }
      #expect(answers?.result == Array(repeating: text.hasSuffix("Echo}"), count: 1_000))
      #expect(answers.map { $0.time < .runaway } == true)
    }
  }

  @Test("wildcards and searches stay polynomial")
  func isPolynomial() throws {
    let text = String(repeating: "a", count: 20_000)
    let like = Comparison(key: .name, operator: .like, value: .text(String(repeating: "a*", count: 50) + "b"))
    let contains = Comparison(
      key: .name, operator: .contains, value: .text(String(repeating: "a", count: 10_000) + "b"))
    for comparison in [like, contains] {
      let answer = timedOnSmallStack { try? TextTest(comparison, rules: Subjects.rules).matches(text) }
      #expect(answer?.result == false)
      #expect(answer.map { $0.time < .runaway } == true)
    }
  }

  @Test("an expression that takes too long ends in an error, wherever it stands")
  func endsExpressions() throws {
    let subject = CatalogSubject(Subjects.drums) { Subjects.drumsDetails }
    for text in ["name matches slow", "not tag matches slow", "ALL preset.name matches[cd] slow and name == Drümkit"] {
      let predicate = try ComponentPredicate(parsing: text, rules: Subjects.rules)
      let error = InvalidPredicate("MATCHES took too long; use a simpler regular expression")
      #expect(throws: error) { try predicate.matches(subject, rules: Subjects.rules) }
      #expect(throws: error) { try predicate.explained(for: subject, rules: Subjects.rules) }
    }
  }

  @Test("a text of another language is only ever a text", arguments: HostileText.injections)
  func isOnlyText(text: String) throws {
    var component = Subjects.plain
    component.name = text
    component.tags = [.init(text, source: .user)]
    let subject = CatalogSubject(component) { .init() }
    let other = CatalogSubject(Subjects.delay) { .init() }
    for form in ["name == %@", "tag == %@", "name in {'x', %@}", "tag in {%@}"] {
      let predicate = try ComponentPredicate(parsing: form, arguments: [text])
      #expect(try ComponentPredicate(parsing: "\(predicate)") == predicate)
      #expect(try predicate.matches(subject, rules: Subjects.rules))
      #expect(try !predicate.matches(other, rules: Subjects.rules))
    }
    for predicate in [ComponentPredicate.saved(text), .or([.text([text]), .constant(false)]), .text([text])] {
      #expect(try ComponentPredicate(parsing: "\(predicate)") == predicate)
      #expect(!"\(predicate)".unicodeScalars.contains { $0.value < 0x20 || $0.value == 0x202E })
    }
  }
}
