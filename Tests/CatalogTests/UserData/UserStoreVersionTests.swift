import ComponentModel
import SQLite
import TestSupport
import Testing

@testable import StoreFiles
@testable import UserDataStore

/// Stores that other builds have written: one of this schema is read with everything in it, one of another is refused.
struct UserStoreVersionTests {
  @Test("one that an earlier build has written has everything in it, and its changes can be undone")
  func written() throws {
    let store = SmallStore()
    let fixture = Repository.path("Tests/CatalogTests/UserData/Fixtures/user-62d387c3.sqlite")
    store.folder.write(Child.contents(fixture), to: "user.sqlite")
    let hall = "urn:test:hall"
    let before = try store.data()
    let facts = [
      UserFact(try UserLabel(.collection, "Empty"), uri: nil), UserFact(try UserLabel(.collection, "Live"), uri: hall),
      UserFact(.favorite, uri: hall), UserFact(.hidden, uri: hall),
      UserFact(try UserLabel(.tag, "Gone"), uri: "urn:test:gone"), UserFact(try UserLabel(.tag, "Röhre"), uri: hall),
    ]
    verify(before.facts, equals: facts)
    verify(before.replacements, equals: [Replacement(old: "urn:test:old", new: hall)])
    verify(before.searches, equals: [try SavedSearch("Halls", predicate: #"in "live" and tag == Reverb"#)])
    let uses = [
      UseCount(uri: "urn:test:gone", source: "aucat", count: 1, lastUsed: nil),
      UseCount(uri: hall, source: "ardour", count: 3, lastUsed: UTCTime("2026-01-01T00:00:00Z")),
    ]
    verify(before.uses, equals: uses.compactMap(\.self))
    verify(store.health.state, equals: .sound)
    let numbers = [10, 8, 7, 6, 5, 4, 3, 2, 1]
    try verify(store.changes().map(\.number), equals: numbers)
    try store.add("new", to: "urn:new")
    try verify(store.changes().map(\.number), equals: [11] + numbers)
    for _ in 0..<2 { _ = try store.open().undo(nil) }
    // The last change of the fixture was to remove this tag.
    try verify(store.data().facts, equals: facts + [UserFact(try UserLabel(.tag, "warm"), uri: hall)])
    verify(store.health.state == .sound && store.health.backups.map(\.problem) == [nil])
    verify(store.notes.all.isEmpty, "\(store.notes.all)")
  }

  @Test("one whose number alone is lower is damaged, and recovered")
  func mislabelled() throws {
    for number in [0, 1, 5] as [UInt8] {
      let store = try SmallStore.filled()
      store.write([0, 0, 0, number], at: 60)
      try verify(store.data() == store.content && store.notes.all.count == 1, "\(store.notes.all)")
      verify(Child.contents(store.path)[60..<64].map(Int.init), equals: [0, 0, 0, StoreKind.userStore.version])
    }
  }

  /// Checks that nothing opens the store or changes its bytes.
  private func expectRefusal(of store: SmallStore, _ code: StoreError.Code) {
    func names() -> [String] {
      store.folder.names(in: "").filter { !$0.hasSuffix("-shm") && !$0.hasSuffix("-wal") }
    }
    let (bytes, before) = (Child.contents(store.path), names())
    let attempts: [() throws -> Void] = [
      { _ = try store.data() }, { _ = try store.open() },
      { _ = try UserStore.forget(store.path, rules: SmallStore.rules) { store.notes.add($0) } },
    ]
    for attempt in attempts {
      let error = verify(throws: StoreError.self) { try attempt() }
      verify(error?.code, equals: code, "\(String(describing: error))")
    }
    // A recovery leaves it alone, too.
    try? store.recover()
    verify(Child.contents(store.path) == bytes && store.notes.all.isEmpty, "\(store.notes.all)")
    verify(names(), equals: before)
  }

  @Test("one of a newer schema is refused and keeps its bytes, whatever is in it")
  func newer() throws {
    for look in ["same", "emptied", "altered", "header", "damaged"] {
      let store = try SmallStore.filled()
      switch look {
      case "emptied": try store.edit("DROP VIEW labels; DROP TABLE labelled; DROP TABLE label; DROP TABLE store")
      case "altered": try store.edit("ALTER TABLE label RENAME TO mark; UPDATE use_count SET source = 'Ä B'")
      default: break
      }
      store.write([0, 0, 0, 99], at: 60)
      if look == "header" { store.write([9, 9, 8], at: 18) }
      if look == "damaged" { store.write(Array(repeating: 0x5A, count: 30_000), at: 4_096) }
      expectRefusal(of: store, .newer)
      if case .newer = store.health.state {} else { Issue.record("\(look): \(store.health.state)") }
    }
  }

  @Test("one with a lower number and other tables is refused; a writer whose store becomes newer writes nothing")
  func others() throws {
    let store = try SmallStore.filled()
    try store.edit("ALTER TABLE label RENAME TO mark; PRAGMA user_version = 3")
    expectRefusal(of: store, .foreign)
    let error = verify(throws: StoreError.self) { try store.open() }
    let message = "(its schema is 3, and this version supports only 6); set AUCAT_USER_STORE to another path"
    verify(error?.description.hasSuffix(message), equals: true)
    if case .foreign = store.health.state {} else { Issue.record("\(store.health.state)") }
    let other = try SmallStore.filled()
    let writer = try other.open()
    try other.edit("PRAGMA user_version = 99")
    let failure = verify(throws: StoreError.self) { try writer.apply([.add(.favorite, to: "urn:z")]) }
    verify(failure?.code == .newer && other.notes.all.isEmpty, "\(other.notes.all)")
    let count = try Connection(other.path, for: .reading).number("SELECT count(*) FROM labels WHERE uri = 'urn:z'")
    verify(count, equals: 0)
  }
}
