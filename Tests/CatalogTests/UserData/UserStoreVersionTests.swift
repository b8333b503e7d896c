import ComponentModel
import Foundation
import SQLite
import TestSupport
import Testing

@testable import StoreFiles
@testable import UserDataStore

/// Stores that other versions have written: older ones are migrated with all that is in them, newer ones refused.
@Suite struct UserStoreVersionTests {
  private let store = SmallStore()
  private let notes = Notes()
  private let rules = SmallStore.rules

  /// What each version added to the rows of the one before; checksums are as those versions wrote them, as numbers.
  private static let rows = [
    """
    INSERT INTO label (id, kind, name, key) VALUES (1, 'tag', 'Röhre', 'röhre'), (2, 'collection', 'Live', 'live'),
      (3, 'favorite', '', ''), (4, 'collection', 'Empty', 'empty');
    INSERT INTO labelled (label, uri) VALUES (1, 'urn:a'), (1, 'urn:gone'), (2, 'urn:a'), (3, 'urn:a');
    INSERT INTO succession (old_uri, new_uri) VALUES ('urn:old', 'urn:a');
    UPDATE store SET revision = 7;
    """, "INSERT INTO saved_search (name, key, predicate, digest) VALUES ('Halls', 'halls', 'in live', -9155);",
    "INSERT INTO use_count (uri, source, count, last_used) VALUES ('urn:a', 'ardour', 3, '2026-01-01T00:00:00Z');",
    """
    UPDATE label SET checksum = 90 + id; UPDATE labelled SET checksum = 17; UPDATE saved_search SET checksum = 5;
    INSERT INTO tally VALUES ('label', 4, 370), ('labelled', 4, 68);
    """,
  ]

  /// Makes a store of a version from 1 to 4.
  private func make(_ version: Int) throws {
    let connection = try Connection(store.path, for: .writing)
    try connection.execute("PRAGMA journal_mode = WAL")
    for number in 1...version {
      let sql = try String(contentsOfFile: Repository.path("schema/user-00\(number).sql"), encoding: .utf8)
      try connection.execute(sql + Self.rows[number - 1])
    }
    try connection.execute("PRAGMA user_version = \(version)")
  }

  private func schema(_ path: String) -> Int { Child.contents(path)[60..<64].reduce(0) { $0 << 8 | Int($1) } }

  private var backups: [String] {
    store.folder.names(in: "user.sqlite.backups").filter { $0.hasSuffix(".sqlite") }.sorted()
  }

  /// Changes the store, which migrates it, and checks what was there before.
  private func migrate(from version: Int) throws {
    let before = try store.data { notes.add($0) }
    #expect(schema(store.path) == version && backups.isEmpty, "reading changes nothing")
    try store.open { notes.add($0) }.apply([.add(try UserLabel(.tag, "new"), to: "urn:new")])
    #expect(schema(store.path) == StoreKind.userStore.version)
    var after = try store.data()
    after.facts.removeAll { $0.uri == "urn:new" }
    #expect(after == before && notes.all.isEmpty, "\(notes.all)")
    #expect(store.health.state == .sound)
  }

  /// Checks that the backup is of the version before, good, and can be restored.
  private func restore(version: Int) throws {
    let backup = store.folder("user.sqlite.backups/\(try #require(backups.first))")
    #expect(schema(backup) == version && UserStoreBackup.Copy(backup, rules).problem == nil)
    let before = try UserStore.data(backup, rules: rules) { notes.add($0) }
    try store.damage("label")
    #expect(try Set(before.facts).isSubset(of: store.data { notes.add($0) }.facts) && notes.all.count == 1)
    #expect(!before.facts.isEmpty)
    #expect(schema(store.path) == StoreKind.userStore.version && store.health.state == .sound)
  }

  @Test("one of every older version is read as it is, backed up and migrated", arguments: 1...4)
  func older(version: Int) throws {
    try make(version)
    try migrate(from: version)
    try restore(version: version)
  }

  @Test("a file that version 5 has written is migrated, and its changes can be undone")
  func written() throws {
    store.folder.write(
      Child.contents(Repository.path("Tests/CatalogTests/UserData/Fixtures/user-5.sqlite")), to: "user.sqlite")
    let logged = try UserStore.recordedChanges(store.path, rules: rules) { notes.add($0) }
    #expect(logged.count == 4)
    #expect(
      try store.data().facts.contains(UserFact(try UserLabel(.tag, "Ünïcode"), uri: "http://lv2plug.in/plugins/eg-amp"))
    )
    try migrate(from: 5)
    let later = try UserStore.recordedChanges(store.path, rules: rules) { notes.add($0) }
    #expect(later.suffix(4) == logged[...] && later.count == 5 && later[0].number == logged[0].number + 1)
    for _ in 0..<2 { _ = try store.open().undo(nil) }
    #expect(try UserStore.recordedChanges(store.path, rules: rules) { notes.add($0) } == Array(logged.dropFirst()))
    try restore(version: 5)
  }

  @Test("one that claims an older version than it has is damaged, and not migrated", arguments: 0...5)
  func mislabelled(version: UInt8) throws {
    try store.fill()
    let before = try store.data()
    store.write([0, 0, 0, version], at: 60)
    #expect(try store.data { notes.add($0) } == before)
    #expect(notes.all.count == 1 && schema(store.path) == StoreKind.userStore.version, "\(notes.all)")
  }

  /// What a newer file may look like.
  enum Newer: String, CaseIterable {
    case same, emptied, altered, header, damaged
  }

  @Test("one of a newer version is refused and keeps its bytes, whatever is in it", arguments: Newer.allCases)
  func newer(look: Newer) throws {
    try store.fill()
    switch look {
    case .emptied: try store.edit("DROP VIEW labels; DROP TABLE labelled; DROP TABLE label; DROP TABLE store")
    case .altered: try store.edit("ALTER TABLE label RENAME TO mark; UPDATE use_count SET source = 'Ä B'")
    default: break
    }
    store.write([0, 0, 0, 99], at: 60)
    if look == .header { store.write([9, 9, 8], at: 18) }
    if look == .damaged { store.write(Array(repeating: 0x5A, count: 30_000), at: 4_096) }
    let (bytes, names) = (Child.contents(store.path), store.folder.names(in: ""))
    let attempts: [() throws -> Void] = [
      { _ = try store.data { notes.add($0) } }, { _ = try store.open { notes.add($0) } },
      { try store.recover { notes.add($0) } },
      { _ = try UserStore.forget(store.path, rules: rules) { notes.add($0) } },
    ]
    for attempt in attempts {
      let error = #expect(throws: StoreError.self) { try attempt() }
      #expect(error?.code == .newer, "\(String(describing: error))")
    }
    if case .newer = store.health.state {} else { Issue.record("\(store.health.state)") }
    #expect(Child.contents(store.path) == bytes && notes.all.isEmpty)
    #expect(store.folder.names(in: "").filter { !$0.hasSuffix("-shm") } == names.filter { !$0.hasSuffix("-shm") })
  }

  @Test("a writer whose store a newer program has migrated writes nothing to it")
  func migratedMeanwhile() throws {
    try store.fill()
    let writer = try store.open { notes.add($0) }
    try store.edit("PRAGMA user_version = 99")
    let error = #expect(throws: StoreError.self) { try writer.apply([.add(.favorite, to: "urn:z")]) }
    #expect(error?.code == .newer && notes.all.isEmpty, "\(notes.all)")
    #expect(try Connection(store.path, for: .reading).number("SELECT count(*) FROM labels WHERE uri = 'urn:z'") == 0)
  }
}
