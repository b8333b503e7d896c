import ComponentModel
import Glibc
import SQLite
import TestSupport
import Testing

@testable import StoreFiles
@testable import UserDataStore

/// Backups are ordered by what they hold, and good ones stay.
struct UserStoreBackupTests {
  private func age(_ store: SmallStore, seconds: Int = 90_000, where isMeant: (String) -> Bool = { _ in true }) {
    for name in store.backups where isMeant(name) {
      let time = timeval(tv_sec: time(nil) - seconds, tv_usec: 0)
      utimes(store.folder("user.sqlite.backups/\(name)"), [time, time])
    }
  }

  @Test("one dated in the future makes no more than one backup a day, and is not preferred")
  func future() throws {
    let store = try SmallStore.filled()
    rename(
      store.folder("user.sqlite.backups/\(store.backups[0])"),
      store.folder("user.sqlite.backups/20991231T000000Z-r000000001.sqlite"))
    age(store, seconds: -2_000_000_000)
    try store.add("1", "2", "3")
    verify(store.backups.count, equals: 2, "\(store.backups)")
    age(store) { $0.hasPrefix("202") }
    try store.add("99")
    verify(store.backups.count, equals: 3, "\(store.backups)")
    let before = try store.data()
    store.write(Array(repeating: 0x5A, count: 100), at: 0)
    try verify(store.data(), equals: before)
    verify(store.notes.all.count == 1 && !store.notes.all[0].contains("2099"), "\(store.notes.all)")
  }

  @Test("those that are bad or empty push no good one out")
  func bad() throws {
    let store = try SmallStore.filled()
    let good = store.folder("user.sqlite.backups/\(store.backups[0])")
    let bytes = Child.contents(good)
    for number in 10..<22 {
      store.folder.write("no database", to: "user.sqlite.backups/2099\(number)01T000000Z-r000000999.sqlite")
    }
    age(store)
    try store.open().apply([.delete(try UserLabel(.tag, "warm"))])
    verify(Child.contents(good), equals: bytes)
    // Days without anything in the store.
    let writer = try store.open()
    _ = try writer.merge(UserData(), replacing: true)
    for number in 0..<12 {
      age(store)
      try writer.apply([.add(.favorite, to: "urn:\(number)"), .remove(.favorite, from: "urn:\(number)")])
    }
    verify(Child.contents(good), equals: bytes)
    verify(store.notes.all.isEmpty, "\(store.notes.all)")
  }

  @Test("one is made after every hundred changes")
  func everyHundredChanges() throws {
    let store = try SmallStore.filled()
    let writer = try store.open()
    for number in 0..<105 { try writer.apply([.add(try UserLabel(.tag, "\(number % 7)"), to: "urn:\(number)")]) }
    let backups = try UserStoreBackup(store.path, SmallStore.rules).examined()
    verify(backups.map(\.revision) == [101, 1] && backups.allSatisfy { $0.problem == nil }, "\(store.backups)")
    verify(store.notes.all.isEmpty, "\(store.notes.all)")
  }

  @Test("one is no good if it breaks a rule, or a key or a label is missing; a store like that is recovered instead")
  func rules() throws {
    for (sql, isOfStore) in [
      ("UPDATE label SET name = 'worm' WHERE name = 'warm'", true), ("UPDATE saved_search SET key = 'hall'", true),
      ("UPDATE labelled SET uri = CAST(x'75726EFF' AS TEXT) WHERE uri = 'urn:b'", true),
      ("PRAGMA foreign_keys = OFF; DELETE FROM label WHERE name = 'warm'", true), ("DROP INDEX labelled_by_uri", true),
      ("UPDATE store SET revision = 900", false),
    ] {
      let store = try SmallStore.filled()
      let backup = "user.sqlite.backups/\(store.backups[0])"
      verify(UserStoreBackup.Copy(store.folder(backup), SmallStore.rules).problem == nil)
      try store.edit(sql, in: backup)
      verify(UserStoreBackup.Copy(store.folder(backup), SmallStore.rules).problem != nil, "\(sql)")
      guard isOfStore else { continue }
      store.folder.remove("user.sqlite.backups")
      try store.open().backUpNow()
      try store.edit(sql)
      verify(throws: StoreError.self) { try store.open().backUpNow() }
      let said = store.notes.all.count
      try store.recover()
      try verify(Set(store.content.facts).isSubset(of: store.data().facts), "\(sql)")
      verify(store.notes.all.count == said + 1 && store.health.state == .sound, "\(store.notes.all)")
    }
  }

  @Test("a store that is damaged is not backed up, but recovered")
  func damagedIsNotBackedUp() throws {
    let store = try SmallStore.filled()
    _ = try Connection(store.path, for: .writing).number("PRAGMA wal_checkpoint(TRUNCATE)")
    age(store)
    // An index that lacks an entry: only a complete check finds that.
    let root = try Connection(store.path, for: .reading).number(
      "SELECT rootpage FROM sqlite_schema WHERE name = 'labelled_by_uri'")
    let file = open(store.path, O_WRONLY)
    let empty: [UInt8] = [10, 0, 0, 0, 0, 16, 0, 0]
    verify(pwrite(file, empty, 8, (Int(try demand(root)) - 1) * 4_096), equals: 8)
    close(file)
    try store.add("last")
    try verify(UserStoreBackup(store.path, SmallStore.rules).examined().allSatisfy { $0.problem == nil })
    store.verifyNote()
    try verify(Set(store.content.facts).isSubset(of: store.data().facts) && store.tags().contains("last"))
  }

  @Test("whether there is a store, whether it or a backup is damaged, and what is beside it, is known without a change")
  func health() throws {
    let absent = SmallStore()
    verify(absent.health, equals: UserStoreHealth(path: absent.path, state: .absent))
    let store = try SmallStore.filled()
    let sound = store.health
    verify(sound.state == .sound && sound.setAside.isEmpty && sound.leftovers.isEmpty)
    let content = try demand(sound.content)
    verify((content.tags, content.memberships, content.favorites, content.hidden) == (2, 1, 1, 1))
    verify((content.collections, content.searches, content.uses) == (1, 1, 1))
    verify(content.revision > 0 && content.schema == StoreKind.userStore.version)
    verify(sound.backups.count == 1 && sound.backups.allSatisfy { $0.problem == nil && $0.content != nil })
    // The last one is nobody's: a name that only begins like one of ours.
    for name in [".damaged-1", ".restoring", ".backups/unfinished", ".restoring-x"] {
      store.folder.write("x", to: "user.sqlite" + name)
    }
    store.folder.write("no database", to: "user.sqlite.backups/20991231T000000Z-r000000999.sqlite")
    store.write(Array(repeating: 0x5A, count: 4_096), at: 4_096)
    let bytes = Child.contents(store.path)
    let health = store.health
    guard case .damaged = health.state else { return verify(false, "\(health.state)") }
    verify(health.backups.map { $0.problem == nil }, equals: [true, false])
    verify(health.setAside, equals: [store.path + ".damaged-1"])
    verify(Set(health.leftovers), equals: [store.path + ".restoring", store.path + ".backups/unfinished"])
    verify(Child.contents(store.path), equals: bytes, "nothing is written")
  }
}
