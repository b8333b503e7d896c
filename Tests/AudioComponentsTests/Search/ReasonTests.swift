import AudioComponents
import TestSupport
import Testing

/// Why a search with flags finds a component.
@Suite struct ReasonTests {
  private let folder = TemporaryFolder()
  private let manager: ComponentManager

  init() throws {
    let (bundles, other) = (HandmadeBundles(folder), HandmadeBundles(folder, root: "other"))
    bundles.effect("a.lv2", uri: "urn:a", name: "\"Quibble Wombat\"")
    other.effect("a.lv2", uri: "urn:a", name: "\"Wombat\"", version: (2, 0))
    bundles.effect("b.lv2", uri: "urn:b", name: "\"Quibble Gnarl\"")
    bundles.effect("c.lv2", uri: "urn:c", name: "\"Quibble Frond\"")
    manager = try ScannedCatalog.manager(catalog: folder("catalog.sqlite"), path: "\(bundles.path):\(other.path)")
    try manager.scan()
    try manager.apply([.add(.hidden, to: "urn:c")])
  }

  @Test(
    "a component is found by the reason's account exactly if the search finds it",
    arguments: [
      "quibble wombat", "quible", "gnarl frond", "quib", "hidden == yes", "name beginswith Quibble", "wombat",
    ])
  func agreesWithSearch(text: String) throws {
    let predicate = try manager.predicate(text)
    for everything in [false, true] {
      for matching in [WordMatching.exact, .interpreted, .typing] {
        let found = Set(try manager.prepare(predicate, everything: everything, words: matching).components())
        for component in try manager.search(.constant(true), everything: true).components {
          let reason = try manager.why(component, matches: predicate, everything: everything, words: matching)
          #expect(
            reason.isFound == found.contains(component), "\(text): \(component.name), \(everything), \(matching)")
          #expect(!reason.isLeftOutAsHidden || !everything && component.isHidden)
        }
      }
    }
  }

  @Test("words that only a shadowed component has together are missing unless everything is searched")
  func scopeOfWords() throws {
    let predicate = try manager.predicate("quibble wombat")
    #expect(try manager.interpreted(predicate, everything: true).notes.isEmpty)
    #expect(try !manager.interpreted(predicate).notes.isEmpty)
  }
}
