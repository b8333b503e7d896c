import ComponentModel
import ComponentQuery
import TestSupport
import Testing

/// Texts that are made to hurt: each ends in an error, or in an answer, and needs neither much time nor a large stack.
struct HostileTests {
  @Test("a text with thousands of parts is refused where it goes wrong, or is read, asked and printed")
  func long() { check(2_002) }

  @Test("one with a hundred thousand", .part(.faults)) func longest() { check(100_000) }

  private func check(_ count: Int) {
    for hostile in HostileText.refused(count) {
      let found = timedOnSmallStack { parsingError(of: hostile.text).map { ($0, $0.rendered(in: hostile.text)) } }
      verify(found?.result?.0.column, equals: hostile.column, "\(hostile.what)")
      verify((found?.result?.1.utf8.count ?? 0) < 1_000, "\(hostile.what)")
      verify(found.map { $0.time < .runaway }, equals: true, "\(hostile.what)")
    }
    for hostile in HostileText.read(count / 4) {
      let answer = timedOnSmallStack { () -> Bool in
        let predicate = try? ComponentPredicate(parsing: hostile.text, rules: Subjects.rules)
        let isTrue = try? predicate?.matches(Subjects.quarantined, rules: Subjects.rules)
        return isTrue == false && predicate.map { "\($0)".isEmpty } == false
      }
      verify(answer?.result, equals: true, "\(hostile.what)")
      verify(answer.map { $0.time < .runaway }, equals: true, "\(hostile.what)")
    }
    let values = (0..<count).map { "v\($0)" } + ["Echo"]
    let chain = Array(repeating: "name == x", count: count / 5).joined(separator: " and ")
    let long: [(text: String, arguments: [[String]], isTrue: Bool)] = [
      (chain, [], false), ("name in %@", [values], true),
    ]
    for (text, arguments, isTrue) in long {
      let answers = timedOnSmallStack { () -> [Bool?] in
        guard let predicate = try? ComponentPredicate(parsing: text, arguments: arguments),
          let prepared = try? PreparedPredicate(predicate, rules: Subjects.rules)
        else { return [] }
        let subject = CatalogSubject(Subjects.delay) { Subjects.drumsDetails }
        return (0..<1_000).map { _ in try? prepared.matches(subject) }
      }
      verify(answers?.result, equals: Array(repeating: isTrue, count: 1_000))
      verify(answers.map { $0.time < .runaway }, equals: true)
    }
    let text = String(repeating: "a", count: count / 5)
    let parts = [("a*", 50), ("a", count / 10)].map { String(repeating: $0, count: $1) }
    for (kind, part) in zip([Comparison.Operator.like, .contains], parts) {
      let comparison = Comparison(key: .name, operator: kind, value: .text(part + "b"))
      let answer = timedOnSmallStack { try? TextTest(comparison, rules: Subjects.rules).matches(text) }
      verify(answer?.result, equals: false)
      verify(answer.map { $0.time < .runaway }, equals: true)
    }
  }

  @Test("texts and arguments above their bounds are refused at once")
  func isBounded() {
    let text = String(repeating: "x", count: ComponentPredicate.sizeLimit + 1)
    verify(throws: InvalidPredicate("the predicate is larger than 4 MiB")) { try ComponentPredicate(parsing: text) }
    verify(throws: InvalidPredicate("the arguments of the predicate are larger than 4 MiB")) {
      try ComponentPredicate(parsing: "name == %@", arguments: [text])
    }
  }

  /// Every walk over the deepest trees: parse, print, parse again, compare, hash, look up, ask, explain, free.
  @Test("the deepest tree is walked, and a deeper one, or one with a saved search, is refused")
  func walksTheDeepest() {
    for text in HostileText.deepest {
      let walked = onSmallStack { () -> Bool? in
        guard let predicate = try? ComponentPredicate(parsing: text),
          let again = try? ComponentPredicate(parsing: "\(predicate)"),
          let resolved = try? predicate.resolved({ _ in .constant(true) }),
          let isTrue = try? resolved.matches(Subjects.quarantined, rules: Subjects.rules),
          let truth = try? resolved.explained(for: Subjects.quarantined, rules: Subjects.rules)
        else { return nil }
        let copy = truth
        return predicate == again && predicate.hashValue == again.hashValue && predicate.keys == [.name]
          && resolved.savedNames.isEmpty && truth.isTrue == isTrue && copy == truth && copy.hashValue == truth.hashValue
      }
      verify(walked, equals: true, "\(text.prefix(20))")
    }
    var tree = ComponentPredicate.constant(true)
    for _ in 0..<ComponentPredicate.depthLimit { tree = .not(tree) }
    verify(throws: InvalidPredicate.self) { try PreparedPredicate(tree, rules: Subjects.rules) }
    for predicate in [tree, .or([.constant(true), .saved("x")])] {
      verify(throws: InvalidPredicate.self) {
        try predicate.explained(for: Subjects.quarantined, rules: Subjects.rules)
      }
    }
  }

  @Test("an expression that takes too long, or is none, ends in an error, wherever it stands")
  func endsExpressions() throws {
    let subject = CatalogSubject(Subjects.drums) { Subjects.drumsDetails }
    for text in ["name matches slow", "not tag matches slow", "ALL preset.name matches[cd] slow and name == Drümkit"] {
      let predicate = try ComponentPredicate(parsing: text, rules: Subjects.rules)
      let error = InvalidPredicate("MATCHES took too long; use a simpler regular expression")
      verify(throws: error) { try predicate.matches(subject, rules: Subjects.rules) }
      verify(throws: error) { try predicate.explained(for: subject, rules: Subjects.rules) }
    }
    let bad = try ComponentPredicate(parsing: "name matches '['")
    verify(throws: InvalidPredicate("this is not a regular expression: missing ]")) {
      try PreparedPredicate(bad, rules: Subjects.rules)
    }
  }

  @Test("a text of another language is only ever a text")
  func isOnlyText() throws {
    let other = CatalogSubject(Subjects.delay) { .init() }
    for text in HostileText.injections {
      var component = Subjects.plain
      component.name = text
      component.tags = [.init(text, source: .user)]
      let subject = CatalogSubject(component) { .init() }
      for form in ["name == %@", "tag == %@", "name in {'x', %@}", "tag in {%@}"] {
        let predicate = try ComponentPredicate(parsing: form, arguments: [text])
        try verify(ComponentPredicate(parsing: "\(predicate)"), equals: predicate)
        try verify(predicate.matches(subject, rules: Subjects.rules))
        verify(try !predicate.matches(other, rules: Subjects.rules))
      }
      for predicate in [ComponentPredicate.saved(text), .or([.text([text]), .constant(false)]), .text([text])] {
        try verify(ComponentPredicate(parsing: "\(predicate)"), equals: predicate)
        verify(!"\(predicate)".unicodeScalars.contains { $0.value < 0x20 || $0.value == 0x202E })
      }
    }
  }
}
