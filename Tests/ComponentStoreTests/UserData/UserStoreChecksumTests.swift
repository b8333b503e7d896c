import ComponentModel
import ComponentQuery
import Glibc
import SQLite
import TestSupport
import Testing

@testable import ComponentStore

/// Damage of a row that SQLite's own checks can't see, and changes by other programs, which are none.
@Suite struct UserStoreChecksumTests {
  private let store = SmallStore()

  private func replace(_ text: String, by other: String) throws {
    let bytes = Child.contents(store.path)
    let (old, new) = (Array(text.utf8), Array(other.utf8))
    var changed = bytes
    for start in 0...bytes.count - old.count where bytes[start..<start + old.count].elementsEqual(old) {
      changed.replaceSubrange(start..<start + old.count, with: new)
    }
    try #require(changed != bytes, "\(text) is in the file")
    for ending in ["-wal", "-shm"] { unlink(store.path + ending) }
    store.folder.write(changed, to: "user.sqlite")
    #expect(try Connection(store.path, for: .reading).texts("PRAGMA integrity_check") == ["ok"], "SQLite sees nothing")
  }

  /// What another program does that knows nothing of checksums.
  private func edit(_ sql: String) throws { try Connection(store.path, for: .writing).execute(sql) }

  @Test(
    "a changed letter is damage, whoever reads it, and the backup has the right one",
    arguments: [("warm", "worm"), ("urn:b", "urn:c"), ("name contains a", "name contains b")],
    ["list", "search", "add"])
  func changedLetter(change: (String, String), reader: String) throws {
    try store.fill()
    let before = try store.data()
    try replace(change.0, by: change.1)
    guard case .damaged = UserStore.health(store.path).state else {
      Issue.record("\(UserStore.health(store.path).state)")
      return
    }
    let notices = Notes()
    switch reader {
    case "list": break
    case "search":
      let catalog = store.folder("catalog.sqlite")
      try SmallCatalog.write(to: catalog)
      let error = #expect(throws: StoreError.self) {
        let catalog = try #require(try Catalog.openForReading(catalog, userStore: store.path))
        _ = try catalog.search(try ComponentPredicate(parsing: "userTag == warm or in halls"), view: SmallCatalog.view)
      }
      #expect(error?.code == .damaged && error?.store == .userStore && error?.path == store.path)
    default:
      let writer = try store.open { notices.add($0) }
      try writer.apply([.add(try UserLabel(.tag, "warm"), to: "urn:b")])
    }
    #expect(try store.data { notices.add($0) } == before)
    #expect(notices.all.count == 1 && notices.all[0].contains("is kept as"), "\(notices.all)")
    #expect(UserStore.health(store.path).state == .sound)
  }

  @Test(
    "what a person writes with another program is taken, and verified from aucat's next change on",
    arguments: [
      "UPDATE label SET name = 'wärm' WHERE name = 'warm'", "UPDATE labelled SET uri = 'urn:c' WHERE uri = 'urn:b'",
      "INSERT INTO label (id, kind, name, key) VALUES (70, 'tag', 'new', 'new'); INSERT INTO labelled (label, uri) VALUES (70, 'urn:z')",
      "DELETE FROM labelled WHERE uri = 'urn:b'", "DELETE FROM label WHERE kind = 'tag'", "DELETE FROM saved_search",
      "INSERT OR REPLACE INTO saved_search (id, name, key, predicate, digest) VALUES (1, 'halls', 'halls', 'effect', 0)",
      "UPDATE OR REPLACE use_count SET count = 9", "UPDATE store SET revision = revision + 5", "VACUUM", "REINDEX",
      "INSERT OR REPLACE INTO labelled SELECT label, uri, checksum FROM labelled",
      "PRAGMA foreign_keys = OFF; UPDATE label SET id = id + 50",
      "UPDATE succession SET new_uri = 'urn:n'; DELETE FROM succession",
    ])
  func otherPrograms(sql: String) throws {
    try store.fill()
    try edit(sql)
    #expect(UserStore.health(store.path).state == .sound)
    let data = try store.data { Issue.record("\($0)") }
    let catalog = store.folder("catalog.sqlite")
    try SmallCatalog.write(to: catalog)
    let opened = try #require(try Catalog.openForReading(catalog, userStore: store.path))
    _ = try opened.search(.constant(true), view: SmallCatalog.view, everything: true)
    try store.open { Issue.record("\($0)") }.apply([.add(try UserLabel(.tag, "later"), to: "urn:later")])
    let health = UserStore.health(store.path)
    #expect(health.state == .sound && health.content?.unverified == 0)
    #expect(try Set(data.facts).isSubset(of: store.data().facts))
  }

  @Test("rows that are lost without a trace in the file's structure are noticed")
  func lostRows() throws {
    try store.fill()
    let before = try store.data()
    for table in ["labelled", "label", "saved_search", "use_count"] {
      let triggers = try Connection(store.path, for: .reading).texts(
        "SELECT sql FROM sqlite_schema WHERE type = 'trigger'")
      let names = try Connection(store.path, for: .reading).texts(
        "SELECT name FROM sqlite_schema WHERE type = 'trigger'")
      try edit(names.map { "DROP TRIGGER \($0);" }.joined())
      try edit("DELETE FROM \(table)")
      try edit(triggers.map { "\($0);" }.joined())
      guard case .damaged = UserStore.health(store.path).state else {
        Issue.record("\(table): \(UserStore.health(store.path).state)")
        continue
      }
      #expect(try store.data() == before, "\(table)")
    }
  }

  @Test("views and texts are as plain SQLite showed them before")
  func plain() throws {
    try store.fill()
    let connection = try Connection(store.path, for: .reading)
    #expect(try connection.texts("SELECT name FROM labels WHERE kind = 'tag' ORDER BY name") == ["Röhre", "warm"])
    #expect(try connection.texts("SELECT name FROM saved_searches") == ["halls"])
    #expect(try connection.number("SELECT count FROM uses") == 1)
  }
}
