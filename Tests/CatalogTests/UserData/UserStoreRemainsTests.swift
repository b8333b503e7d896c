import ComponentModel
import Glibc
import SQLite
import TestSupport
import Testing

@testable import StoreFiles
@testable import UserDataStore

/// What is left of a store in damaged files comes back, wherever it is.
@Suite struct UserStoreRemainsTests {
  private let store = SmallStore()
  private let notes = Notes()
  private var backups: [String] { store.folder.names(in: "user.sqlite.backups").filter { $0.hasSuffix(".sqlite") } }

  private func add(_ tag: String) throws {
    try store.open { notes.add($0) }.apply([.add(try UserLabel(.tag, tag), to: "urn:a")])
  }

  /// Changes a tag's name, which then doesn't match its key.
  private func change(_ name: String, in file: String) throws {
    let connection = try Connection(store.folder(file), for: .writing)
    try connection.execute("UPDATE label SET name = 'x' || name WHERE name = '\(name)'")
    try #require(connection.changeCount == 1)
  }

  private func lose(_ content: String? = nil) {
    for ending in ["", "-wal", "-shm"] { unlink(store.path + ending) }
    if let content { store.folder.write(content, to: "user.sqlite") }
  }

  private func tags() throws -> Set<String> {
    Set(try store.data { notes.add($0) }.facts.filter { $0.label.kind == .tag }.map(\.label.name))
  }

  @Test("the newest backup counts even if one of its rows breaks a rule", arguments: [true, false], [nil, "", "x"])
  func damagedBackup(hasOlder: Bool, content: String?) throws {
    try store.fill()
    let older = backups[0]
    for name in ["hall", "plate", "spring"] { try add(name) }
    try store.open { _ in }.reading { try UserStoreBackup(store.path, SmallStore.rules).make(of: $0) }
    let newest = try #require(backups.sorted().last)
    try #require(newest != older)
    try change("plate", in: "user.sqlite.backups/\(newest)")
    if !hasOlder { store.folder.remove("user.sqlite.backups/\(older)") }
    lose(content)
    #expect(try tags() == ["Röhre", "warm", "hall", "spring"])
    #expect(notes.all.count == 1 && notes.all[0].contains("read from damaged files beside it"), "\(notes.all)")
    #expect(store.health.state == .sound)
  }

  @Test("a store that was set aside counts beside a damaged one", arguments: [nil, "", "x"])
  func setAside(content: String?) throws {
    try store.fill()
    let before = try store.data()
    rename(store.path, store.path + ".damaged-1795410000")
    store.folder.remove("user.sqlite.backups")
    lose(content)
    #expect(try store.data { notes.add($0) } == before)
  }

  @Test("what a recovery has saved survives the next damage on the same day")
  func twice() throws {
    try store.fill()
    try add("plate")
    try store.damage("saved_search")
    #expect(try tags() == ["Röhre", "warm", "plate"])
    store.write(Array(repeating: 0x5A, count: 200_000), at: 0)
    #expect(try tags() == ["Röhre", "warm", "plate"])
    #expect(notes.all.count == 2, "\(notes.all)")
  }

  @Test("what was left of a store before a fresh start does not come back", arguments: [true, false])
  func forgotten(isLost: Bool) throws {
    try store.fill()
    let old = backups[0]
    let forgotten = try UserStore.forget(store.path, rules: SmallStore.rules) { notes.add($0) }
    rename(try #require(forgotten).path, store.path + ".damaged-1795410000")
    if isLost {
      lose("x")
      #expect(try store.data { notes.add($0) } == UserData())
    } else {
      // Only the store itself tells where it began.
      for name in ["fresh", "plate"] { try add(name) }
      for name in backups { store.folder.remove("user.sqlite.backups/\(name)") }
      #expect(!backups.contains(old))
      for ending in ["-wal", "-shm"] { unlink(store.path + ending) }
      try change("plate", in: "user.sqlite")
      try store.recover { notes.add($0) }
      #expect(try tags() == ["fresh"])
    }
  }

  @Test("a revision that lies brings back nothing older")
  func lyingRevision() throws {
    try store.fill()
    let old = backups[0]
    let bytes = Child.contents(store.folder("user.sqlite.backups/\(old)"))
    try store.open { notes.add($0) }.apply([.delete(try UserLabel(.tag, "warm"))])
    try store.open { _ in }.reading { try UserStoreBackup(store.path, SmallStore.rules).make(of: $0) }
    store.folder.write(bytes, to: "user.sqlite.backups/\(old)")
    let copy = try Connection(store.folder("user.sqlite.backups/\(old)"), for: .writing)
    try copy.execute("UPDATE store SET revision = 9999")
    lose()
    #expect(try tags() == ["Röhre"])
  }

  @Test("set-aside files that can't be read don't stop a recovery that needs none of them")
  func unreadableSetAside() throws {
    try store.fill()
    let before = try store.data()
    mkfifo(store.path + ".damaged-1", 0o600)
    mkdir(store.path + ".damaged-2", 0o700)
    lose("x")
    #expect(try store.data { notes.add($0) } == before)
  }

  @Test("the log of a damaged backup is kept, so that undo goes on")
  func undo() throws {
    try store.fill()
    try add("plate")
    let newest = store.folder("user.sqlite.backups/20991231T000000Z-r000000999.sqlite")
    try store.open { _ in }.reading { try $0.backUp(to: newest) }
    try change("warm", in: "user.sqlite.backups/20991231T000000Z-r000000999.sqlite")
    lose("x")
    #expect(try tags() == ["Röhre", "warm", "plate"])
    #expect(try !UserStore.recordedChanges(store.path, rules: SmallStore.rules) { _ in }.isEmpty)
  }

  @Test("a file that is no whole store is no backup", arguments: ["empty", "junk", "part", "pipe"])
  func noBackup(kind: String) throws {
    try store.fill()
    let good = backups[0]
    let bytes = Child.contents(store.folder("user.sqlite.backups/\(good)"))
    store.folder.remove("user.sqlite.backups/\(good)")
    let name = "user.sqlite.backups/20261122T000001Z-r000000999.sqlite"
    switch kind {
    case "empty": store.folder.write("", to: name)
    case "junk": store.folder.write("junk", to: name)
    case "part": store.folder.write(Array(bytes.dropLast(4_096)), to: name)
    default: mkfifo(store.folder(name), 0o600)
    }
    #expect(store.health.backups.map(\.problem) != [nil])
    try add("plate")
    #expect(backups.count == 2, "today's backup is made")
    lose()
    #expect(try tags() == ["Röhre", "warm", "plate"])
    #expect(notes.all.count == 1 && !notes.all[0].contains("r000000999"), "\(notes.all)")
  }

  @Test("a pipe in the store's place is no missing store")
  func pipe() throws {
    try store.fill()
    lose()
    mkfifo(store.path, 0o600)
    let error = #expect(throws: StoreError.self) { try store.data() }
    #expect(error?.code == .unreadable && error?.detail == "it is not a regular file")
    if case .unreadable = store.health.state {} else { Issue.record("it is called sound") }
  }
}
