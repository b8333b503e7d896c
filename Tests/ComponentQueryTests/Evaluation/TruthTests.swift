import ComponentModel
import ComponentQuery
import TestSupport
import Testing

/// Why a predicate is true of a subject: the truth of every node.
@Suite struct TruthTests {
  /// A truth in one line: `+` or `-`, the text, the value, the children in brackets.
  private func line(_ truth: PredicateTruth) -> String {
    let value = truth.value.map { " <\($0)>" } ?? ""
    let children = truth.children.isEmpty ? "" : " [\(truth.children.map(line).joined(separator: "; "))]"
    return (truth.isTrue ? "+" : "-") + truth.text + value + children
  }

  @Test(
    "every node has its truth, and every comparison the value of its key",
    arguments: [
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
      ("port.symbol.@count > 1", "-port.symbol.@count > 1 <1>"),
      ("drum nothing feedback nowhere", #"-~ "drum nothing feedback nowhere" <nowhere: "nothing", "nowhere">"#),
      ("hidden == no and ~ drum", #"+AND [+hidden == no <no>; +~ "drum" <name "Drümkit", uri, tag "Drum Machine">]"#),
    ])
  func explains(text: String, expected: String) throws {
    let subject = CatalogSubject(Subjects.drums) { Subjects.drumsDetails }
    #expect(line(try ComponentPredicate(parsing: text).explained(for: subject, rules: Subjects.rules)) == expected)
  }

  @Test("a tag is shown with its English name")
  func showsEnglishNames() throws {
    let subject = CatalogSubject(Subjects.delay) { ComponentDetails() }
    let truth = try ComponentPredicate(parsing: "tag contains time").explained(for: subject, rules: Subjects.rules)
    #expect(truth.value == #""Zeiteffekt" (Time Effect) and 1 more"#)
  }

  @Test("long texts are truncated")
  func cuts() throws {
    var component = Subjects.drums
    component.name = String(repeating: "n", count: 10_000)
    component.requiredFeatures = (0..<100).map { "urn:\($0)" }
    let text = "name == '\(String(repeating: "x", count: 10_000))' or requiredFeatures endswith '9'"
    let subject = CatalogSubject(component) { ComponentDetails() }
    let truth = try ComponentPredicate(parsing: text).explained(for: subject, rules: Subjects.rules)
    #expect(truth.children[0].text.count == 200)
    #expect(truth.children[0].value?.count == 62)
    #expect(truth.children[1].value == #""urn:9", "urn:19", "urn:29", "urn:39" and 96 more"#)
  }

  @Test("the whole is true where the search says so, and so is every node")
  func agrees() throws {
    var source = RandomPredicates(generator: SeededGenerator(stream: 4))
    var isTrue = 0
    for _ in 0..<1_000 {
      let predicate = source.predicate()
      for component in [Subjects.drums, Subjects.delay, Subjects.plain] {
        let subject = CatalogSubject(component) { Subjects.drumsDetails }
        guard let truth = try? predicate.explained(for: subject, rules: Subjects.rules) else { continue }
        try check(truth, predicate, subject)
        isTrue += truth.isTrue ? 1 : 0
      }
    }
    #expect((100..<2_900).contains(isTrue))
  }

  private func check(_ truth: PredicateTruth, _ predicate: ComponentPredicate, _ subject: CatalogSubject) throws {
    let holds = try predicate.matches(subject, rules: Subjects.rules)
    #expect(truth.isTrue == holds, "seed \(testSeed): \(predicate)")
    switch predicate {
    case .not(let operand): try check(truth.children[0], operand, subject)
    case .and(let operands), .or(let operands):
      #expect(truth.children.count == operands.count)
      for (child, operand) in zip(truth.children, operands) { try check(child, operand, subject) }
    case .constant, .comparison, .text, .saved: #expect(truth.children.isEmpty)
    }
  }

  @Test("the deepest trees are explained on a small stack; deeper ones, and saved searches, are refused")
  func isSafe() throws {
    for text in HostileText.deepest.filter({ !$0.contains("in z") }) {
      let isFine = onSmallStack { () -> Bool? in
        guard let predicate = try? ComponentPredicate(parsing: text),
          let truth = try? predicate.explained(for: Subjects.quarantined, rules: Subjects.rules)
        else { return nil }
        let copy = truth
        return copy == truth && copy.hashValue == truth.hashValue
          && (try? predicate.matches(Subjects.quarantined, rules: Subjects.rules)) == truth.isTrue
      }
      #expect(isFine == true)
    }
    var tree = ComponentPredicate.constant(true)
    for _ in 0..<ComponentPredicate.depthLimit { tree = .not(tree) }
    for predicate in [tree, .or([.constant(true), .saved("x")])] {
      #expect(throws: InvalidPredicate.self) {
        try predicate.explained(for: Subjects.quarantined, rules: Subjects.rules)
      }
    }
  }
}
