import ComponentModel
import ComponentQuery
import TestSupport
import Testing

/// Why a predicate is true of a subject: the truth of every node.
struct TruthTests {
  /// A truth in one line: `+` or `-`, the text, the value, the children in brackets.
  private func line(_ truth: PredicateTruth) -> String {
    let value = truth.value.map { " <\($0)>" } ?? ""
    let children = truth.children.isEmpty ? "" : " [\(truth.children.map(line).joined(separator: "; "))]"
    return (truth.isTrue ? "+" : "-") + truth.text + value + children
  }

  @Test("every node has its truth, and every comparison the value of its key, of which long texts are truncated")
  func explains() throws {
    let subject = CatalogSubject(Subjects.drums) { Subjects.drumsDetails }
    for (text, expected) in [
      (
        "name == x and (latency > 0 or not hidden == no)",
        #"-AND [-name == "x" <"Drümkit">; -OR [-latency > 0 <nil>; -NOT [+hidden == no <no>]]]"#
      ),
      ("truepredicate or audioOutputs == 2", "+OR [+TRUEPREDICATE; +audioOutputs == 2 <2>]"),
      ("version > 2.4", #"+version > "2.4" <"2.10">"#), ("type == effect", #"-type == Effect <"MusicDevice">"#),
      // The elements that decided come first.
      ("tag == synth", #"+tag == "synth" <"Instrument" and 1 more>"#),
      ("tag == x", #"-tag == "x" <"Drum Machine", "Instrument">"#),
      ("ALL tag contains drum", #"-ALL tag CONTAINS "drum" <"Instrument" and 1 more>"#),
      ("NONE tag contains drum", #"-NONE tag CONTAINS "drum" <"Drum Machine" and 1 more>"#),
      ("tag != synth", #"-tag != "synth" <"Instrument" and 1 more>"#), ("tags.@count == 2", "+tags.@count == 2 <2>"),
      ("ALL authorTag == x", #"+ALL authorTag == "x" <an empty list>"#),
      ("ALL preset.name contains Big", #"-ALL preset.name CONTAINS "Big" <"Vocal Booth" and 1 more>"#),
      ("drum nothing feedback nowhere", #"-~ "drum nothing feedback nowhere" <nowhere: "nothing", "nowhere">"#),
      ("hidden == no and ~ drum", #"+AND [+hidden == no <no>; +~ "drum" <name "Drümkit", uri, tag "Drum Machine">]"#),
    ] {
      let truth = try ComponentPredicate(parsing: text).explained(for: subject, rules: Subjects.rules)
      verify(line(truth), equals: expected)
    }
    let delay = CatalogSubject(Subjects.delay) { ComponentDetails() }
    let tag = try ComponentPredicate(parsing: "tag contains time").explained(for: delay, rules: Subjects.rules)
    verify(tag.value, equals: #""Zeiteffekt" (Time Effect) and 1 more"#)
    var component = Subjects.drums
    component.name = String(repeating: "n", count: 10_000)
    component.requiredFeatures = (0..<100).map { "urn:\($0)" }
    let text = "name == '\(String(repeating: "x", count: 10_000))' or requiredFeatures endswith '9'"
    let truth = try ComponentPredicate(parsing: text)
      .explained(for: CatalogSubject(component) { ComponentDetails() }, rules: Subjects.rules)
    verify(truth.children[0].text.count, equals: 200)
    verify(truth.children[0].value?.count, equals: 62)
    verify(truth.children[1].value, equals: #""urn:9", "urn:19", "urn:29", "urn:39" and 96 more"#)
  }

  @Test("the whole is true where the search says so, and so is every node")
  func agrees() throws {
    var source = RandomPredicates(generator: SeededGenerator(stream: 4))
    var truths: [Bool] = []
    for _ in 0..<SeededGenerator.cases(100) {
      let predicate = source.predicate()
      for component in [Subjects.drums, Subjects.delay, Subjects.plain] {
        let subject = CatalogSubject(component) { Subjects.drumsDetails }
        guard let truth = try? predicate.explained(for: subject, rules: Subjects.rules) else { continue }
        try check(truth, predicate, subject)
        truths.append(truth.isTrue)
      }
    }
    let count = truths.count(where: \.self)
    verify(30 * count > truths.count && 30 * (truths.count - count) > truths.count, "\(count) of \(truths.count)")
  }

  private func check(_ truth: PredicateTruth, _ predicate: ComponentPredicate, _ subject: CatalogSubject) throws {
    let holds = try predicate.matches(subject, rules: Subjects.rules)
    verify(truth.isTrue, equals: holds, "seed \(testSeed): \(predicate)")
    switch predicate {
    case .not(let operand): try check(truth.children[0], operand, subject)
    case .and(let operands), .or(let operands):
      verify(truth.children.count, equals: operands.count)
      for (child, operand) in zip(truth.children, operands) { try check(child, operand, subject) }
    case .constant, .comparison, .text, .saved: verify(truth.children.isEmpty)
    }
  }
}
