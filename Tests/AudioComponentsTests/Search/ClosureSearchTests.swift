import AudioComponents
import TestSupport
import Testing

/// Closures are asked of what a predicate has left.
struct ClosureSearchTests {
  private let bundles = HandmadeBundles()
  private let manager: ComponentManager

  init() throws {
    bundles.effects(0..<5)
    for index in 5..<9 {
      bundles.effect("\(index).lv2", uri: "urn:\(index)", name: "Effect \(index)", pluginClass: "lv2:DelayPlugin")
    }
    manager = try bundles.manager()
  }

  @Test func aClosureIsAskedInTheOrderOfTheResultAndStopsTheSearchOrEndsItWithWhatItThrows() throws {
    var asked: [String] = []
    let found = try manager.components(matching: "tag == Reverb and not name == 'Effect 1'") { component, stop in
      asked.append(component.name)
      stop = component.name == "Effect 3"
      return component.name != "Effect 2"
    }
    verify(asked, equals: ["Effect 0", "Effect 2", "Effect 3"])
    verify(found.map(\.name), equals: ["Effect 0", "Effect 3"])

    struct Failure: Error {}
    verify(throws: Failure.self) { try manager.components(matching: "tag == Reverb") { _, _ in throw Failure() } }
    let search = manager.prepare(.constant(true), filter: ComponentFilter(["never"]) { _ in throw Failure() })
    let error = verify(throws: ComponentManagerError.self) { try search.count() }
    guard case .testFailed(let cause)? = error else { return verify(false, "\(error as Any)") }
    verify(cause is Failure)
    try verify(manager.components(matching: "").count, equals: 9)
  }

  @Test func aPreparedFilterDecidesEveryPartOfAnAnswerAndSeesHiddenComponentsOnlyWhereItSaysSo() throws {
    let odd = ComponentFilter(["odd"]) { component in component.uri.utf8.last.map { !$0.isMultiple(of: 2) } ?? false }
    let search = manager.prepare(try manager.predicate("tag == Reverb or name contains 7"), filter: odd)
    let uris = try search.uris()
    verify(uris.sorted(), equals: ["urn:1", "urn:3", "urn:7"])
    try verify(search.uris(limit: 2), equals: Array(uris.prefix(2)))
    try verify(search.count() == 3 && search.facets().total == 3)
    try verify(search.components(limit: 1).map(\.uri), equals: ["urn:1"])
    let plan = try search.plan()
    verify(plan.steps.last.map { "\($0.method) \($0.conditions) \($0.remaining)" }, equals: "host [\"odd\"] 3")
    verify(plan.steps.dropLast().last?.remaining, equals: 6)

    try manager.apply([.add(.hidden, to: "urn:2")])
    var all = ComponentFilter(["all"]) { _ in true }
    try verify(manager.prepare(.constant(true), filter: all).count(), equals: 8)
    all.seesHidden = true
    try verify(manager.prepare(.constant(true), filter: all).count(), equals: 9)
  }
}
