import ComponentModel
import Foundation
import SQLite
import TestSupport
import Testing

@testable import UserDataStore

/// The log of changes that can be taken back: its bound, its safety, and that it gives back exactly what was.
@Suite struct UndoLogTests {
  private let store = SmallStore()

  private func changes() throws -> [RecordedChange] {
    try UserStore.recordedChanges(store.path, rules: SmallStore.rules) { _ in }
  }

  /// Everything but use counts, which are not taken back.
  private func entered() throws -> UserData {
    var data = try store.data()
    data.uses = []
    return data
  }

  @Test("random changes are taken back one by one, to what was before each")
  func law() throws {
    var random = SeededGenerator(environment: ProcessInfo.processInfo.environment, purpose: "undone changes")
    let opened = try store.open()
    for _ in 0..<SeededGenerator.cases(12) {
      var states: [(number: Int?, data: UserData)] = []
      for _ in 0..<12 {
        let before = try entered()
        let last = try changes().first?.number
        if Int.random(in: 0..<8, using: &random) == 0 {
          _ = try opened.merge(try Self.data(&random), replacing: .random(using: &random))
        } else {
          let some = try (0..<Int.random(in: 1...3, using: &random)).map { _ in try Self.change(&random) }
          try opened.apply(some)
        }
        let number = try changes().first?.number
        if number != last { states.append((number, before)) } else { #expect(try entered() == before) }
      }
      for state in states.reversed() {
        #expect(try opened.undo(nil)?.number == state.number)
        #expect(try entered() == state.data, "seed \(random.seed)")
      }
    }
  }

  @Test("a tag that one change respells and then merges into another comes back as it was spelled")
  func respelledAndMerged() throws {
    let opened = try store.open()
    try opened.apply([.add(try UserLabel(.tag, "WIDE"), to: "urn:b"), .add(try UserLabel(.tag, "warm"), to: "urn:b")])
    let before = try entered()
    try opened.apply([
      .rename(try UserLabel(.tag, "wide"), to: try UserLabel(.tag, "wide")),
      .rename(try UserLabel(.tag, "WIDE"), to: try UserLabel(.tag, "warm")),
    ])
    #expect(try opened.undo(nil) != nil && entered() == before)
  }

  @Test("a tag that one change respells, deletes and spells as before comes back as it was spelled")
  func respelledAndDeleted() throws {
    let opened = try store.open()
    try opened.apply([.add(try UserLabel(.tag, "Warm"), to: "urn:b")])
    let before = try entered()
    try opened.apply([
      .rename(try UserLabel(.tag, "warm"), to: try UserLabel(.tag, "warm")),
      .delete(try UserLabel(.tag, "warm")), .add(try UserLabel(.tag, "Warm"), to: "urn:a"),
    ])
    #expect(try opened.undo(nil) != nil && entered() == before)
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
      return .setTags(
        try (0..<Int.random(in: 0..<3, using: &random)).map { try UserLabel(.tag, names[$0 * 2]) }, of: uri)
    case 4:
      let named = kind.isNamed ? kind : .tag
      return .rename(try UserLabel(named, one(names, &random)), to: try UserLabel(named, one(names, &random)))
    case 5: return kind == .collection ? .create(label) : .use(of: uri)
    case 6: return .delete(label)
    default:
      let name = one(["x", "X", "y"], &random)
      return Bool.random(using: &random)
        ? .save(try SavedSearch(name, predicate: one(["name == a", "name == b"], &random)))
        : .deleteSearch(name)
    }
  }

  private static func data(_ random: inout SeededGenerator) throws -> UserData {
    let facts = try (0..<3).map { _ in
      UserFact(
        try UserLabel(.tag, Bool.random(using: &random) ? "Warm" : "wide"),
        uri: "urn:\(Int.random(in: 0..<4, using: &random))")
    }
    return UserData(
      facts: facts + [UserFact(try UserLabel(.collection, "empty"), uri: nil)],
      replacements: [Replacement(old: "urn:a", new: "urn:d")],
      searches: [try SavedSearch("x", predicate: "name == c")],
      uses: [UseCount(uri: "urn:a", source: "ardour", count: 3, lastUsed: nil)].compactMap(\.self))
  }

  @Test("a change is not undone from under a later one, even if its result is there again")
  func changedBack() throws {
    let opened = try store.open()
    let hidden = UserLabel.hidden
    try opened.apply([.add(hidden, to: "urn:a")])
    try opened.apply([.remove(hidden, from: "urn:a")])
    try opened.apply([.add(hidden, to: "urn:b"), .add(hidden, to: "urn:a")])
    let numbers = try changes().map(\.number)
    #expect(throws: UndoError.self) { try opened.undo(numbers[2]) }
    for number in numbers { #expect(try opened.undo(nil)?.number == number) }
    #expect(try entered().facts.isEmpty)
  }

  @Test("a hundred changes are kept; a use, a scan's succession and what changes nothing are none")
  func bound() throws {
    let opened = try store.open()
    for number in 0..<105 { try opened.apply([.add(try UserLabel(.tag, "t\(number)"), to: "urn:a")]) }
    try opened.apply([.use(of: "urn:a")])
    try opened.apply([.add(try UserLabel(.tag, "T3"), to: "urn:a"), .remove(.hidden, from: "urn:a")])
    #expect(try opened.succeed([Replacement(old: "urn:a", new: "urn:b")]) == 105)
    let changes = try changes()
    #expect(changes.map(\.number) == Array((6...105).reversed()))
    #expect(changes.allSatisfy { $0.uris == ["urn:a"] && $0.isReversible && !$0.program.isEmpty })
    #expect(changes.first?.title == "tag `t104` added to urn:a")
  }

  @Test("a change that is too large is made, and is not taken back")
  func tooLarge() throws {
    let opened = try store.open()
    let facts = try (0..<1_200).map { number in
      UserFact(try UserLabel(.tag, "t"), uri: "urn:\(number):" + String(repeating: "x", count: 4_000))
    }
    #expect(try opened.merge(UserData(facts: facts), replacing: false) == 1_200)
    #expect(try changes().map(\.isReversible) == [false])
    #expect(throws: UndoError.self) { try opened.undo(nil) }
    try opened.apply([.add(.favorite, to: "urn:a")])
    #expect(try opened.undo(nil)?.title == "urn:a marked as a favourite")
    #expect(try store.data().facts.count == 1_200)
  }

  @Test("an import that raises a use count is undone, unless there are uses since")
  func uses() throws {
    let opened = try store.open()
    func use(_ count: Int) throws -> UserData {
      UserData(uses: [try #require(UseCount(uri: "urn:a", source: "ardour", count: count, lastUsed: nil))])
    }
    _ = try opened.merge(use(3), replacing: false)
    _ = try opened.merge(use(10), replacing: false)
    #expect(try opened.undo(nil) != nil && store.data().uses.map(\.count) == [3])
    #expect(try opened.undo(nil) != nil && store.data().uses.isEmpty)
  }

  @Test("an entry with something that can't be read is not undone in part")
  func undoneCompletely() throws {
    let opened = try store.open()
    try opened.apply([.add(.favorite, to: "urn:a"), .add(.hidden, to: "urn:a")])
    do {
      let connection = try Connection(store.path, for: .writing)
      try connection.run("UPDATE undo_step SET changes = replace(changes, 'hidden', 'xidden')", [])
    }
    #expect(throws: UndoError.self) { try store.open().undo(nil) }
    #expect(try store.data().facts.count == 2)
  }

  @Test("the log grows no larger than its bound")
  func size() throws {
    let opened = try store.open()
    for number in 0..<40 {
      let facts = try (0..<100).map {
        UserFact(try UserLabel(.tag, "t\(number)"), uri: "urn:\($0):" + String(repeating: "x", count: 500))
      }
      _ = try opened.merge(UserData(facts: facts), replacing: false)
    }
    let size = try Connection(store.path, for: .reading).number("SELECT sum(length(changes)) FROM undo_step") ?? 0
    #expect(try changes().count > 10 && size < 1 << 20)
  }

  @Test("a recovery keeps it, and its changes can be taken back")
  func recovery() throws {
    try store.fill()
    let first = try store.data()
    try store.open().apply([.add(.favorite, to: "urn:z")])
    let (before, logged) = (try store.data(), try changes())
    do {
      let connection = try Connection(store.path, for: .writing)
      try connection.run("UPDATE label SET name = 'another' WHERE id = 1", [])
    }
    let notes = Notes()
    try store.recover { notes.add($0) }
    #expect(notes.all.count == 1 && notes.all[0].contains("was damaged"), "\(notes.all)")
    #expect(try store.data() == before && changes() == logged)
    #expect(try store.open().undo(nil)?.number == 2)
    #expect(try store.data() == first)
  }

  @Test("a wrong count of SQLite's costs no change", arguments: ["0", "-7", "9223372036854775807", "'x'", "NULL"])
  func sequence(count: String) throws {
    try store.fill()
    do {
      let connection = try Connection(store.path, for: .writing)
      try connection.run("UPDATE sqlite_sequence SET seq = \(count) WHERE name = 'undo_step'", [])
    }
    try store.open().apply([.add(.favorite, to: "urn:z")])
    #expect(try changes().map(\.number) == [2, 1])
  }
}
