import AudioComponents
import Glibc
import ICU
import TestSupport
import Testing

/// Searches with a name are never left in a state in which they can't be used; `Transcripts/UserData/saved.txt` and
/// `Transcripts/Queries/saved-searches.txt` show the rest.
struct SavedSearchLifeTests {
  private let bundles = HandmadeBundles()
  private let manager: ComponentManager

  init() throws {
    bundles.effects(0..<1)
    manager = try bundles.manager()
  }

  private func search(_ name: String, _ predicate: String) throws -> SavedSearch {
    try SavedSearch(name, predicate: predicate)
  }

  /// The text of the manager's error about a predicate, or a saved search in use.
  private func refusal(line: Int = #line, _ body: () throws -> some Any) -> String {
    let error = verify(throws: ComponentManagerError.self, line: line, body)
    switch error {
    case .invalidPredicate, .savedSearchInUse: return error?.description ?? ""
    default:
      verify(false, "\(error as Any)", line: line)
      return ""
    }
  }

  @Test("what can't be used, closes a cycle or is used by another is refused with the reason, and nothing is changed")
  func refused() throws {
    try manager.apply([.save(search("b", "in drums")), .save(search("drums", "tag == Drums"))])
    let before = try manager.userData()
    for (name, predicate, says) in [
      ("x", "name matches '('", "x"), ("drums", "in b", "cycle: \"drums\" → \"b\" → \"drums\""),
      ("x", "in drum", "no saved search or collection `drum`; did you mean `drums`?"),
      ("x", String(repeating: "(", count: 300) + "name == x", "deeper"),
      ("x", String(repeating: "a", count: ComponentPredicate.sizeLimit + 1), "larger than 4 MiB"),
    ] {
      let text = refusal { try manager.apply([.add(.favorite, to: "urn:0"), .save(search(name, predicate))]) }
      verify(text.contains(says) && !text.contains("\n"), "\(text)")
    }
    verify(
      refusal { try manager.deleteSavedSearch(named: "Drums") },
      equals: "the saved search `Drums` is used by the saved search `b`; change or remove that first")
    try verify(manager.userData(), equals: before)
    for (name, predicate) in [
      ("x", "name == 'a\0b'"), ("a\0b", "effect"), (String(repeating: "x", count: 1_001), "effect"),
    ] { verify(throws: UserLabelError.self) { try search(name, predicate) } }

    verify(try !manager.save(search("DRUMS", "name == x"), replacing: false))
    try verify(manager.save(search("DRUMS", "name == x")) && manager.savedSearch(named: "drums")?.name == "DRUMS")
    try verify(manager.apply([.save(search("DRUMS", "name == x"))]), equals: [0], "it was so already")
    try manager.apply([.deleteSearch("drums"), .save(search("drums", "name == x"))])
    try verify(manager.savedSearches().map(\.name), equals: ["b", "drums"], "it is there at the end")
  }

  @Test("without a store or a place for one, a name is unknown; searches that double at every step end in an error")
  func noStoreAndBomb() throws {
    verify(refusal { try manager.components(matching: "in x") }.contains("no saved search or collection `x`"))
    verify(access(bundles.folder("catalog.sqlite.user"), F_OK) != 0, "reading makes no store")
    var configuration = manager.configuration
    configuration.userStorePath = nil
    let homeless = ComponentManager(configuration)
    verify(invalidPredicate { try homeless.components(matching: "in x") } != nil)
    try verify(homeless.components(matching: "tag == Reverb").count, equals: 1)

    let steps = try (1...60).map { try UserChange.save(search("s\($0)", "in s\($0 - 1) or not in s\($0 - 1)")) }
    let (error, time) = try ProcessorTime.measure {
      try manager.apply([.save(search("s0", "name == x"))] + steps)
      return invalidPredicate { try manager.components(matching: "in s60") }
    }
    verify(error != nil && time < .runaway)
  }
}

/// Random searches that name each other, against a model and against the evaluation in memory.
struct SavedSearchLawTests {
  private let bundles = HandmadeBundles()

  init() { bundles.effects(0..<4) }

  @Test("a search is saved exactly if all that it uses exists but itself, and finds what it resolves to in memory")
  func some() throws {
    try checkGraph(steps: 20)
    try checkMeaning(cases: 15)
  }

  @Test("the same of many", .part(.laws))
  func many() throws {
    try checkGraph(steps: 150)
    try checkMeaning(cases: 200)
  }

  private func checkGraph(steps: Int) throws {
    let manager = try bundles.manager()
    var random = SeededGenerator(environment: Configuration.processEnvironment, purpose: "graph of saved searches")
    let names = ["a", "Ä", "ß", "d", "e"]
    var model: [String: [String]] = [:]
    func reaches(_ from: String, _ target: String) -> Bool {
      (model[from] ?? []).contains { $0 == target || reaches($0, target) }
    }
    var outcomes: [Bool: Int] = [:]
    for _ in 0..<steps {
      let name = names.randomElement(using: &random) ?? "a"
      if Int.random(in: 0..<4, using: &random) == 0 {
        let isUsed = model.contains { $0.key != name && $0.value.contains(name) }
        let isDone = (try? manager.apply([.deleteSearch(name)])) != nil
        verify(isDone, equals: !isUsed, "delete \(name) of \(model)")
        if isDone { model[name] = nil }
      } else {
        let uses = names.filter { _ in Int.random(in: 0..<4, using: &random) == 0 }
        let text = (["name == x"] + uses.map { "in '\($0.uppercased())'" }).joined(separator: " or ")
        let isGood = uses.allSatisfy { $0 != name && model[$0] != nil && !reaches($0, name) }
        let isDone = (try? manager.save(try SavedSearch(name, predicate: text))) != nil
        verify(isDone, equals: isGood, "save \(name): \(text), \(model)")
        if isDone { model[name] = uses }
        outcomes[isDone, default: 0] += 1
      }
    }
    verify(steps < 100 || (outcomes[true] ?? 0) > 10 && (outcomes[false] ?? 0) > 10, "\(outcomes)")
    for search in try manager.savedSearches() {
      verify(throws: Never.self) { try manager.resolved(.saved(search.name)) }
    }
  }

  private func checkMeaning(cases: Int) throws {
    let manager = try bundles.manager()
    let live = try UserLabel(.collection, "live")
    _ = try manager.merge(UserData(), replacing: true)
    try manager.scan()
    try manager.apply([.add(live, to: "urn:0"), .add(live, to: "urn:3"), .add(.hidden, to: "urn:3")])
    let components = try manager.search(.constant(true), everything: true).components
    let details = Dictionary(
      uniqueKeysWithValues: try components.map { ($0.uri, try manager.details(of: $0)) })
    let rules = UnicodeRules(locale: manager.configuration.locale)
    var predicates = RandomPredicates(
      components, details,
      SeededGenerator(environment: Configuration.processEnvironment, purpose: "law of saved searches"))
    var matched = 0
    for number in 0..<cases {
      let known = ComponentPredicate.saved(number % 3 == 0 ? "live" : "s\((number - 1) / 2)")
      let other = predicates.next(depth: 1)
      let predicate = number % 2 == 0 ? ComponentPredicate.or([other, known]) : .and([.not(other), known])
      try manager.save(try SavedSearch("s\(number)", predicate: predicate.description))
      let asked = ComponentPredicate.saved("S\(number)")
      let resolved = try manager.resolved(asked)
      verify(resolved.savedNames.isEmpty)
      let prepared = try PreparedPredicate(resolved, rules: rules)
      let seesHidden = resolved.keys.contains(.hidden)
      let expected = try components.filter { component in
        try (seesHidden || !component.isHidden)
          && prepared.matches(CatalogSubject(component) { details[component.uri] ?? ComponentDetails() })
      }
      let found = try manager.components(matching: asked).map(\.uri)
      verify(Set(found), equals: Set(expected.map(\.uri)), "\(predicate)")
      matched += found.isEmpty ? 0 : 1
    }
    verify(matched > (cases < 100 ? 0 : cases / 5), "most searches match nothing, so the law says little")
  }
}
