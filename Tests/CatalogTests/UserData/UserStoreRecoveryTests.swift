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
struct UserStoreRecoveryTests {
  @Test("a store that is missing, empty or of one byte beside its backup is recovered, and that is said")
  func lost() throws {
    for (content, isWritten) in [(nil, false), ("", true), ("x", false), ("x", true)] as [(String?, Bool)] {
      let store = try SmallStore.filled()
      // What can't be read beside it is not needed.
      mkfifo(store.path + ".damaged-1", 0o600)
      mkdir(store.path + ".damaged-2", 0o700)
      store.lose(content)
      if isWritten { try store.add("warm", to: "urn:b") }
      try verify(store.data(), equals: store.content)
      store.verifyNote("has replaced it (7 entries of ")
      verify(store.notes.all.first?.contains("the damaged one") == (content == "x"), "\(store.notes.all)")
    }
  }

  @Test("a recovery that is interrupted at any step is finished by the next command")
  func interrupted() throws {
    for step in 0..<4 {
      let store = try SmallStore.filled()
      store.write(Array(repeating: 0x5A, count: 100), at: 0)
      if step == 0 {
        store.folder.write("a part", to: "user.sqlite.restoring")
      } else {
        var restoration = UserStoreRestoration(StoreFile(kind: .userStore, path: store.path), SmallStore.rules)
        try restoration.build()
      }
      if step == 2 { link(store.path, store.path + ".damaged-7") }
      if step == 3 { store.lose() }
      try verify(store.data(), equals: store.content)
      store.verifyNote()
      let names = store.folder.names(in: "")
      verify(names.count { $0.hasPrefix("user.sqlite.damaged-") } == (step == 3 ? 0 : 1), "\(names)")
      verify(!names.contains { $0.contains(".restor") }, "\(names)")
      verify(store.health.state, equals: .sound)
    }
  }

  @Test("what should take a store's place, and is no sound store, is set aside")
  func unusableSuccessor() throws {
    let successors: [(String, Int?)] = [(".restored", nil), (".restored", 6_000), (".begun", 0), (".begun", 1_000)]
    for (ending, length) in successors {
      let store = try SmallStore.filled()
      let bytes = length.map { Array(Child.contents(store.path).prefix($0)) } ?? Array("garbage".utf8)
      store.folder.write(bytes, to: "user.sqlite" + ending)
      try verify(store.data(), equals: store.content)
      store.verifyNote("is not an intact user store")
      let names = store.folder.names(in: "")
      verify(names.count { $0.hasPrefix("user.sqlite.damaged-") } == 1 && !names.contains("user.sqlite" + ending))
      try store.add("warm", to: "urn:b")
      verify(store.notes.all.count == 1 && store.health.state == .sound)
    }
  }

  @Test("without room, or while the backups can't be listed, nothing is restored, and the next command does that")
  func blocked() throws {
    for isDamaged in [true, false] {
      let store = try SmallStore.filled()
      if isDamaged { store.write(Array(repeating: 0, count: 60_000), at: 0) } else { store.lose() }
      let damaged = Child.contents(store.path)
      rename(store.path + ".backups", store.path + ".elsewhere")
      // A link to itself leads nowhere, and not because nothing is there.
      symlink("user.sqlite.backups", store.path + ".backups")
      let error = verify(throws: StoreError.self) { try store.data() }
      verify(error?.code == .unreadable && error?.detail.contains(".backups") == true, "\(String(describing: error))")
      verify(Child.contents(store.path) == damaged && store.notes.all.isEmpty)
      verify(store.health.backupProblem != nil)
      unlink(store.path + ".backups")
      rename(store.path + ".elsewhere", store.path + ".backups")
      // No file may be made where the new store is built.
      store.folder.write("", to: "user.sqlite.restoring/x")
      verify(throws: StoreError.self) { try store.data() }
      verify(Child.contents(store.path), equals: damaged)
      store.folder.remove("user.sqlite.restoring")
      try verify(store.data() == store.content && store.notes.all.count == 1)
    }
  }

  @Test("what an interrupted `forget` has left is finished, and the former store is called forgotten")
  func interruptedForgetting() throws {
    for step in 0..<3 {
      let store = try SmallStore.filled()
      let bytes = Child.contents(store.path)
      let forgotten = try demand(UserStore.forget(store.path, rules: SmallStore.rules) { _ in })
      let fresh = Child.contents(store.path)
      // Back to what there was store.content the new store got the name.
      store.lose()
      for name in store.backups.suffix(1) { store.folder.remove("user.sqlite.backups/" + name) }
      unlink(forgotten.path)
      store.folder.write(fresh, to: "user.sqlite.begun")
      store.folder.write(bytes, to: "user.sqlite")
      if step == 1 { link(store.path, store.path + ".forgotten-7") }
      if step == 2 { rename(store.path, store.path + ".forgotten-7") }
      try verify(store.data(), equals: UserData())
      store.verifyNote("afresh was interrupted; it is now complete")
      let names = store.folder.names(in: "")
      let aside = names.filter { $0.hasPrefix("user.sqlite.forgotten-") }
      verify(aside.count == 1 && !names.contains { $0.contains(".damaged-") || $0.hasSuffix(".begun") }, "\(names)")
      let former = try UserStore.data(store.folder(aside.first ?? ""), rules: SmallStore.rules) { _ in }
      verify(former, equals: store.content)
      // What is lost now has nothing in it.
      store.lose()
      try verify(store.data(), equals: UserData())
    }
  }

  @Test("there is a store at every moment of a recovery")
  func neverMissing() throws {
    let store = try SmallStore.filled()
    let isDone = Atomic(false)
    let missing = Atomic(0)
    let path = store.path
    let watch = DispatchGroup()
    DispatchQueue.global().async(group: watch) {
      while !isDone.load(ordering: .relaxed) { if access(path, F_OK) != 0 { missing.add(1, ordering: .relaxed) } }
    }
    for _ in 0..<SeededGenerator.cases(3) {
      // In place: the file has its name all the time.
      let file = open(path, O_WRONLY)
      verify(pwrite(file, Array(repeating: 0x5A as UInt8, count: 100), 100, 0), equals: 100)
      close(file)
      try verify(store.data(), equals: store.content)
    }
    isDone.store(true, ordering: .relaxed)
    watch.wait()
    verify(missing.load(ordering: .relaxed), equals: 0)
  }

  @Test("what another program has entered, and aucat can't use, is left out with a word")
  func unusable() throws {
    let store = try SmallStore.filled()
    let connection = try Connection(store.path, for: .writing)
    try connection.execute(
      """
      INSERT INTO label (kind, name, key) VALUES ('tag', 'two' || char(10) || 'lines', 'two lines');
      INSERT INTO labelled (label, uri) SELECT id, 'urn:a' FROM label WHERE key = 'two lines';
      INSERT INTO saved_search (name, key, predicate) VALUES (' ', 'blank', 'effect');
      """)
    let notes = store.notes
    let after = try UserStore.data(store.path, rules: SmallStore.rules, shortfall: { notes.add($0) }, notice: { _ in })
    verify(after, equals: store.content)
    verify(notes.all.count == 1 && notes.all[0].hasPrefix("2 entries of the user store "), "\(notes.all)")
    let names = SearchNames(connection, rules: SmallStore.rules)
    verify(throws: InvalidPredicate.self) { try names.search("blank") }
    try verify(names.search("halls")?.name == "halls" && names.search("none") == nil)
  }
}
