import ComponentModel
import ComponentQuery
import Dispatch
import Glibc
import SQLite
import Synchronization
import TestSupport
import Testing

@testable import StoreFiles
@testable import UserDataStore

/// A store that is lost or damaged comes back, whatever was interrupted before.
@Suite struct UserStoreRecoveryTests {
  private let store = SmallStore()
  private let notes = Notes()

  private func remove(_ endings: [String] = ["", "-wal", "-shm"]) {
    for ending in endings { unlink(store.path + ending) }
  }

  @Test(
    "a store that is missing, empty or of one byte beside its backup is recovered, and that is said",
    arguments: [nil, "", "x"] as [String?], ["list", "add"])
  func lost(content: String?, reader: String) throws {
    try store.fill()
    let before = try store.data()
    remove()
    if let content { store.folder.write(content, to: "user.sqlite") }
    if reader == "add" {
      try store.open { notes.add($0) }.apply([.add(try UserLabel(.tag, "warm"), to: "urn:b")])
    }
    #expect(try store.data { notes.add($0) } == before)
    #expect(notes.all.count == 1 && notes.all[0].contains("has replaced it (7 entries of "), "\(notes.all)")
    #expect(notes.all[0].contains("the damaged one") == (content == "x"), "\(notes.all)")
  }

  @Test("a recovery that an earlier version had begun, and not finished, is done")
  func missingBesideDamaged() throws {
    try store.fill()
    let before = try store.data()
    remove(["-wal", "-shm"])
    rename(store.path, store.path + ".damaged-1")
    store.folder.write("a part", to: "user.sqlite.restoring")
    store.folder.remove("user.sqlite.backups")
    #expect(try store.data { notes.add($0) } == before)
    #expect(notes.all.count == 1, "\(notes.all)")
    #expect(!store.folder.names(in: "").contains("user.sqlite.restoring"))
    #expect(Child.contents(store.path + ".damaged-1").count > 4_096, "what was set aside stays")
  }

  @Test("a recovery that is interrupted at any step is finished by the next command", arguments: 0..<4)
  func interrupted(step: Int) throws {
    try store.fill()
    let before = try store.data()
    store.write(Array(repeating: 0x5A, count: 100), at: 0)
    let file = StoreFile(kind: .userStore, path: store.path)
    if step == 0 {
      store.folder.write("a part", to: "user.sqlite.restoring")
    } else {
      var restoration = UserStoreRestoration(file, SmallStore.rules)
      try restoration.build()
    }
    if step == 2 { link(store.path, store.path + ".damaged-7") }
    if step == 3 { remove() }
    #expect(try store.data { notes.add($0) } == before)
    #expect(notes.all.count == 1, "\(notes.all)")
    let names = store.folder.names(in: "")
    #expect(names.count { $0.hasPrefix("user.sqlite.damaged-") } == (step == 3 ? 0 : 1), "\(names)")
    #expect(!names.contains { $0.contains(".restor") }, "\(names)")
    #expect(store.health.state == .sound)
  }

  @Test(
    "what should take a store's place, and is no sound store, is set aside", arguments: [".restored", ".begun"],
    [nil, 0, 1_000, 6_000])
  func unusableSuccessor(ending: String, length: Int?) throws {
    try store.fill()
    let before = try store.data()
    let bytes = Child.contents(store.path)
    store.folder.write(length.map { Array(bytes.prefix($0)) } ?? Array("garbage".utf8), to: "user.sqlite" + ending)
    #expect(try store.data { notes.add($0) } == before)
    #expect(notes.all.count == 1 && notes.all[0].contains("is not an intact user store"), "\(notes.all)")
    let names = store.folder.names(in: "")
    #expect(names.count { $0.hasPrefix("user.sqlite.damaged-") } == 1 && !names.contains("user.sqlite" + ending))
    try store.open { notes.add($0) }.apply([.add(try UserLabel(.tag, "warm"), to: "urn:b")])
    #expect(notes.all.count == 1 && store.health.state == .sound)
  }

  @Test("nothing is restored while the backups can't be listed", arguments: ["damaged", "missing"])
  func unlistableBackups(state: String) throws {
    try store.fill()
    let before = try store.data()
    if state == "damaged" { store.write(Array(repeating: 0, count: 60_000), at: 0) } else { remove() }
    let damaged = Child.contents(store.path)
    rename(store.path + ".backups", store.path + ".elsewhere")
    // A link to itself leads nowhere, and not because nothing is there.
    symlink("user.sqlite.backups", store.path + ".backups")
    let error = #expect(throws: StoreError.self) { try store.data { notes.add($0) } }
    #expect(error?.code == .unreadable && error?.detail.contains(".backups") == true, "\(String(describing: error))")
    #expect(Child.contents(store.path) == damaged && notes.all.isEmpty)
    #expect(store.health.backupProblem != nil)
    unlink(store.path + ".backups")
    rename(store.path + ".elsewhere", store.path + ".backups")
    #expect(try store.data { notes.add($0) } == before && notes.all.count == 1)
  }

  @Test("what an interrupted `forget` has left is finished, and the former store is called forgotten", arguments: 0..<3)
  func interruptedForgetting(step: Int) throws {
    try store.fill()
    let before = try store.data()
    let former = Child.contents(store.path)
    let forgotten = try #require(try UserStore.forget(store.path, rules: SmallStore.rules) { _ in })
    let fresh = Child.contents(store.path)
    // Back to what there was before the new store got the name.
    remove()
    for name in store.folder.names(in: "user.sqlite.backups").suffix(1) {
      store.folder.remove("user.sqlite.backups/" + name)
    }
    unlink(forgotten.path)
    store.folder.write(fresh, to: "user.sqlite.begun")
    store.folder.write(former, to: "user.sqlite")
    if step == 1 { link(store.path, store.path + ".forgotten-7") }
    if step == 2 { rename(store.path, store.path + ".forgotten-7") }
    #expect(try store.data { notes.add($0) } == UserData())
    #expect(notes.all.count == 1 && notes.all[0].contains("afresh was interrupted; it is now complete"), "\(notes.all)")
    let names = store.folder.names(in: "")
    let aside = names.filter { $0.hasPrefix("user.sqlite.forgotten-") }
    #expect(aside.count == 1 && !names.contains { $0.contains(".damaged-") || $0.hasSuffix(".begun") }, "\(names)")
    #expect(try UserStore.data(store.folder(aside.first ?? ""), rules: SmallStore.rules) { _ in } == before)
    // What is lost now has nothing in it.
    remove()
    #expect(try store.data() == UserData())
  }

  @Test("there is a store at every moment of a recovery")
  func neverMissing() throws {
    try store.fill()
    let before = try store.data()
    let isDone = Atomic(false)
    let missing = Atomic(0)
    let path = store.path
    let watch = Thread {
      while !isDone.load(ordering: .relaxed) { if access(path, F_OK) != 0 { missing.add(1, ordering: .relaxed) } }
    }
    for _ in 0..<10 {
      var bytes = Child.contents(path)
      for index in 0..<100 { bytes[index] = 0x5A }
      // In place: the file has its name all the time.
      let file = open(path, O_WRONLY)
      #expect(pwrite(file, bytes, 100, 0) == 100)
      close(file)
      #expect(try store.data() == before)
    }
    isDone.store(true, ordering: .relaxed)
    watch.wait()
    #expect(missing.load(ordering: .relaxed) == 0)
  }

  /// A thread that can be waited for.
  private struct Thread {
    private let group = DispatchGroup()
    init(_ body: @escaping @Sendable () -> Void) { DispatchQueue.global().async(group: group, execute: body) }
    func wait() { group.wait() }
  }

  @Test("what another program has entered, and aucat can't use, is left out with a word")
  func unusable() throws {
    try store.fill()
    let before = try store.data()
    let connection = try Connection(store.path, for: .writing)
    try connection.execute(
      """
      INSERT INTO label (kind, name, key) VALUES ('tag', 'two' || char(10) || 'lines', 'two lines');
      INSERT INTO labelled (label, uri) SELECT id, 'urn:a' FROM label WHERE key = 'two lines';
      INSERT INTO saved_search (name, key, predicate) VALUES (' ', 'blank', 'effect');
      """)
    let after = try UserStore.data(store.path, rules: SmallStore.rules, shortfall: { notes.add($0) }, notice: { _ in })
    #expect(after == before)
    #expect(notes.all.count == 1 && notes.all[0].hasPrefix("2 entries of the user store "), "\(notes.all)")
    let names = try SearchNames(connection, rules: SmallStore.rules)
    #expect(throws: InvalidPredicate.self) { try names.search("blank") }
    #expect(try names.search("halls")?.name == "halls" && names.search("none") == nil)
  }

  @Test("without room the damaged store stays, and the next command recovers it")
  func noRoom() throws {
    try store.fill()
    let before = try store.data()
    store.write(Array(repeating: 0x5A, count: 4_096), at: 4_096)
    let bytes = Child.contents(store.path)
    // No file may be made where the new store is built.
    mkdir(store.path + ".restoring", 0o700)
    store.folder.write("", to: "user.sqlite.restoring/x")
    #expect(throws: StoreError.self) { try store.data() }
    #expect(Child.contents(store.path) == bytes)
    store.folder.remove("user.sqlite.restoring")
    #expect(try store.data() == before)
  }

  @Test("a store whose tables are all sound is taken as it was last: what was deleted after the backup stays deleted")
  func complete() throws {
    try store.fill()
    try store.open().apply([.delete(try UserLabel(.tag, "warm")), .add(try UserLabel(.tag, "new"), to: "urn:n")])
    let before = try store.data()
    try store.damage("latest_change")
    try store.recover { notes.add($0) }
    #expect(try store.data() == before)
    #expect(notes.all.count == 1 && notes.all[0].contains("one with all of its"), "\(notes.all)")
  }

  @Test("a failed stat is an error, and not an empty store")
  func failedStat() throws {
    let long = String(repeating: "x", count: 300)
    let error = #expect(throws: StoreError.self) {
      try UserStore.data(store.folder(long), rules: SmallStore.rules) { _ in }
    }
    #expect(error?.code == .unreadable && error?.store == .userStore)
  }
}
