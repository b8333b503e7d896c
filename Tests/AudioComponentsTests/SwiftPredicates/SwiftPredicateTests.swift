import AudioComponents
import ComponentPredicates
import Foundation
import TestSupport
import Testing

/// Searches with `#Predicate<Component>`, as hosts write them.
@Suite struct SwiftPredicateTests {
  private let catalog: SwiftPredicateCatalog
  private var manager: ComponentManager { catalog.manager }

  init() throws { catalog = try SwiftPredicateCatalog() }

  private func names(_ predicate: Foundation.Predicate<Component>) throws -> [String] {
    try manager.components(matching: predicate).map(\.name)
  }

  @Test func componentsAreFoundByNameAndWithoutHiddenOnes() throws {
    #expect(
      try manager.components(
        matching: #Predicate<Component> { $0.audioInputs == 2 && $0.tags.contains("Delay") }
      ).map(\.name) == ["Echo"])
    #expect(
      try names(#Predicate { $0.tags.contains("Reverb") || $0.tags.contains("Delay") }) == ["Echo", "Grand Hall"])
    #expect(try names(#Predicate { _ in true }) == ["Desk", "Echo", "Grand Hall", "Organ"])
    #expect(try names(.true).count == 4 && names(.false).isEmpty)
    #expect(try names(#Predicate { $0.isHidden }) == ["Hidden Hall"])
    #expect(try manager.prepare(.true, everything: true).count() == 5)
  }

  @Test func whatOnlyFoundationCanEvaluateMayAskForHiddenComponentsToo() throws {
    #expect(
      try names(#Predicate { $0.isHidden == $0.name.contains("Hidden") && $0.name.count > 4 }).contains("Hidden Hall"))
    #expect(try names(#Predicate { $0.name.count == 11 }).isEmpty)
  }

  @Test func aTagGoesByEveryNameAndInAnyCase() throws {
    for name in ["reverb", "REVERB", "Reverberation"] {
      #expect(try names(#Predicate { $0.allTagNames.contains(name) }) == ["Grand Hall"], "\(name)")
    }
    #expect(try names(#Predicate { $0.tags.contains("grosse halle") }) == ["Grand Hall"])
    #expect(try names(#Predicate { $0.userTagNames.contains("mine") }) == ["Grand Hall"])
    #expect(try names(#Predicate { $0.systemTagNames.contains("mine") }).isEmpty)
    let hall = try #require(try manager.component(uri: "urn:hall"))
    let tag = try #require(hall.tags.first { $0.isUser })
    #expect(try names(#Predicate { $0.tags.contains(tag) }) == ["Grand Hall"])
  }

  @Test func aTagGoesByEveryNameBesideWhatOnlyFoundationCanEvaluate() throws {
    #expect(
      try names(#Predicate { $0.tags.contains("reverb") || $0.name.count == 4 }) == ["Desk", "Echo", "Grand Hall"])
    #expect(try names(#Predicate { !($0.tags.contains("reverb") || $0.name.count == 4) }) == ["Organ"])
  }

  @Test func aLiteralOutsideOfAPredicateMeansTheSame() throws {
    let found = try manager.components { component, _ in component.tags.contains("grosse halle") }
    #expect(found.map(\.name) == ["Grand Hall"])
    let all = try manager.components { component, _ in !component.tags.contains("Hall") }
    #expect(all.count == 4)
  }

  /// As in the language: the texts that people read are composed first, others are compared scalar by scalar.
  @Test func textsAreComparedAsInTheLanguageBesideWhatOnlyFoundationCanEvaluate() throws {
    let (composed, decomposed) = ("Gro\u{DF}e Halle \u{E4}", "Gro\u{DF}e Halle a\u{308}")
    #expect(composed == decomposed)
    var component = Component(rowID: 1, uri: "urn:x", name: composed, type: .effect, bundle: "/x")
    let byName = try manager.prepare(#Predicate { $0.name == decomposed || $0.name.count == 1 })
    #expect(try byName.filter?.accepts(component) == true)
    let byURI = try manager.prepare(#Predicate { $0.uri == decomposed || $0.name.count == 1 })
    component.uri = composed
    #expect(try byURI.filter?.accepts(component) == false)
    component.uri = decomposed
    #expect(try byURI.filter?.accepts(component) == true)
  }

  @Test func aPlanShowsWhatFoundationEvaluatesAndForHowManyComponents() throws {
    let search = try manager.prepare(
      #Predicate { $0.tags.contains("Mine") && $0.name.count > 4 && $0.audioInputs < 2 && $0.name.count < 20 })
    let plan = try search.plan()
    #expect(plan.steps.map(\.method) == [.sets, .sql, .host])
    #expect(plan.steps.map(\.remaining) == [1, 1, 1])
    #expect(plan.steps.last?.conditions == ["$0.name.count > 4", "$0.name.count < 20"])
    #expect(plan.steps.first?.parts.map(\.description) == ["tags CONTAINS \"Mine\""])
    #expect(plan.found == 1)
  }

  @Test func nilIsUnwrappedOnlyWhereAConditionBeforeLetsItPass() throws {
    #expect(try names(#Predicate { $0.manufacturer != nil && $0.manufacturer!.count > 3 }) == ["Grand Hall", "Organ"])
    #expect(try names(#Predicate { $0.manufacturer == nil || $0.manufacturer!.count < 4 }) == ["Desk", "Echo"])
    #expect {
      try names(#Predicate { $0.manufacturer!.count > 3 })
    } throws: { error in
      if case .testFailed(let cause)? = error as? ComponentManagerError { cause is EvaluationError } else { false }
    }
  }
}

private typealias EvaluationError = Foundation.PredicateError

/// A Swift predicate finds what Foundation says that it is true of.
@Suite struct SwiftPredicateLawTests {
  @Test("a search finds the components that Foundation accepts, over a hand-made catalog")
  func overAHandmadeCatalog() throws {
    let catalog = try SwiftPredicateCatalog()
    try check(catalog.manager, cases: 800, purpose: "Swift predicates over a hand-made catalog")
  }

  @Test(
    "the same over the installed plugins",
    .enabled(if: ScannedCatalog.has("mda.lv2"), "no real plugins are installed: .dev/setup plugins"))
  func overTheCorpus() throws {
    try check(ScannedCatalog.corpus.get().manager, cases: 400, purpose: "Swift predicates over the corpus")
  }

  /// Names of the catalogs are such that Swift and the language compare them alike.
  private func check(_ manager: ComponentManager, cases: Int, purpose: String) throws {
    let components = try manager.prepare(.constant(true), everything: true).components().filter {
      $0.verdict == .scanned
    }
    let seed = SeededGenerator(environment: Configuration.processEnvironment, purpose: purpose)
    var predicates = RandomSwiftPredicates(components, seed)
    var (matched, divided, lowered) = (0, 0, 0)
    for _ in 0..<SeededGenerator.cases(cases) {
      let predicate = predicates.predicate()
      let search = try manager.prepare(predicate)
      let seesHidden = search.predicate.keys.contains(.hidden) || search.filter?.seesHidden == true
      let accepted = try components.filter { try (seesHidden || !$0.isHidden) && predicate.evaluate($0) }
      let found = try search.uris()
      #expect(Set(found) == Set(accepted.map(\.uri)) && found.count == accepted.count, "\(predicate)")
      #expect(try manager.predicate(search.predicate.description) == search.predicate, "\(predicate)")
      matched += found.isEmpty ? 0 : 1
      lowered += search.filter == nil ? 1 : 0
      divided += search.filter != nil && search.predicate != .constant(true) ? 1 : 0
    }
    #expect(matched > cases / 5 && lowered > cases / 3 && divided > cases / 50, "\(matched) \(lowered) \(divided)")
  }
}

/// Conditions of a Swift predicate, of types that are known only once they are built.
typealias SwiftCondition = any StandardPredicateExpression<Bool>

typealias ComponentVariable = PredicateExpressions.Variable<Component>

/// Expressions as the macro makes them.
enum Built {
  typealias Property<Value> = PredicateExpressions.KeyPath<ComponentVariable, Value>

  static func property<Value>(
    _ variable: ComponentVariable, _ keyPath: any KeyPath<Component, Value> & Sendable
  ) -> Property<Value> {
    PredicateExpressions.build_KeyPath(root: variable, keyPath: keyPath)
  }

  static func value<Value>(_ value: Value) -> PredicateExpressions.Value<Value> { PredicateExpressions.Value(value) }

  static func not(_ condition: SwiftCondition) -> SwiftCondition { negation(condition) }

  static func both(_ a: SwiftCondition, _ b: SwiftCondition) -> SwiftCondition { conjunction(a, b) }

  static func either(_ a: SwiftCondition, _ b: SwiftCondition) -> SwiftCondition { disjunction(a, b) }

  static func same(_ a: SwiftCondition, _ b: SwiftCondition) -> SwiftCondition { equality(a, b) }

  static func choice(_ test: SwiftCondition, _ a: SwiftCondition, _ b: SwiftCondition) -> SwiftCondition {
    conditional(test, a, b)
  }
}

private typealias Condition = StandardPredicateExpression<Bool>

private func negation<A: Condition>(_ a: A) -> SwiftCondition { PredicateExpressions.build_Negation(a) }

private func conjunction<A: Condition, B: Condition>(_ a: A, _ b: B) -> SwiftCondition {
  PredicateExpressions.build_Conjunction(lhs: a, rhs: b)
}

private func disjunction<A: Condition, B: Condition>(_ a: A, _ b: B) -> SwiftCondition {
  PredicateExpressions.build_Disjunction(lhs: a, rhs: b)
}

private func equality<A: Condition, B: Condition>(_ a: A, _ b: B) -> SwiftCondition {
  PredicateExpressions.build_Equal(lhs: a, rhs: b)
}

private func conditional<A: Condition, B: Condition, C: Condition>(_ a: A, _ b: B, _ c: C) -> SwiftCondition {
  PredicateExpressions.build_Conditional(a, b, c)
}
