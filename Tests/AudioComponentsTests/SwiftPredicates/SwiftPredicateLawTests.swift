import AudioComponents
import ComponentPredicates
import Foundation
import TestSupport
import Testing

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
