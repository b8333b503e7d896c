import Glibc
import SQLite
import TestSupport
import Testing

@testable import CatalogStore
@testable import StoreFiles
@testable import UserDataStore

/// Files that a kill or a power cut leaves beside a store, and files of other programs.
struct StoreLeftoverTests {
  private let folder = TemporaryFolder()
  private var path: String { folder("store.sqlite") }

  /// Leaves the journal of a transaction that was not committed, as a power cut does.
  private func leaveHotJournal() throws {
    let other = folder.write(Child.contents(path), to: "hot.sqlite")
    let connection = try Connection(other, for: .writing)
    try connection.execute("PRAGMA journal_mode = DELETE; PRAGMA cache_size = 1; BEGIN; CREATE TABLE half (x)")
    try connection.execute("INSERT INTO half SELECT randomblob(5000) FROM sqlite_schema")
    let (main, journal) = (Child.contents(other), Child.contents(other + "-journal"))
    try demand(journal.count > 512)
    folder.write(main, to: "store.sqlite")
    folder.write(journal, to: "store.sqlite-journal")
    try connection.execute("ROLLBACK")
  }

  @Test("a hot journal is completed, by readers too, and in a private copy where nothing may be written")
  func journal() throws {
    for kind in placedStores {
      for (isHot, isWriting) in [(true, true), (true, false), (false, true), (false, false)] {
        try StoreLeftoverTests().checkJournal(kind, isHot: isHot, isWriting: isWriting)
      }
    }
  }

  private func checkJournal(_ kind: StoreKind, isHot: Bool, isWriting: Bool) throws {
    let half = "SELECT count(*) FROM sqlite_schema WHERE name = 'half'"
    _ = try StoreFile(kind: kind, path: path).openForWriting()
    for ending in ["-wal", "-shm"] { unlink(path + ending) }
    let file = StoreFile(kind: kind, path: path)
    if isHot {
      try leaveHotJournal()
      let before = Child.contents(path)
      let (uri, copy) = try file.snapshot()
      try verify(Connection(uri, for: .writing).number(half), equals: 0)
      verify(copy != nil && Child.contents(path) == before)
    } else {
      folder.write("x\n", to: "store.sqlite-journal")
    }
    let opened = isWriting ? try file.openForWriting().connection : try demand(file.openForReading()).connection
    try verify(opened.number(half), equals: 0)
    try verify(file.damage() == nil)
  }

  @Test("a store is made whole or not at all, and what an interrupted maker has left is in nobody's way")
  func halfMade() throws {
    for kind in placedStores { try StoreLeftoverTests().checkMaking(kind) }
  }

  private func checkMaking(_ kind: StoreKind) throws {
    let file = StoreFile(kind: kind, path: path)
    folder.write("", to: "store.sqlite.unfinished/x")
    let error = verify(throws: StoreError.self) { try file.openForWriting() }
    verify(error?.store == kind && access(path, F_OK) != 0)
    folder.remove("store.sqlite.unfinished")
    for ending in ["", "-journal", "-wal", "-shm"] { folder.write("half", to: "store.sqlite.unfinished\(ending)") }
    for ending in ["-journal", "-wal", "-shm"] { folder.write("stray", to: "store.sqlite\(ending)") }
    try verify(file.openForReading() == nil)
    _ = try file.openForWriting()
    try verify(file.isGood())
    let names = folder.names(in: "").filter { !$0.hasSuffix("-wal") && !$0.hasSuffix("-shm") }
    verify(names.filter { !$0.contains(".stray-") }, equals: ["store.sqlite"], "\(names)")
    verify(folder.names(in: "").count { $0.contains(".stray-") } == (kind == .catalog ? 0 : 2), "\(names)")
  }

  @Test("what was never ours keeps its bytes, in a store's place or beside it, and nothing is made there")
  func notOurs() throws {
    for kind in placedStores {
      for text in ["x", String(repeating: "a person's notes ", count: 600)] {
        let other = StoreLeftoverTests()
        other.folder.write(text, to: "store.sqlite")
        try verify(StoreFile(kind: kind, path: other.path).damage() == nil)
        verify(!StoreFile(kind: kind, path: other.path).isOurs)
        try other.expectForeign(kind, "store.sqlite")
      }
      for application in [0, 7] {
        let other = StoreLeftoverTests()
        try other.writeForeignDatabase(application, to: "store.sqlite")
        let file = StoreFile(kind: kind, path: other.path)
        for open in [{ _ = try file.openForReading() }, { _ = try file.openForWriting() }] as [() throws -> Void] {
          let failure = verify(throws: StoreError.self) { try open() }
          verify(failure?.code == .foreign && failure?.store == kind && failure?.path == other.path)
        }
        verify(try !file.isGood())
        try other.expectForeign(kind, "store.sqlite")
      }
      // Not even at the usual place, where everything else is ours.
      let usual = "aucat/\(kind.fileName)"
      try writeForeignDatabase(7, to: usual)
      try verify(StoreFile(kind: kind, path: folder(usual)).damage() == nil)
      folder.write("x", to: usual)
      try verify(StoreFile(kind: kind, path: folder(usual)).damage()?.code, equals: .damaged)
      for ending in ["-journal", "-wal", "-shm", ".unfinished", ".restoring", ".restored", ".begun"] {
        let other = StoreLeftoverTests()
        other.folder.write("a person's notes", to: "store.sqlite" + ending)
        let error = try other.expectForeign(kind, "store.sqlite" + ending)
        verify(error.detail.contains(other.path + ending), "\(error)")
      }
    }
  }

  /// Expects that a store can't be opened for writing, and that only a file which is not ours is there, unchanged.
  @discardableResult private func expectForeign(_ kind: StoreKind, _ name: String) throws -> StoreError {
    let bytes = Child.contents(folder(name))
    let error = try demand(
      verify(throws: StoreError.self) {
        if kind == .userStore {
          _ = try UserStore(path, rules: SmallCatalog.rules) { _ in }
        } else {
          _ = try Catalog.openForWriting(path)
        }
      })
    let isAsBefore = Child.contents(folder(name)) == bytes && folder.names(in: "") == [name]
    verify(error.code == .foreign && isAsBefore, "\(error)")
    return error
  }

  private func writeForeignDatabase(_ application: Int, to name: String) throws {
    let made = TemporaryFolder()
    try Connection(made("x"), for: .writing).execute("CREATE TABLE theirs (i); PRAGMA application_id = \(application)")
    folder.write(Child.contents(made("x")), to: name)
  }

  @Test func ofDamagedCatalogsOnlyTheNewestTwoAreKept() throws {
    // The time of the first ends with a higher digit than that of the second begins with.
    for name in ["99", "1000000000", "1000000000-wal", "1000000001-wal", "1000000001"] {
      folder.write("x", to: "catalog.sqlite.damaged-\(name)")
    }
    folder.write("x", to: "catalog.sqlite.forgotten-7")
    for _ in 0..<3 {
      let path = folder.write("not a database", to: "catalog.sqlite")
      let before = folder.names(in: "").filter { $0.contains("damaged-1") && !$0.hasSuffix("-wal") }.sorted()
      let aside = try demand(Catalog.setAside(path, found: FileIdentity(path)))
      let kept = folder.names(in: "").filter { $0.contains(".damaged-") && !$0.hasSuffix("-wal") }
      verify(kept.count == 2 && kept.contains { aside.hasSuffix($0) }, "\(kept)")
      verify(kept.contains(before.last ?? ""), "\(before): \(kept)")
    }
    let names = folder.names(in: "")
    verify(!names.contains { $0.hasSuffix("-wal") } && names.contains { $0.hasSuffix("-7") })
  }
}
