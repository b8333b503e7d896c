import AudioComponents
import Glibc
import ICU
import TestSupport
import Testing

/// A predicate means the same in memory, in SQL and printed back.
@Suite struct QueryLawTests {
  @Test(
    "SQL finds what the evaluation in memory finds, over the installed plugins",
    .enabled(if: ScannedCatalog.has("mda.lv2"), "no real plugins are installed: .dev/setup plugins"))
  func overTheCorpus() throws {
    let catalog = try ScannedCatalog.corpus.get()
    try check(catalog.manager, cases: 250, purpose: "query law over the corpus")
  }

  @Test("the same over hand-made bundles in Swedish, with names in several languages")
  func inAnotherLanguage() throws {
    let folder = TemporaryFolder()
    let bundles = HandmadeBundles(folder)
    bundles.effect("a.lv2", uri: "urn:a", name: "\"Hall\"@de, \"Eko\"@sv, \"Reverb\"")
    bundles.effect("b.lv2", uri: "urn:b", name: "\"Überraschung %_'\"", pluginClass: "lv2:DelayPlugin")
    bundles.effect("c.lv2", uri: "urn:c", name: "\"İstanbul ß Σίσυφος\"", pluginClass: "lv2:MixerPlugin")
    bundles.presets("p.lv2", of: "urn:a", names: ["Große Halle", "Plate", "A_%"])
    let catalog = try ScannedCatalog(path: bundles.path, locale: "sv_SE.UTF-8")
    #expect(try catalog.manager.components(matching: "name == Eko").map(\.uri) == ["urn:a"])
    try check(catalog.manager, cases: 800, purpose: "query law over hand-made bundles")
  }

  private func check(_ manager: ComponentManager, cases: Int, purpose: String) throws {
    let components = try manager.components(matching: .constant(true))
    try #require(!components.isEmpty)
    var details: [String: ComponentDetails] = [:]
    for component in components { details[component.uri] = try manager.details(of: component) }
    let rules = UnicodeRules(locale: manager.configuration.locale)
    let environment = Configuration.processEnvironment
    var predicates = RandomPredicates(
      components, details, SeededGenerator(environment: environment, purpose: purpose))
    var matched = 0
    for _ in 0..<cases {
      let predicate = predicates.next()
      let found = Set(try manager.components(matching: predicate).map(\.uri))
      let prepared = try PreparedPredicate(predicate, rules: rules)
      let expected = try components.filter { component in
        try prepared.matches(CatalogSubject(component) { details[component.uri] ?? ComponentDetails() })
      }
      #expect(found == Set(expected.map(\.uri)), "\(predicate)")
      matched += found.isEmpty ? 0 : 1
    }
    #expect(matched > cases / 5, "most predicates match nothing, so the law says little")
  }
}
