import ComponentModel
import Glibc
import SQLite
import TestSupport
import Testing

@testable import StoreFiles
@testable import UserDataStore

/// Backups are ordered by what they hold, and good ones stay.
@Suite struct UserStoreBackupTests {
  private let store = SmallStore()
  private let notes = Notes()
  private var names: [String] {
    store.folder.names(in: "user.sqlite.backups").filter { $0.hasSuffix(".sqlite") }.sorted()
  }

  private func age(_ name: String, seconds: Int) {
    var times = [timeval(tv_sec: time(nil) - seconds, tv_usec: 0), timeval(tv_sec: time(nil) - seconds, tv_usec: 0)]
    utimes(store.folder("user.sqlite.backups/\(name)"), &times)
  }

  private func change(_ number: Int) throws {
    try store.open { notes.add($0) }.apply([.add(try UserLabel(.tag, "day \(number)"), to: "urn:\(number)")])
  }

  private func damage() { store.write(Array(repeating: 0x5A, count: 100), at: 0) }

  @Test("one dated in the future makes no more than one backup a day, and is not preferred")
  func future() throws {
    try store.fill()
    rename(
      store.folder("user.sqlite.backups/\(names[0])"),
      store.folder("user.sqlite.backups/20991231T000000Z-r000000001.sqlite"))
    age(names[0], seconds: -2_000_000_000)
    for number in 0..<15 { try change(number) }
    #expect(names.count == 2, "\(names)")
    for name in names where name.hasPrefix("202") { age(name, seconds: 90_000) }
    try change(99)
    #expect(names.count == 3, "\(names)")
    let before = try store.data()
    damage()
    #expect(try store.data { notes.add($0) } == before)
    #expect(notes.all.count == 1 && !notes.all[0].contains("2099"), "\(notes.all)")
  }

  @Test("those that are bad or empty push no good one out")
  func bad() throws {
    try store.fill()
    let good = names[0]
    let bytes = Child.contents(store.folder("user.sqlite.backups/\(good)"))
    for number in 10..<30 {
      store.folder.write("no database", to: "user.sqlite.backups/2099\(number)01T000000Z-r000000999.sqlite")
    }
    for name in names { age(name, seconds: 90_000) }
    try store.open { notes.add($0) }.apply([.delete(try UserLabel(.tag, "warm"))])
    #expect(Child.contents(store.folder("user.sqlite.backups/\(good)")) == bytes)
    // Days without anything in the store.
    let writer = try store.open { notes.add($0) }
    _ = try writer.merge(UserData(), replacing: true)
    for number in 0..<15 {
      for name in names { age(name, seconds: 90_000) }
      try writer.apply([.add(.favorite, to: "urn:\(number)"), .remove(.favorite, from: "urn:\(number)")])
    }
    #expect(Child.contents(store.folder("user.sqlite.backups/\(good)")) == bytes)
    #expect(notes.all.isEmpty, "\(notes.all)")
  }

  @Test("one is made after every hundred changes, and whether one is due costs no more than a look at their names")
  func everyHundredChanges() throws {
    try store.fill()
    let writer = try store.open { notes.add($0) }
    for number in 0..<205 { try writer.apply([.add(try UserLabel(.tag, "\(number % 7)"), to: "urn:\(number)")]) }
    let backups = try UserStoreBackup(store.path, SmallStore.rules).examined()
    #expect(backups.map(\.revision) == [201, 101, 1] && backups.allSatisfy { $0.problem == nil }, "\(names)")
    #expect(notes.all.isEmpty, "\(notes.all)")
  }

  @Test(
    "one is no good if it breaks a rule, or a key or a label is missing",
    arguments: [
      "UPDATE label SET name = 'worm' WHERE name = 'warm'", "UPDATE saved_search SET key = 'hall'",
      "UPDATE labelled SET uri = CAST(x'75726EFF' AS TEXT) WHERE uri = 'urn:b'",
      "PRAGMA foreign_keys = OFF; DELETE FROM label WHERE name = 'warm'", "DROP INDEX labelled_by_uri",
      "UPDATE store SET revision = 900",
    ])
  func rules(sql: String) throws {
    try store.fill()
    let backup = store.folder("user.sqlite.backups/\(names[0])")
    #expect(UserStoreBackup.Copy(backup, SmallStore.rules).problem == nil)
    try Connection(backup, for: .writing).execute(sql)
    #expect(UserStoreBackup.Copy(backup, SmallStore.rules).problem != nil)
    // A store like that is recovered instead of backed up.
    guard !sql.contains("revision") else { return }
    let before = try store.data()
    let old = store.folder.names(in: "user.sqlite.backups")
    for name in old { store.folder.remove("user.sqlite.backups/\(name)") }
    try store.open().backUpNow()
    try store.edit(sql)
    #expect(throws: StoreError.self) { try store.open().backUpNow() }
    try store.recover { notes.add($0) }
    #expect(try Set(before.facts).isSubset(of: store.data().facts))
    #expect(notes.all.count == 1 && store.health.state == .sound, "\(notes.all)")
  }

  @Test("a store that is damaged is not backed up, but recovered")
  func damagedIsNotBackedUp() throws {
    try store.fill()
    let before = try store.data()
    for name in names { age(name, seconds: 90_000) }
    let writer = try store.open { notes.add($0) }
    // An index that lacks an entry: only a complete check finds that.
    let root = try Connection(store.path, for: .reading).number(
      "SELECT rootpage FROM sqlite_schema WHERE name = 'labelled_by_uri'")
    try writer.apply([.add(.favorite, to: "urn:b"), .remove(.favorite, from: "urn:b")])
    _ = try Connection(store.path, for: .writing).number("PRAGMA wal_checkpoint(TRUNCATE)")
    for name in names { age(name, seconds: 90_000) }
    let file = open(store.path, O_WRONLY)
    let empty: [UInt8] = [10, 0, 0, 0, 0, 16, 0, 0]
    #expect(pwrite(file, empty, 8, (Int(try #require(root)) - 1) * 4_096) == 8)
    close(file)
    try store.open { notes.add($0) }.apply([.add(try UserLabel(.tag, "last"), to: "urn:a")])
    #expect(try UserStoreBackup(store.path, SmallStore.rules).examined().allSatisfy { $0.problem == nil })
    #expect(notes.all.count == 1, "\(notes.all)")
    #expect(try Set(before.facts).isSubset(of: store.data().facts))
    #expect(try store.data().facts.contains { $0.label.name == "last" })
  }

  @Test("a store that is begun anew keeps the former one, and backups of it don't come back")
  func forgotten() throws {
    #expect(try UserStore.forget(store.path, rules: SmallStore.rules) { _ in } == nil)
    try store.fill()
    let before = try store.data()
    let forgotten = try #require(try UserStore.forget(store.path, rules: SmallStore.rules) { notes.add($0) })
    #expect(forgotten.content.tags == 2 && forgotten.path.hasPrefix(store.path + ".forgotten-"))
    #expect(try store.data() == UserData() && notes.all.isEmpty)
    #expect(try UserStore.data(forgotten.path, rules: SmallStore.rules) { _ in } == before)
    let health = store.health
    #expect(health.state == .sound && health.setAside == [forgotten.path] && health.leftovers.isEmpty)
    // Damaged, and then lost.
    damage()
    #expect(try store.data { notes.add($0) } == UserData() && notes.all.count == 1)
    for ending in ["", "-wal", "-shm"] { unlink(store.path + ending) }
    #expect(try store.data { notes.add($0) } == UserData() && notes.all.count == 2)
  }
}

/// What is known of a user store and what lies beside it, without a change.
@Suite struct UserStoreHealthTests {
  private let store = SmallStore()

  @Test("a store that is sound, with its backup")
  func sound() throws {
    #expect(store.health == UserStoreHealth(path: store.path, state: .absent))
    try store.fill()
    let health = store.health
    #expect(health.state == .sound && health.setAside.isEmpty && health.leftovers.isEmpty)
    let content = try #require(health.content)
    #expect((content.tags, content.memberships, content.favorites, content.hidden) == (2, 1, 1, 1))
    #expect((content.collections, content.searches, content.uses) == (1, 1, 1))
    #expect(content.revision > 0 && content.schema == StoreKind.userStore.version)
    #expect(health.backups.count == 1 && health.backups.allSatisfy { $0.problem == nil && $0.content != nil })
  }

  @Test("damage of the store or a backup, and what lies beside it")
  func damaged() throws {
    try store.fill()
    // The last one is nobody's: a name that only begins like one of ours.
    let names = [
      "user.sqlite.damaged-1", "user.sqlite.restoring", "user.sqlite.backups/unfinished", "user.sqlite.restoring-x",
    ]
    for name in names {
      store.folder.write("x", to: name)
    }
    store.folder.write("no database", to: "user.sqlite.backups/20991231T000000Z-r000000999.sqlite")
    store.write(Array(repeating: 0x5A, count: 4_096), at: 4_096)
    let bytes = Child.contents(store.path)
    let health = store.health
    guard case .damaged = health.state else { return #expect(Bool(false), "\(health.state)") }
    #expect(health.backups.map { $0.problem == nil } == [true, false])
    #expect(health.setAside == [store.path + ".damaged-1"])
    #expect(Set(health.leftovers) == [store.path + ".restoring", store.path + ".backups/unfinished"])
    #expect(Child.contents(store.path) == bytes, "nothing is written")
  }
}
