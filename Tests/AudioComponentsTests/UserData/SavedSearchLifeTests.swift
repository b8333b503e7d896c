import AudioComponents
import Glibc
import ICU
import TestSupport
import Testing

/// Searches with a name: kept, used by others, and never left in a state in which they can't be used.
@Suite struct SavedSearchLifeTests {
  private let folder = TemporaryFolder()

  /// A manager with effects `urn:a` (reverb), `urn:b` (delay), `urn:c` (mixer).
  private func manager() throws -> ComponentManager {
    let bundles = HandmadeBundles(folder)
    for (letter, plugin) in [("a", "lv2:ReverbPlugin"), ("b", "lv2:DelayPlugin"), ("c", "lv2:MixerPlugin")] {
      bundles.effect("\(letter).lv2", uri: "urn:\(letter)", name: "\"Effect \(letter)\"", pluginClass: plugin)
    }
    return try ScannedCatalog.manager(catalog: folder("catalog.sqlite"), path: bundles.path)
  }

  private func search(_ name: String, _ predicate: String) throws -> SavedSearch {
    try SavedSearch(name, predicate: predicate)
  }

  private func uris(_ manager: ComponentManager, _ predicate: String) throws -> [String] {
    try manager.components(matching: predicate).map(\.uri)
  }

  @Test("a search is kept as typed, listed by name, replaced or left, and deleted")
  func keeping() throws {
    let manager = try manager()
    #expect(try manager.savedSearches().isEmpty)
    #expect(try manager.save(search(" Übung ", "tag  ==  'Reverb'")))
    #expect(try manager.save(search("zz", "effect")))
    #expect(try manager.savedSearches().map(\.name) == ["Übung", "zz"])
    #expect(try manager.savedSearch(named: "ÜBUNG")?.predicate == "tag  ==  'Reverb'")
    #expect(try !manager.save(search("übung", "name == x"), replacing: false))
    #expect(try manager.savedSearch(named: "Übung")?.predicate == "tag  ==  'Reverb'")
    #expect(try manager.save(search("u\u{308}bung", "name == x")))
    #expect(try manager.savedSearches().map(\.predicate) == ["name == x", "effect"])
    #expect(try manager.apply([.save(search("zz", "effect"))]) == [0], "it was so already")
    #expect(try manager.deleteSavedSearch(named: " ZZ "))
    #expect(try !manager.deleteSavedSearch(named: "zz"))
    #expect(try manager.savedSearches().count == 1)
  }

  @Test("in \"name\" is the saved search of that name, else the collection; names compare by case folding")
  func meaning() throws {
    let manager = try manager()
    try manager.save(search("Große Halle", "tag == Reverb"))
    try manager.save(search("both", "in 'GROSSE HALLE' or tag == Delay"))
    let live = try UserLabel(.collection, "Live")
    try manager.apply([
      .create(try UserLabel(.collection, "empty")), .add(live, to: "urn:c"), .add(live, to: "urn:gone"),
    ])
    #expect(try uris(manager, "in \"große halle\"") == ["urn:a"])
    #expect(try uris(manager, "in both") == ["urn:a", "urn:b"])
    #expect(try uris(manager, "not in both") == ["urn:c"])
    #expect(try uris(manager, "in live") == ["urn:c"])
    #expect(try uris(manager, "in live or in both and name endswith b") == ["urn:b", "urn:c"])
    #expect(try uris(manager, "in empty") == [])
    #expect(try uris(manager, "not in empty").count == 3)
    try manager.save(search("LIVE", "tag == Delay"))
    #expect(try uris(manager, "in live") == ["urn:b"], "a saved search goes first")
    #expect(try manager.resolved(try manager.predicate("in both")).description.contains("Delay"))
  }

  @Test("what a saved search says counts as if it stood there: hidden components, and the order of plain words")
  func inPlace() throws {
    let manager = try manager()
    try manager.apply([.add(.hidden, to: "urn:a")])
    try manager.save(search("put away", "hidden == yes"))
    #expect(try uris(manager, "in 'put away'") == ["urn:a"])
    try manager.setUserTagNames(["c"], of: "urn:b")
    try manager.save(search("words", "c"))
    #expect(try uris(manager, "in words") == uris(manager, "c"))
  }

  @Test("what can't be used is refused with the reason, and nothing is changed")
  func refused() throws {
    let manager = try manager()
    try manager.save(search("drums", "tag == Drums"))
    try manager.save(search("b", "in drums"))
    try manager.save(search("c", "in B and name == x"))
    let before = try manager.userData()
    let table: [(name: String, predicate: String, says: String)] = [
      ("x", "nme == y", "did you mean `name`?"), ("x", "name matches '('", "x"),
      ("x", "in drum", "no saved search or collection `drum`; did you mean `drums`?"),
      ("x", "in nosuchthing", "no saved search or collection `nosuchthing`; create it, or name another"),
      ("X", "in x", "refer to each other in a cycle: \"X\" → \"X\""),
      ("drums", "in c", "refer to each other in a cycle: \"drums\" → \"c\" → \"b\" → \"drums\""),
      ("x", String(repeating: "(", count: 300) + "name == x", "deeper"),
      ("x", String(repeating: "a", count: ComponentPredicate.sizeLimit + 1), "larger than 4 MiB"),
    ]
    for row in table {
      #expect {
        try manager.apply([.add(.favorite, to: "urn:a"), .save(search(row.name, row.predicate))])
      } throws: { error in
        "\(error)".contains(row.says) && !"\(error)".contains("\n") && error.isOfPredicate
      }
    }
    #expect(try manager.userData() == before)
    #expect(throws: UserLabelError.self) { try search("x", "name == 'a\0b'") }
    for name in ["", "  ", "a\tb", "a\nb", "a\0b", String(repeating: "x", count: 1_001)] {
      #expect(throws: UserLabelError.self) { try search(name, "effect") }
    }
  }

  @Test("a collection's name that becomes a saved search's can close a cycle too")
  func circleThroughACollection() throws {
    let manager = try manager()
    try manager.apply([.create(try UserLabel(.collection, "live"))])
    try manager.save(search("a", "in live"))
    #expect { try manager.save(search("live", "in a")) } throws: { "\($0)".contains("\"live\" → \"a\" → \"live\"") }
  }

  @Test("what a saved search uses can't be deleted or renamed")
  func inUse() throws {
    let manager = try manager()
    let live = try UserLabel(.collection, "live")
    try manager.apply([.create(live), .save(search("a", "in live")), .save(search("b", "in a"))])
    #expect { try manager.deleteSavedSearch(named: "A") } throws: { error in
      "\(error)" == "the saved search `A` is used by the saved search `b`; change or remove that first"
        && error.isOfUse
    }
    #expect { try manager.apply([.delete(live)]) } throws: { "\($0)".contains("the collection `live` is used by") }
    #expect {
      try manager.apply([.rename(live, to: try UserLabel(.collection, "stage"))])
    } throws: { $0.isOfUse }
    #expect(try manager.apply([.rename(live, to: try UserLabel(.collection, "LIVE"))]) == [1], "another spelling")
    #expect(try manager.apply([.deleteSearch("a"), .deleteSearch("b")]) == [1, 1], "both at once")
    #expect(try manager.apply([.delete(live)]) == [1])
    try manager.apply([.save(search("a", "effect")), .save(search("b", "in a"))])
    try manager.apply([.deleteSearch("a"), .save(search("a", "name == x"))])
    #expect(try manager.savedSearches().count == 2, "it is there at the end")
  }

  @Test("where a search hides a collection of its name, it may go: the collection takes its place again")
  func hidesACollection() throws {
    let manager = try manager()
    try manager.apply([.add(try UserLabel(.collection, "Live"), to: "urn:a"), .save(try search("mine", "in Live"))])
    try manager.save(search("Live", "name beginswith Effect"))
    #expect(try uris(manager, "in mine").count == 3)
    #expect(try manager.undo() != nil && uris(manager, "in mine") == ["urn:a"])
    try manager.save(search("Live", "name beginswith Effect"))
    #expect(try manager.deleteSavedSearch(named: "Live") && uris(manager, "in mine") == ["urn:a"])
  }

  @Test("searches that refer to each other are imported in one transaction, in any order")
  func forwardReferences() throws {
    let manager = try manager()
    try manager.apply([.save(search("b", "in a")), .save(search("a", "tag == Reverb"))])
    #expect(try uris(manager, "in b") == ["urn:a"])
  }

  @Test("without a store or a place for one, a name is unknown and all else is found")
  func noStore() throws {
    let manager = try manager()
    #expect { try manager.components(matching: "in x") } throws: { error in
      "\(error)".contains("no saved search or collection `x`") && error.isOfPredicate
    }
    #expect(access(folder("catalog.sqlite.user"), F_OK) != 0, "reading makes no store")
    var configuration = manager.configuration
    configuration.userStorePath = nil
    let homeless = ComponentManager(configuration)
    #expect(invalidPredicate { try homeless.components(matching: "in x") } != nil)
    #expect(try homeless.components(matching: "tag == Reverb").count == 1)
  }

  @Test("searches that double at every step end in an error, at once")
  func bomb() throws {
    let manager = try manager()
    let steps = try (1...60).map { try UserChange.save(search("s\($0)", "in s\($0 - 1) or not in s\($0 - 1)")) }
    let (error, time) = try ProcessorTime.measure {
      try manager.apply([.save(search("s0", "name == x"))] + steps)
      return invalidPredicate { try manager.components(matching: "in s60") }
    }
    #expect(error != nil)
    #expect(time < .runaway)
  }
}

/// Random searches that name each other, against a model and against the evaluation in memory.
@Suite struct SavedSearchLawTests {
  private let folder = TemporaryFolder()

  @Test("a search is saved exactly if everything that it uses exists and it does not use itself")
  func model() throws {
    let bundles = HandmadeBundles(folder)
    bundles.effect("a.lv2", uri: "urn:a", name: "\"A\"")
    let manager = try ScannedCatalog.manager(catalog: folder("catalog.sqlite"), path: bundles.path)
    var random = SeededGenerator(environment: Configuration.processEnvironment, purpose: "graph of saved searches")
    let names = ["a", "Ä", "ß", "d", "e"]
    var model: [String: [String]] = [:]
    func reaches(_ from: String, _ target: String) -> Bool {
      (model[from] ?? []).contains { $0 == target || reaches($0, target) }
    }
    var outcomes: [Bool: Int] = [:]
    for _ in 0..<150 {
      let name = names.randomElement(using: &random) ?? "a"
      if Int.random(in: 0..<4, using: &random) == 0 {
        let isUsed = model.contains { $0.key != name && $0.value.contains(name) }
        let isDone = (try? manager.apply([.deleteSearch(name)])) != nil
        #expect(isDone == !isUsed, "delete \(name) of \(model)")
        if isDone { model[name] = nil }
      } else {
        let uses = names.filter { _ in Int.random(in: 0..<4, using: &random) == 0 }
        let text = (["name == x"] + uses.map { "in '\($0.uppercased())'" }).joined(separator: " or ")
        let isGood = uses.allSatisfy { $0 != name && model[$0] != nil && !reaches($0, name) }
        let isDone = (try? manager.save(try SavedSearch(name, predicate: text))) != nil
        #expect(isDone == isGood, "save \(name): \(text), \(model)")
        if isDone { model[name] = uses }
        outcomes[isDone, default: 0] += 1
      }
    }
    #expect((outcomes[true] ?? 0) > 10 && (outcomes[false] ?? 0) > 10, "\(outcomes)")
    for search in try manager.savedSearches() {
      #expect(throws: Never.self) { try manager.resolved(.saved(search.name)) }
    }
  }

  @Test("a search by name finds what the resolved predicate is true of in memory")
  func inMemory() throws {
    let bundles = HandmadeBundles(folder)
    let uris = ["urn:a", "urn:b", "urn:c", "urn:d"]
    for uri in uris { bundles.effect("\(uri.last ?? "x").lv2", uri: uri, name: "\"Effect \(uri)\"") }
    let manager = try ScannedCatalog.manager(catalog: folder("catalog.sqlite"), path: bundles.path)
    let live = try UserLabel(.collection, "live")
    try manager.apply([.add(live, to: "urn:a"), .add(live, to: "urn:d"), .add(.hidden, to: "urn:d")])
    let components = try manager.search(.constant(true), everything: true).components
    let details = Dictionary(
      uniqueKeysWithValues: try components.map { ($0.uri, try manager.details(of: $0)) })
    let rules = UnicodeRules(locale: manager.configuration.locale)
    var predicates = RandomPredicates(
      components, details,
      SeededGenerator(environment: Configuration.processEnvironment, purpose: "law of saved searches"))
    var matched = 0
    for number in 0..<200 {
      let known = ComponentPredicate.saved(number % 3 == 0 ? "live" : "s\((number - 1) / 2)")
      let other = predicates.next(depth: 1)
      let predicate = number % 2 == 0 ? ComponentPredicate.or([other, known]) : .and([.not(other), known])
      try manager.save(try SavedSearch("s\(number)", predicate: predicate.description))
      let asked = ComponentPredicate.saved("S\(number)")
      let resolved = try manager.resolved(asked)
      #expect(resolved.savedNames.isEmpty)
      let prepared = try PreparedPredicate(resolved, rules: rules)
      let seesHidden = resolved.keys.contains(.hidden)
      let expected = try components.filter { component in
        try (seesHidden || !component.isHidden)
          && prepared.matches(CatalogSubject(component) { details[component.uri] ?? ComponentDetails() })
      }
      let found = try manager.components(matching: asked).map(\.uri)
      #expect(Set(found) == Set(expected.map(\.uri)), "\(predicate)")
      matched += found.isEmpty ? 0 : 1
    }
    #expect(matched > 40, "most searches match nothing, so the law says little")
  }
}

extension Error {
  /// Whether the error is the manager's about a saved search in use.
  fileprivate var isOfUse: Bool {
    if case .savedSearchInUse? = self as? ComponentManagerError { true } else { false }
  }
}
