import Glibc
import SQLite
import TestSupport
import Testing

@testable import CatalogStore
@testable import StoreFiles
@testable import UserDataStore

/// Files that a kill or a power cut leaves beside a store, and files of other programs.
@Suite struct StoreLeftoverTests {
  private let folder = TemporaryFolder()
  private var path: String { folder("store.sqlite") }
  private static let kinds = [StoreKind.catalog, .userStore]

  private func make(_ kind: StoreKind) throws {
    _ = try StoreFile(kind: kind, path: path).openForWriting()
    for ending in ["-wal", "-shm"] { unlink(path + ending) }
  }

  /// Leaves the journal of a transaction that was not committed, as a power cut does.
  private func leaveHotJournal() throws {
    let other = folder("hot.sqlite")
    folder.write(Child.contents(path), to: "hot.sqlite")
    let connection = try Connection(other, for: .writing)
    try connection.execute("PRAGMA journal_mode = DELETE; PRAGMA cache_size = 1; BEGIN; CREATE TABLE half (x)")
    try connection.execute("INSERT INTO half SELECT randomblob(5000) FROM sqlite_schema")
    let (main, journal) = (Child.contents(other), Child.contents(other + "-journal"))
    try #require(journal.count > 512)
    folder.write(main, to: "store.sqlite")
    folder.write(journal, to: "store.sqlite-journal")
    try connection.execute("ROLLBACK")
  }

  @Test("a hot journal is completed, by readers too", arguments: kinds, ["x", "hot"])
  func journal(kind: StoreKind, journal: String) throws {
    for isWriting in [false, true] {
      try make(kind)
      if journal == "hot" { try leaveHotJournal() } else { folder.write("x\n", to: "store.sqlite-journal") }
      let file = StoreFile(kind: kind, path: path)
      let connection =
        isWriting ? try file.openForWriting().connection : try #require(try file.openForReading()).connection
      #expect(try connection.number("SELECT count(*) FROM sqlite_schema WHERE name = 'half'") == 0)
      #expect(try file.damage() == nil)
      for ending in ["", "-journal"] { unlink(path + ending) }
    }
  }

  @Test("a hot journal is completed in a private copy where nothing may be written", arguments: kinds)
  func copiedJournal(kind: StoreKind) throws {
    try make(kind)
    try leaveHotJournal()
    let before = Child.contents(path)
    let file = StoreFile(kind: kind, path: path)
    let (uri, copy) = try file.snapshot()
    let connection = try Connection(uri, for: .writing)
    #expect(try connection.number("SELECT count(*) FROM sqlite_schema WHERE name = 'half'") == 0)
    #expect(copy != nil && Child.contents(path) == before)
  }

  @Test("a store is made whole: what an interrupted maker has left is in nobody's way", arguments: kinds)
  func halfMade(kind: StoreKind) throws {
    for ending in ["", "-journal", "-wal", "-shm"] { folder.write("half", to: "store.sqlite.unfinished\(ending)") }
    for ending in ["-journal", "-wal", "-shm"] { folder.write("stray", to: "store.sqlite\(ending)") }
    let file = StoreFile(kind: kind, path: path)
    #expect(try file.openForReading() == nil)
    _ = try file.openForWriting()
    #expect(try file.isGood())
    let names = folder.names(in: "").filter {
      !$0.contains(".stray-") && !$0.hasSuffix("-wal") && !$0.hasSuffix("-shm")
    }
    #expect(names == ["store.sqlite"], "\(names)")
    #expect(folder.names(in: "").count { $0.contains(".stray-") } == (kind == .catalog ? 0 : 2))
  }

  @Test("a store that could not be made leaves nothing", arguments: kinds)
  func noRoom(kind: StoreKind) throws {
    mkdir(path + ".unfinished", 0o700)
    folder.write("", to: "store.sqlite.unfinished/x")
    let error = #expect(throws: StoreError.self) { try StoreFile(kind: kind, path: path).openForWriting() }
    #expect(error?.store == kind && access(path, F_OK) != 0)
    folder.remove("store.sqlite.unfinished")
    #expect(try StoreFile(kind: kind, path: path).openForReading() == nil)
    _ = try StoreFile(kind: kind, path: path).openForWriting()
  }

  @Test("a file that was never ours keeps its bytes, and nothing is made beside it", arguments: kinds, ["x", "notes"])
  func notOurs(kind: StoreKind, text: String) throws {
    let text = text == "notes" ? String(repeating: "a person's notes ", count: 600) : text
    folder.write(text, to: "store.sqlite")
    let file = StoreFile(kind: kind, path: path)
    #expect(try file.damage() == nil && !file.isOurs)
    #expect(try rejection(of: kind).code == .foreign)
    #expect(Child.contents(path) == Array(text.utf8))
    #expect(folder.names(in: "") == ["store.sqlite"])
  }

  @Test("nothing is made beside another program's database", arguments: kinds, [0, 7])
  func othersDatabase(kind: StoreKind, application: Int) throws {
    folder.write(try foreignDatabase(application), to: "store.sqlite")
    unlink(folder("foreign.sqlite"))
    let before = Child.contents(path)
    #expect(try rejection(of: kind).code == .foreign)
    let file = StoreFile(kind: kind, path: path)
    for open in [{ _ = try file.openForReading() }, { _ = try file.openForWriting() }] as [() throws -> Void] {
      let failure = #expect(throws: StoreError.self) { try open() }
      #expect(failure?.code == .foreign && failure?.store == kind && failure?.path == path)
    }
    #expect(try Child.contents(path) == before && !file.isGood() && folder.names(in: "") == ["store.sqlite"])
  }

  @Test(
    "what lies beside a place that is named, and is not ours, stays", arguments: kinds,
    ["-journal", "-wal", "-shm", ".unfinished", ".restoring", ".restored", ".begun"])
  func othersCompanion(kind: StoreKind, ending: String) throws {
    folder.write("a person's notes", to: "store.sqlite" + ending)
    let error = try rejection(of: kind)
    #expect(error.code == .foreign && error.detail.contains(path + ending), "\(error)")
    #expect(Child.contents(path + ending) == Array("a person's notes".utf8))
    #expect(folder.names(in: "") == ["store.sqlite" + ending])
  }

  /// The error of opening a store to write it.
  private func rejection(of kind: StoreKind) throws -> StoreError {
    try #require(
      #expect(throws: StoreError.self) {
        if kind == .userStore {
          _ = try UserStore(path, rules: SmallCatalog.rules) { _ in }
        } else {
          _ = try Catalog.openForWriting(path)
        }
      })
  }

  @Test("a file at the usual place is ours whatever is in it", arguments: kinds)
  func usualPlace(kind: StoreKind) throws {
    let place = folder("aucat/\(kind.fileName)")
    for text in ["x", String(repeating: "garbage ", count: 900)] {
      folder.write(text, to: "aucat/\(kind.fileName)")
      let file = StoreFile(kind: kind, path: place)
      #expect(try file.damage()?.code == .damaged)
    }
    folder.write(try foreignDatabase(7), to: "aucat/\(kind.fileName)")
    #expect(
      try StoreFile(kind: kind, path: place).damage() == nil, "another program's database is left alone even there")
  }

  private func foreignDatabase(_ application: Int) throws -> [UInt8] {
    let path = folder("foreign.sqlite")
    try Connection(path, for: .writing).execute("CREATE TABLE theirs (i); PRAGMA application_id = \(application)")
    return Child.contents(path)
  }

  @Test(
    "a path is a path, whatever it looks like to SQLite",
    arguments: ["file:x.sqlite", ":memory:", "file:x?mode=memory"])
  func plainPaths(name: String) throws {
    #expect(StoreFile(kind: .userStore, path: name).name == "./" + name)
    let path = folder(name)
    _ = try StoreFile(kind: .userStore, path: path).openForWriting()
    #expect(access(path, F_OK) == 0)
  }

  @Test func ofDamagedCatalogsOnlyTheNewestTwoAreKept() throws {
    let folder = TemporaryFolder()
    // The time of the first ends with a higher digit than that of the second begins with.
    for name in ["99", "1000000000", "1000000000-wal", "1000000001-wal", "1000000001"] {
      folder.write("x", to: "catalog.sqlite.damaged-\(name)")
    }
    folder.write("x", to: "catalog.sqlite.forgotten-7")
    for _ in 0..<3 {
      let path = folder.write("not a database", to: "catalog.sqlite")
      let before = folder.names(in: "").filter { $0.contains("damaged-1") && !$0.hasSuffix("-wal") }.sorted()
      let aside = try #require(try Catalog.setAside(path, found: FileIdentity(path)))
      let kept = folder.names(in: "").filter { $0.contains(".damaged-") && !$0.hasSuffix("-wal") }
      #expect(kept.count == 2 && kept.contains { aside.hasSuffix($0) }, "\(kept)")
      #expect(kept.contains(before.last ?? ""), "\(before): \(kept)")
    }
    #expect(
      !folder.names(in: "").contains { $0.hasSuffix("-wal") } && folder.names(in: "").contains { $0.hasSuffix("-7") })
  }
}

extension StoreKind: CustomTestStringConvertible {
  /// The store's name: otherwise each message of a test over both stores shows their whole SQL.
  public var testDescription: String { name }
}
