import ComponentModel
import Glibc
import SQLite
import TestSupport
import Testing

@testable import StoreFiles
@testable import UserDataStore

/// What is left of a store in damaged files comes back, wherever it is.
struct UserStoreRemainsTests {
  /// Changes a tag's name, which then doesn't match its key.
  private func change(_ name: String, of store: SmallStore, in file: String) throws {
    let connection = try Connection(store.folder(file), for: .writing)
    try connection.execute("UPDATE label SET name = 'x' || name WHERE name = '\(name)'")
    try demand(connection.changeCount == 1)
  }

  @Test("the newest backup counts even if one of its rows breaks a rule, and its log of changes is kept")
  func damagedBackup() throws {
    for (hasOlder, content) in [(true, nil), (false, ""), (true, "x")] as [(Bool, String?)] {
      let store = try SmallStore.filled()
      let older = store.backups[0]
      try store.add("hall", "plate", "spring")
      try store.backUp()
      let newest = try demand(store.backups.last)
      try demand(newest != older)
      try change("plate", of: store, in: "user.sqlite.backups/\(newest)")
      if !hasOlder { store.folder.remove("user.sqlite.backups/\(older)") }
      store.lose(content)
      try verify(store.tags(), equals: ["Röhre", "warm", "hall", "spring"])
      store.verifyNote("read from damaged files beside it")
      verify(store.health.state, equals: .sound)
      try verify(store.changes().count, equals: 4)
    }
  }

  @Test("a store that was set aside is restored where no backup is, and stays")
  func setAside() throws {
    for content in [nil, "", "x"] as [String?] {
      let store = try SmallStore.filled()
      let aside = store.path + ".damaged-1795410000"
      rename(store.path, aside)
      store.folder.write("a part", to: "user.sqlite.restoring")
      store.folder.remove("user.sqlite.backups")
      store.lose(content)
      try verify(store.data(), equals: store.content)
      store.verifyNote()
      verify(!store.folder.names(in: "").contains("user.sqlite.restoring") && Child.contents(aside).count > 4_096)
    }
  }

  @Test("what a recovery has saved survives the next damage on the same day")
  func twice() throws {
    let store = try SmallStore.filled()
    try store.add("plate")
    try store.damage("saved_search")
    try verify(store.tags(), equals: ["Röhre", "warm", "plate"])
    store.write(Array(repeating: 0x5A, count: 200_000), at: 0)
    try verify(store.tags(), equals: ["Röhre", "warm", "plate"])
    verify(store.notes.all.count, equals: 2, "\(store.notes.all)")
  }

  @Test("what was left of a store before a fresh start does not come back")
  func forgotten() throws {
    for isLost in [true, false] {
      let store = try SmallStore.filled()
      let forgotten = try UserStore.forget(store.path, rules: SmallStore.rules) { store.notes.add($0) }
      rename(try demand(forgotten).path, store.path + ".damaged-1795410000")
      if isLost {
        store.lose("x")
        try verify(store.data(), equals: UserData())
      } else {
        // Only the store itself tells where it began.
        try store.add("fresh", "plate")
        for name in store.backups { store.folder.remove("user.sqlite.backups/\(name)") }
        for ending in ["-wal", "-shm"] { unlink(store.path + ending) }
        try change("plate", of: store, in: "user.sqlite")
        try store.recover()
        try verify(store.tags(), equals: ["fresh"])
      }
    }
  }

  @Test("a revision that lies brings back nothing older")
  func lyingRevision() throws {
    let store = try SmallStore.filled()
    let old = "user.sqlite.backups/" + store.backups[0]
    let bytes = Child.contents(store.folder(old))
    try store.open().apply([.delete(try UserLabel(.tag, "warm"))])
    try store.backUp()
    store.folder.write(bytes, to: old)
    try store.edit("UPDATE store SET revision = 9999", in: old)
    store.lose()
    try verify(store.tags(), equals: ["Röhre"])
  }

  @Test("a file that is no whole store is no backup")
  func noBackup() throws {
    for kind in ["empty", "junk", "part", "pipe"] {
      let store = try SmallStore.filled()
      let good = "user.sqlite.backups/" + store.backups[0]
      let part = Array(Child.contents(store.folder(good)).dropLast(4_096))
      store.folder.remove(good)
      let name = "user.sqlite.backups/20261122T000001Z-r000000999.sqlite"
      switch kind {
      case "part": store.folder.write(part, to: name)
      case "pipe": mkfifo(store.folder(name), 0o600)
      default: store.folder.write(kind == "junk" ? kind : "", to: name)
      }
      verify(store.health.backups.map(\.problem) != [nil], "\(kind)")
      try store.add("plate")
      verify(store.backups.count, equals: 2, "today's backup is made")
      store.lose()
      try verify(store.tags(), equals: ["Röhre", "warm", "plate"])
      verify(store.notes.all.count == 1 && !store.notes.all[0].contains("r000000999"), "\(store.notes.all)")
    }
  }

  @Test("neither a pipe in the store's place nor a status that can't be had is a missing store")
  func unreadable() throws {
    let store = try SmallStore.filled()
    store.lose()
    mkfifo(store.path, 0o600)
    let error = verify(throws: StoreError.self) { try store.data() }
    verify(error?.code == .unreadable && error?.detail == "it is not a regular file")
    if case .unreadable = store.health.state {} else { Issue.record("it is called sound") }
    let long = store.folder(String(repeating: "x", count: 300))
    let other = verify(throws: StoreError.self) { try UserStore.data(long, rules: SmallStore.rules) { _ in } }
    verify(other?.code == .unreadable && other?.store == .userStore)
  }
}
