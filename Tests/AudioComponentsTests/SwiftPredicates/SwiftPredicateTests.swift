import AudioComponents
import ComponentPredicates
import Foundation
import TestSupport
import Testing

/// Searches with `#Predicate<Component>`, as hosts write them.
struct SwiftPredicateTests {
  private let manager: ComponentManager

  init() throws { manager = try SwiftPredicateCatalog.manager() }

  private func names(_ predicate: Foundation.Predicate<Component>) throws -> [String] {
    try manager.components(matching: predicate).map(\.name)
  }

  @Test func componentsAreFoundByNameAndWithoutHiddenOnesUnlessAskedFor() throws {
    try verify(names(#Predicate { $0.audioInputs == 2 && $0.tags.contains("Delay") }), equals: ["Echo"])
    try verify(
      names(#Predicate { $0.tags.contains("Reverb") || $0.tags.contains("Delay") }), equals: ["Echo", "Grand Hall"])
    try verify(names(#Predicate { _ in true }), equals: ["Desk", "Echo", "Grand Hall", "Organ"])
    try verify(names(.true).count == 4 && names(.false).isEmpty)
    try verify(names(#Predicate { $0.isHidden }), equals: ["Hidden Hall"])
    try verify(manager.prepare(.true, everything: true).count(), equals: 5)
    // Also in what only Foundation can evaluate.
    try verify(
      names(#Predicate { $0.isHidden == $0.name.contains("Hidden") && $0.name.count > 4 }).contains("Hidden Hall"))
    try verify(names(#Predicate { $0.name.count == 11 }).isEmpty)
  }

  @Test func aTagGoesByEveryNameAndInAnyCaseWhereverItStands() throws {
    for name in ["reverb", "REVERB", "Reverberation"] {
      try verify(names(#Predicate { $0.allTagNames.contains(name) }), equals: ["Grand Hall"], "\(name)")
    }
    try verify(names(#Predicate { $0.tags.contains("grosse halle") }), equals: ["Grand Hall"])
    try verify(names(#Predicate { $0.userTagNames.contains("mine") }), equals: ["Grand Hall"])
    try verify(names(#Predicate { $0.systemTagNames.contains("mine") }).isEmpty)
    let hall = try demand(manager.component(uri: "urn:hall"))
    let tag = try demand(hall.tags.first { $0.isUser })
    try verify(names(#Predicate { $0.tags.contains(tag) }), equals: ["Grand Hall"])
    // Beside what only Foundation can evaluate, and outside of a predicate.
    try verify(
      names(#Predicate { $0.tags.contains("reverb") || $0.name.count == 4 }), equals: ["Desk", "Echo", "Grand Hall"])
    try verify(names(#Predicate { !($0.tags.contains("reverb") || $0.name.count == 4) }), equals: ["Organ"])
    let found = try manager.components { component, _ in component.tags.contains("grosse halle") }
    verify(found.map(\.name), equals: ["Grand Hall"])
    try verify(manager.components { component, _ in !component.tags.contains("Hall") }.count, equals: 4)
  }

  /// As in the language: the texts that people read are composed first, others are compared scalar by scalar.
  @Test func textsAreComparedAsInTheLanguageBesideWhatOnlyFoundationCanEvaluate() throws {
    let (composed, decomposed) = ("Gro\u{DF}e Halle \u{E4}", "Gro\u{DF}e Halle a\u{308}")
    verify(composed, equals: decomposed)
    var component = Component(rowID: 1, uri: "urn:x", name: composed, type: .effect, bundle: "/x")
    let byName = try manager.prepare(#Predicate { $0.name == decomposed || $0.name.count == 1 })
    try verify(byName.filter?.accepts(component), equals: true)
    let byURI = try manager.prepare(#Predicate { $0.uri == decomposed || $0.name.count == 1 })
    component.uri = composed
    try verify(byURI.filter?.accepts(component), equals: false)
    component.uri = decomposed
    try verify(byURI.filter?.accepts(component), equals: true)
  }

  @Test func aPlanShowsWhatFoundationEvaluatesAndForHowManyComponents() throws {
    let search = try manager.prepare(
      #Predicate { $0.tags.contains("Mine") && $0.name.count > 4 && $0.audioInputs < 2 && $0.name.count < 20 })
    let plan = try search.plan()
    verify(plan.steps.map(\.method), equals: [.sets, .sql, .host])
    verify(plan.steps.map(\.remaining), equals: [1, 1, 1])
    verify(plan.steps.last?.conditions, equals: ["$0.name.count > 4", "$0.name.count < 20"])
    verify(plan.steps.first?.parts.map(\.description), equals: ["tags CONTAINS \"Mine\""])
    verify(plan.found, equals: 1)
  }

  @Test func nilIsUnwrappedOnlyWhereAConditionBeforeLetsItPass() throws {
    try verify(
      names(#Predicate { $0.manufacturer != nil && $0.manufacturer!.count > 3 }), equals: ["Grand Hall", "Organ"])
    try verify(names(#Predicate { $0.manufacturer == nil || $0.manufacturer!.count < 4 }), equals: ["Desk", "Echo"])
    let error = verify(throws: ComponentManagerError.self) { try names(#Predicate { $0.manufacturer!.count > 3 }) }
    guard case .testFailed(let cause)? = error else { return verify(false, "\(error as Any)") }
    verify(cause is EvaluationError)
  }
}

private typealias EvaluationError = Foundation.PredicateError

/// A Swift predicate finds what Foundation says that it is true of.
struct SwiftPredicateLawTests {
  @Test("a search finds the components that Foundation accepts, over a hand-made catalog")
  func overAHandmadeCatalog() throws {
    try check(SwiftPredicateCatalog.manager(), cases: 40, purpose: "some Swift predicates")
  }

  @Test("the same with many predicates, and over the installed plugins", .part(.laws))
  func overTheCorpus() throws {
    try check(SwiftPredicateCatalog.manager(), cases: 800, purpose: "Swift predicates over a hand-made catalog")
    guard ScannedCatalog.has("mda.lv2") else { return }
    try check(ScannedCatalog.corpus.get(), cases: 400, purpose: "Swift predicates over the corpus")
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
      verify(Set(found) == Set(accepted.map(\.uri)) && found.count == accepted.count, "\(predicate)")
      try verify(manager.predicate(search.predicate.description), equals: search.predicate, "\(predicate)")
      matched += found.isEmpty ? 0 : 1
      lowered += search.filter == nil ? 1 : 0
      divided += search.filter != nil && search.predicate != .constant(true) ? 1 : 0
    }
    let isTelling = cases < 100 ? matched > 0 : matched > cases / 5 && lowered > cases / 3 && divided > cases / 50
    verify(isTelling, "\(matched) \(lowered) \(divided)")
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
