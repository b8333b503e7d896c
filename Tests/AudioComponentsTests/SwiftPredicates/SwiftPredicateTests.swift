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
