import ComponentModel
import Foundation
import ICU
import TestSupport
import Testing

@testable import UserDataStore

/// Exports are merged in any order, in any groups, and again and again, with the same result.
@Suite struct UserDataMergeTests {
  /// Everything in a store after imports, by bytes: texts that Swift holds equal may differ in theirs.
  private static func merged(_ imports: UserData...) throws -> [UInt8] { Array("\(try content(imports))".utf8) }

  private static func content(_ imports: [UserData]) throws -> UserData {
    let store = SmallStore()
    let opened = try store.open()
    for data in imports { _ = try opened.merge(data, replacing: false) }
    return try store.data()
  }

  @Test("merging random exports is commutative, associative and idempotent, and drops nothing")
  func law() throws {
    var random = SeededGenerator(environment: ProcessInfo.processInfo.environment, purpose: "merged exports")
    var refused = 0
    for _ in 0..<SeededGenerator.cases(12) {
      let (a, b, c) = (try Self.data(&random), try Self.data(&random), try Self.data(&random))
      guard let ab = try? Self.content([a, b]), let bc = try? Self.content([b, c]), let all = try? Self.merged(a, b, c)
      else {
        refused += 1
        try Self.checkRefusal(a, b)
        continue
      }
      let note: Comment = "seed \(random.seed): \(a) and \(b) and \(c)"
      #expect(try Self.merged(b, a) == Array("\(ab)".utf8), note)
      #expect(try Self.merged(c, b, a) == all, note)
      #expect(try Self.merged(ab, c) == all, note)
      #expect(try Self.merged(a, bc) == all, note)
      #expect(try Self.merged(a, b, a, b, ab) == Array("\(ab)".utf8), note)
      Self.checkNothingIsLost(of: [a, b], in: ab, note)
    }
    #expect(refused < SeededGenerator.cases(12), "some exports can be merged")
  }

  /// Saved searches that refer to each other in a cycle are refused in either order.
  private static func checkRefusal(_ a: UserData, _ b: UserData) throws {
    #expect(((try? content([a, b])) == nil) == ((try? content([b, a])) == nil))
  }

  private static func checkNothingIsLost(of imports: [UserData], in result: UserData, _ note: Comment) {
    let key = SmallStore.rules.tagKey
    for data in imports {
      for fact in data.facts where fact.uri != nil {
        let isThere = result.facts.contains {
          $0.uri == fact.uri && $0.label.kind == fact.label.kind && key($0.label.name) == key(fact.label.name)
        }
        #expect(isThere, note)
      }
      for search in data.searches {
        let isThere = result.searches.contains {
          $0.predicate == search.predicate && key($0.name).hasPrefix(key(search.name))
        }
        #expect(isThere, note)
      }
      #expect(Set(data.replacements).isSubset(of: result.replacements), note)
      for use in data.uses {
        #expect(result.uses.contains { $0.uri == use.uri && $0.source == use.source && $0.count >= use.count }, note)
      }
    }
  }

  private static func data(_ random: inout SeededGenerator) throws -> UserData {
    func one<Value>(_ values: [Value]) -> Value { values[Int.random(in: 0..<values.count, using: &random)] }
    let uris = ["urn:a", "urn:b", "urn:c", "urn:d", "urn:\u{E9}", "urn:e\u{301}"]
    let names = ["warm", "Warm", "WARM", "Caf\u{E9}", "Cafe\u{301}", "stra\u{DF}e", "STRASSE", "x"]
    var data = UserData()
    for _ in 0..<Int.random(in: 0..<8, using: &random) {
      let kind = one(UserLabel.Kind.allCases)
      let uri = kind == .collection && Int.random(in: 0..<4, using: &random) == 0 ? nil : one(uris)
      data.facts.append(UserFact(try UserLabel(kind, one(names)), uri: uri))
    }
    for _ in 0..<Int.random(in: 0..<4, using: &random) {
      data.replacements.append(Replacement(old: one(uris), new: one(uris)))
    }
    for _ in 0..<Int.random(in: 0..<4, using: &random) {
      let time = one([nil, "2026-11-20T18:30:00Z", "2025-01-01T00:00:00Z"]).flatMap { UTCTime($0) }
      let count = Int.random(in: 0..<9, using: &random)
      data.uses += [UseCount(uri: one(uris), source: one(["aucat", "ardour"]), count: count, lastUsed: time)]
        .compactMap(\.self)
    }
    // Each export defines what its searches refer to.
    let predicates = ["name == a", "name == b", "name == 'e\u{301}'", "name == '\u{E9}'", "effect"]
    let (first, second) = (one(predicates + ["in stra\u{DF}e"]), one(predicates))
    let isTurned = Bool.random(using: &random)
    data.searches = [
      try SavedSearch(one(["Halls", "halls", "HALLS"]), predicate: isTurned ? second : first),
      try SavedSearch(one(["stra\u{DF}e", "Strasse"]), predicate: isTurned ? "in halls" : second),
    ]
    if isTurned && first.hasPrefix("in") { data.searches.removeLast() }
    return data
  }

  @Test("of two searches with one name, one keeps it, and the other has a name that tells")
  func searches() throws {
    let (a, b) = (try SavedSearch("Halls", predicate: "name == b"), try SavedSearch("halls", predicate: "name == a"))
    let store = SmallStore()
    let opened = try store.open()
    #expect(try opened.merge(UserData(searches: [a]), replacing: false) == 1)
    var moved: [SavedSearch] = []
    #expect(try opened.merge(UserData(searches: [b]), replacing: false) { moved = $0 } == 1)
    #expect(moved == [try SavedSearch(a.otherName, predicate: a.predicate)])
    #expect(try store.data().searches == [b] + moved)
    #expect(a.otherName.hasPrefix("Halls (other ") && a.otherName.hasSuffix(")"))
    #expect(try opened.merge(UserData(searches: [a]), replacing: false) { moved = $0 } == 0)
    #expect(moved.isEmpty)
    #expect(try opened.undo(nil) != nil)
    #expect(try store.data().searches == [a])
    #expect(try opened.merge(UserData(searches: [b]), replacing: true) == 1)
    #expect(try store.data().searches == [b])
  }

  @Test("predicates that share the other name, too, are all kept, in any order")
  func sharedNames() throws {
    var byName: [String: [SavedSearch]] = [:]
    var number = 0
    while byName.values.allSatisfy({ $0.count < 3 }) {
      let search = try SavedSearch("s", predicate: "name == '\(number)'")
      byName[search.otherName, default: []].append(search)
      number += 1
    }
    let shared = try #require(byName.values.first { $0.count == 3 })
    let first = try SavedSearch("s", predicate: "effect")
    let orders = [[0, 1, 2], [2, 1, 0], [1, 2, 0]].map { order in
      order.map { UserData(searches: [shared[$0]]) } + [UserData(searches: [first])]
    }
    let results = try (orders + orders.map { $0.reversed() }).map { try Self.content($0).searches }
    #expect(Set(results).count == 1)
    #expect(Set(results[0].map(\.predicate)) == Set((shared + [first]).map(\.predicate)))
  }

  @Test("a cycle that only both exports together have is refused in either order, and nothing is changed")
  func cycle() throws {
    let a = UserData(searches: [try SavedSearch("x", predicate: "effect"), try SavedSearch("y", predicate: "in x")])
    let b = UserData(searches: [
      try SavedSearch("y", predicate: "name == q"), try SavedSearch("x", predicate: "audioInputs == 2 or in y"),
    ])
    for (first, second) in [(a, b), (b, a)] {
      let store = SmallStore()
      let opened = try store.open()
      _ = try opened.merge(first, replacing: false)
      let before = try store.data()
      #expect { try opened.merge(second, replacing: false) } throws: { "\($0)".contains("cycle") }
      #expect(try store.data() == before)
    }
  }

  @Test("labels reach what has taken over from their component, whichever export says so first, and over several steps")
  func successions() throws {
    let tag = try UserLabel(.tag, "warm")
    let labels = UserData(facts: [UserFact(tag, uri: "urn:a")])
    let (first, second) = (Replacement(old: "urn:a", new: "urn:b"), Replacement(old: "urn:b", new: "urn:c"))
    let pairs = [UserData(replacements: [first]), UserData(replacements: [second])]
    for imports in [[labels] + pairs, pairs + [labels], [pairs[1], labels, pairs[0]], [pairs[0], labels, pairs[1]]] {
      #expect(try Self.content(imports).facts.compactMap(\.uri) == ["urn:a", "urn:b", "urn:c"])
    }
    let taken = UserData(facts: labels.facts, replacements: [first, second])
    #expect(try Self.content([taken, taken]).facts == labels.facts, "what was taken away does not come back")
  }

  @Test("a scan passes labels on over several components at once, in any order of the pairs")
  func scanned() throws {
    let pairs = [Replacement(old: "urn:a", new: "urn:b"), Replacement(old: "urn:b", new: "urn:c")]
    for pairs in [pairs, pairs.reversed()] {
      let store = SmallStore()
      let opened = try store.open()
      try opened.apply([.add(.favorite, to: "urn:a")])
      #expect(try opened.succeed(pairs) == 2)
      #expect(try store.data().facts.compactMap(\.uri) == ["urn:a", "urn:b", "urn:c"])
      #expect(try opened.succeed(pairs) == 0)
    }
  }
}
