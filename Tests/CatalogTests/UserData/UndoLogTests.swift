import ComponentModel
import Foundation
import SQLite
import TestSupport
import Testing

@testable import UserDataStore

/// The log of changes that can be taken back: its bound, its safety, and that it gives back exactly what was.
struct UndoLogTests {
  @Test("random changes are taken back one by one, to what was before each")
  func law() throws { try checkLaw(cases: 1) }

  @Test("the same of more", .part(.laws)) func fullLaw() throws { try checkLaw(cases: 12) }

  private func checkLaw(cases: Int) throws {
    var random = SeededGenerator(environment: ProcessInfo.processInfo.environment, purpose: "undone changes")
    let store = SmallStore()
    let opened = try store.open()
    for _ in 0..<SeededGenerator.cases(cases) {
      var states: [(number: Int?, data: UserData)] = []
      for _ in 0..<12 {
        let before = try entered(store)
        let last = try store.changes().first?.number
        if Int.random(in: 0..<8, using: &random) == 0 {
          _ = try opened.merge(try Self.data(&random), replacing: .random(using: &random))
        } else {
          try opened.apply(try (0..<Int.random(in: 1...3, using: &random)).map { _ in try Self.change(&random) })
        }
        let number = try store.changes().first?.number
        if number != last { states.append((number, before)) } else { try verify(entered(store), equals: before) }
      }
      for state in states.reversed() {
        try verify(opened.undo(nil)?.number, equals: state.number)
        try verify(entered(store), equals: state.data, "seed \(random.seed)")
      }
    }
  }

  /// Everything but use counts, which are not taken back.
  private func entered(_ store: SmallStore) throws -> UserData {
    var data = try store.data()
    data.uses = []
    return data
  }

  private static func change(_ random: inout SeededGenerator) throws -> UserChange {
    func one<Value>(_ values: [Value], _ random: inout SeededGenerator) -> Value {
      values[Int.random(in: 0..<values.count, using: &random)]
    }
    let uri = one(["urn:a", "urn:b", "urn:c"], &random)
    let kind = one([UserLabel.Kind.tag, .tag, .collection, .favorite, .hidden], &random)
    let names = ["Warm", "warm", "WIDE", "wide", "new"]
    let label = try UserLabel(kind, one(names, &random))
    switch Int.random(in: 0..<8, using: &random) {
    case 0, 1: return .add(label, to: uri)
    case 2: return .remove(label, from: uri)
    case 3:
      let tags = try (0..<Int.random(in: 0..<3, using: &random)).map { try UserLabel(.tag, names[$0 * 2]) }
      return .setTags(tags, of: uri)
    case 4:
      let named = kind.isNamed ? kind : .tag
      return .rename(try UserLabel(named, one(names, &random)), to: try UserLabel(named, one(names, &random)))
    case 5: return kind == .collection ? .create(label) : .use(of: uri)
    case 6: return .delete(label)
    default:
      let name = one(["x", "X", "y"], &random)
      guard Bool.random(using: &random) else { return .deleteSearch(name) }
      return .save(try SavedSearch(name, predicate: one(["name == a", "name == b"], &random)))
    }
  }

  private static func data(_ random: inout SeededGenerator) throws -> UserData {
    let facts = try (0..<3).map { _ in
      let tag = try UserLabel(.tag, Bool.random(using: &random) ? "Warm" : "wide")
      return UserFact(tag, uri: "urn:\(Int.random(in: 0..<4, using: &random))")
    }
    return UserData(
      facts: facts + [UserFact(try UserLabel(.collection, "empty"), uri: nil)],
      replacements: [Replacement(old: "urn:a", new: "urn:d")],
      searches: [try SavedSearch("x", predicate: "name == c")],
      uses: [UseCount(uri: "urn:a", source: "ardour", count: 3, lastUsed: nil)].compactMap(\.self))
  }

  @Test("a tag that one change respells and then merges into another, or deletes and makes again, comes back as it was")
  func respelled() throws {
    func tag(_ name: String) throws -> UserLabel { try UserLabel(.tag, name) }
    for changes in [
      [.rename(try tag("wide"), to: try tag("wide")), .rename(try tag("WIDE"), to: try tag("warm"))],
      [
        .rename(try tag("wide"), to: try tag("wide")), .delete(try tag("wide")),
        .add(try tag("WIDE"), to: "urn:a"),
      ],
    ] as [[UserChange]] {
      let store = SmallStore()
      try store.add("WIDE", "warm", to: "urn:b")
      let before = try store.data()
      try store.open().apply(changes)
      try verify(store.open().undo(nil) != nil && store.data() == before)
    }
  }

  @Test("a change is undone completely or not at all, and not from under a later one, though its result is there again")
  func refused() throws {
    let store = SmallStore()
    let opened = try store.open()
    let hidden = UserLabel.hidden
    try opened.apply([.add(hidden, to: "urn:a")])
    try opened.apply([.remove(hidden, from: "urn:a")])
    try opened.apply([.add(hidden, to: "urn:b"), .add(hidden, to: "urn:a")])
    let numbers = try store.changes().map(\.number)
    verify(throws: UndoError.self) { try opened.undo(numbers[2]) }
    for number in numbers { try verify(opened.undo(nil)?.number, equals: number) }
    try verify(store.data().facts.isEmpty)
    for count in [3, 10] {
      let use = try demand(UseCount(uri: "urn:a", source: "ardour", count: count, lastUsed: nil))
      _ = try opened.merge(UserData(uses: [use]), replacing: false)
    }
    try verify(opened.undo(nil) != nil && store.data().uses.map(\.count) == [3])
    try verify(opened.undo(nil) != nil && store.data().uses.isEmpty)
    // An entry of which a part can't be read.
    try opened.apply([.add(.favorite, to: "urn:a"), .add(hidden, to: "urn:a")])
    try store.edit("UPDATE undo_step SET changes = replace(changes, 'hidden', 'xidden')")
    verify(throws: UndoError.self) { try store.open().undo(nil) }
    try verify(store.data().facts.count, equals: 2)
  }

  @Test("a hundred changes are kept; a use, a scan's succession and what changes nothing are none")
  func bound() throws {
    let store = SmallStore()
    let opened = try store.open()
    for number in 0..<105 { try opened.apply([.add(try UserLabel(.tag, "t\(number)"), to: "urn:a")]) }
    try opened.apply([.use(of: "urn:a")])
    try opened.apply([.add(try UserLabel(.tag, "T3"), to: "urn:a"), .remove(.hidden, from: "urn:a")])
    try verify(opened.succeed([Replacement(old: "urn:a", new: "urn:b")]), equals: 105)
    let changes = try store.changes()
    verify(changes.map(\.number), equals: Array((6...105).reversed()))
    verify(changes.allSatisfy { $0.uris == ["urn:a"] && $0.isReversible && !$0.program.isEmpty })
    verify(changes.first?.title, equals: "tag `t104` added to urn:a")
  }

  @Test("the log has a bound; a change that is too large for it is made, and is not taken back")
  func size() throws {
    let store = SmallStore()
    let opened = try store.open()
    func enter(_ count: Int, _ tag: String, length: Int) throws {
      let tag = try UserLabel(.tag, tag)
      let facts = (0..<count).map { UserFact(tag, uri: "urn:\($0):" + String(repeating: "x", count: length)) }
      try verify(opened.merge(UserData(facts: facts), replacing: false), equals: count)
    }
    try enter(150, "large", length: 4_000)
    try verify(store.changes().map(\.isReversible), equals: [false])
    verify(throws: UndoError.self) { try opened.undo(nil) }
    try opened.apply([.add(.favorite, to: "urn:a")])
    try verify(opened.undo(nil)?.title, equals: "urn:a marked as a favourite")
    try verify(store.data().facts.count, equals: 150)
    for number in 0..<30 { try enter(50, "t\(number)", length: 1_000) }
    let size = try Connection(store.path, for: .reading).number("SELECT sum(length(changes)) FROM undo_step") ?? 0
    try verify(store.changes().count > 10 && size < 1 << 20)
  }

  @Test("a recovery keeps it, and a wrong count of SQLite's costs no change")
  func damage() throws {
    let store = try SmallStore.filled()
    let first = try store.data()
    try store.open().apply([.add(.favorite, to: "urn:z")])
    let (before, logged) = (try store.data(), try store.changes())
    try store.edit("UPDATE label SET name = 'another' WHERE id = 1")
    try store.recover()
    store.verifyNote("was damaged")
    try verify(store.data() == before && store.changes() == logged)
    try verify(store.open().undo(nil)?.number, equals: 2)
    try verify(store.data(), equals: first)
    for count in ["0", "-7", "9223372036854775807", "'x'", "NULL"] {
      let store = try SmallStore.filled()
      try store.edit("UPDATE sqlite_sequence SET seq = \(count) WHERE name = 'undo_step'")
      try store.open().apply([.add(.favorite, to: "urn:z")])
      try verify(store.changes().map(\.number), equals: [2, 1], "\(count)")
    }
  }
}
