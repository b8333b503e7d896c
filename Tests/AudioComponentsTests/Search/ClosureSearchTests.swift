import AudioComponents
import TestSupport
import Testing

/// Closures are asked of what a predicate has left.
@Suite struct ClosureSearchTests {
  private let folder = TemporaryFolder()
  private let manager: ComponentManager

  init() throws {
    let bundles = HandmadeBundles(folder)
    for index in 0..<9 {
      bundles.effect(
        "\(index).lv2", uri: "urn:\(index)", name: "\"Effect \(index)\"",
        pluginClass: index < 5 ? "lv2:ReverbPlugin" : "lv2:DelayPlugin")
    }
    manager = try ScannedCatalog.manager(catalog: folder("catalog.sqlite"), path: bundles.path)
  }

  @Test func aClosureIsAskedInTheOrderOfTheResultAndStopsTheSearch() throws {
    var asked: [String] = []
    let found = try manager.components(matching: "tag == Reverb and not name == 'Effect 1'") { component, stop in
      asked.append(component.name)
      stop = component.name == "Effect 3"
      return component.name != "Effect 2"
    }
    #expect(asked == ["Effect 0", "Effect 2", "Effect 3"])
    #expect(found.map(\.name) == ["Effect 0", "Effect 3"])
  }

  @Test func whatAClosureThrowsEndsTheSearch() throws {
    struct Failure: Error {}
    #expect(throws: Failure.self) { try manager.components(matching: "tag == Reverb") { _, _ in throw Failure() } }
    let search = manager.prepare(.constant(true), filter: ComponentFilter(["never"]) { _ in throw Failure() })
    #expect {
      try search.count()
    } throws: { error in
      if case .testFailed(let cause)? = error as? ComponentManagerError { cause is Failure } else { false }
    }
    #expect(try manager.components(matching: "").count == 9)
  }

  @Test func aPreparedFilterDecidesEveryPartOfAnAnswer() throws {
    let odd = ComponentFilter(["odd"]) { component in component.uri.utf8.last.map { !$0.isMultiple(of: 2) } ?? false }
    let search = manager.prepare(try manager.predicate("tag == Reverb or name contains 7"), filter: odd)
    let uris = try search.uris()
    #expect(uris.sorted() == ["urn:1", "urn:3", "urn:7"])
    #expect(try search.uris(limit: 2) == Array(uris.prefix(2)))
    #expect(try search.count() == 3)
    #expect(try search.components(limit: 1).map(\.uri) == ["urn:1"])
    #expect(try search.facets().total == 3)
    let plan = try search.plan()
    #expect(plan.steps.last.map { "\($0.method) \($0.conditions) \($0.remaining)" } == "host [\"odd\"] 3")
    #expect(plan.steps.dropLast().last?.remaining == 6)
  }

  @Test func aFilterAloneSeesHiddenComponentsOnlyWhereItSaysSo() throws {
    try manager.apply([.add(.hidden, to: "urn:2")])
    let all = ComponentFilter(["all"]) { _ in true }
    var withHidden = all
    withHidden.seesHidden = true
    #expect(try manager.prepare(.constant(true), filter: all).count() == 8)
    #expect(try manager.prepare(.constant(true), filter: withHidden).count() == 9)
  }
}
