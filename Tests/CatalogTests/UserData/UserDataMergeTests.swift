import ComponentModel
import Foundation
import ICU
import TestSupport
import Testing

@testable import UserDataStore

/// Exports are merged in any order, in any groups, and again and again, with the same result.
struct UserDataMergeTests {
  /// Everything in a store after imports, by bytes: texts that Swift holds equal may differ in theirs.
  private static func merged(_ imports: UserData...) throws -> [UInt8] { Array("\(try content(imports))".utf8) }

  private static func content(_ imports: [UserData]) throws -> UserData {
    let store = SmallStore()
    let opened = try store.open()
    for data in imports { _ = try opened.merge(data, replacing: false) }
    return try store.data()
  }

  @Test("merging random exports is commutative, associative and idempotent, and drops nothing")
  func law() throws { try checkLaw(cases: 1) }

  @Test("the same of more", .part(.laws)) func fullLaw() throws { try checkLaw(cases: 12) }

  private func checkLaw(cases: Int) throws {
    var random = SeededGenerator(environment: ProcessInfo.processInfo.environment, purpose: "merged exports")
    var merged = 0
    let wanted = SeededGenerator.cases(cases)
    for _ in 0..<20 * wanted where merged < wanted {
      let (a, b, c) = (try Self.data(&random), try Self.data(&random), try Self.data(&random))
      guard let ab = try? Self.content([a, b]), let bc = try? Self.content([b, c]), let all = try? Self.merged(a, b, c)
      else {
        // Saved searches that refer to each other in a cycle are refused in either order.
        verify(((try? Self.content([a, b])) == nil) == ((try? Self.content([b, a])) == nil))
        continue
      }
      merged += 1
      let note: Comment = "seed \(random.seed): \(a) and \(b) and \(c)"
      try verify(Self.merged(b, a), equals: Array("\(ab)".utf8), note)
      try verify(Self.merged(c, b, a), equals: all, note)
      try verify(Self.merged(ab, c), equals: all, note)
      try verify(Self.merged(a, bc), equals: all, note)
      try verify(Self.merged(a, b, a, b, ab), equals: Array("\(ab)".utf8), note)
      Self.checkNothingIsLost(of: [a, b], in: ab, note)
    }
    verify(merged, equals: wanted, "some exports can be merged")
  }

  private static func checkNothingIsLost(of imports: [UserData], in result: UserData, _ note: Comment) {
    let key = SmallStore.rules.tagKey
    for data in imports {
      for fact in data.facts where fact.uri != nil {
        let same = result.facts.filter { $0.uri == fact.uri && $0.label.kind == fact.label.kind }
        verify(same.contains { key($0.label.name) == key(fact.label.name) }, note)
      }
      for search in data.searches {
        let same = result.searches.filter { $0.predicate == search.predicate }
        verify(same.contains { key($0.name).hasPrefix(key(search.name)) }, note)
      }
      verify(Set(data.replacements).isSubset(of: result.replacements), note)
      for use in data.uses {
        verify(result.uses.contains { $0.uri == use.uri && $0.source == use.source && $0.count >= use.count }, note)
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

  @Test("of searches with one name, one keeps it, and the others have names that tell, in any order")
  func searches() throws {
    let (a, b) = (try SavedSearch("Halls", predicate: "name == b"), try SavedSearch("halls", predicate: "name == a"))
    let store = SmallStore()
    let opened = try store.open()
    try verify(opened.merge(UserData(searches: [a]), replacing: false), equals: 1)
    var moved: [SavedSearch] = []
    try verify(opened.merge(UserData(searches: [b]), replacing: false) { moved = $0 }, equals: 1)
    verify(moved, equals: [try SavedSearch(a.otherName, predicate: a.predicate)])
    try verify(store.data().searches, equals: [b] + moved)
    verify(a.otherName.hasPrefix("Halls (other ") && a.otherName.hasSuffix(")"))
    try verify(opened.merge(UserData(searches: [a]), replacing: false) { moved = $0 }, equals: 0)
    verify(moved.isEmpty)
    try verify(opened.undo(nil) != nil && store.data().searches == [a])
    try verify(opened.merge(UserData(searches: [b]), replacing: true) == 1 && store.data().searches == [b])
    // Three that share the other name, too.
    var byName: [String: [SavedSearch]] = [:]
    var number = 0
    while byName.values.allSatisfy({ $0.count < 3 }) {
      let search = try SavedSearch("s", predicate: "name == '\(number)'")
      byName[search.otherName, default: []].append(search)
      number += 1
    }
    let shared = try demand(byName.values.first { $0.count == 3 })
    let first = try SavedSearch("s", predicate: "effect")
    let orders = [[0, 1, 2], [2, 1, 0], [1, 2, 0]].map { order in
      order.map { UserData(searches: [shared[$0]]) } + [UserData(searches: [first])]
    }
    let results = try (orders + orders.map { $0.reversed() }).map { try Self.content($0).searches }
    verify(Set(results).count, equals: 1)
    verify(Set(results[0].map(\.predicate)), equals: Set((shared + [first]).map(\.predicate)))
  }

  @Test("labels reach what has taken over, over several steps, whichever export or pair of a scan says so first")
  func successions() throws {
    let labels = UserData(facts: [UserFact(try UserLabel(.tag, "warm"), uri: "urn:a")])
    let pairs = [Replacement(old: "urn:a", new: "urn:b"), Replacement(old: "urn:b", new: "urn:c")]
    let (first, second) = (UserData(replacements: [pairs[0]]), UserData(replacements: [pairs[1]]))
    let everywhere = ["urn:a", "urn:b", "urn:c"]
    for imports in [[labels, first, second], [first, second, labels], [second, labels, first]] {
      try verify(Self.content(imports).facts.compactMap(\.uri), equals: everywhere)
    }
    let taken = UserData(facts: labels.facts, replacements: pairs)
    try verify(Self.content([taken, taken]).facts, equals: labels.facts, "what was taken away does not come back")
    for pairs in [pairs, pairs.reversed()] {
      let store = SmallStore()
      let opened = try store.open()
      try opened.apply([.add(.favorite, to: "urn:a")])
      try verify(opened.succeed(pairs) == 2 && store.data().facts.compactMap(\.uri) == everywhere)
      try verify(opened.succeed(pairs), equals: 0)
    }
  }
}
