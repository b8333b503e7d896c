import Dispatch
import Glibc
import Linux
import SQLite
import Synchronization
import TestSupport
import Testing

@testable import CatalogStore
@testable import StoreFiles
@testable import UserDataStore

/// Files as they may lie in a store's place.
@Suite struct StoreFileTests {
  private let folder = TemporaryFolder()
  private var path: String { folder("a/b/store.sqlite") }
  private static let kinds = [StoreKind.catalog, .userStore]

  private func error(_ body: () throws -> Void) -> StoreError? {
    do {
      try body()
      return nil
    } catch {
      return error as? StoreError
    }
  }

  @Test("a store is made with its folders, for its owner only, and opened again", arguments: kinds)
  func made(kind: StoreKind) throws {
    let file = StoreFile(kind: kind, path: path)
    #expect(try file.openForReading() == nil && !file.exists)
    do {
      let opened = try file.openForWriting()
      #expect(opened.path == path && !opened.isSnapshot)
      #expect(try opened.connection.number("PRAGMA application_id") == Int64(kind.applicationID))
      #expect(try opened.connection.number("PRAGMA user_version") == Int64(kind.version))
    }
    for name in ["a", "a/b", "a/b/store.sqlite"] {
      var status = stat()
      #expect(stat(folder(name), &status) == 0 && status.st_mode & 0o077 == 0, "\(name)")
    }
    #expect(try file.openForReading() != nil && file.exists && file.isGood() && file.damage() == nil)
  }

  @Test("a thread that comes while another makes a store does not take it for another program's", arguments: kinds)
  func madeMeanwhile(kind: StoreKind) {
    let failures = Mutex<[String]>([])
    for round in 0..<150 {
      let path = folder("\(round)/store.sqlite")
      DispatchQueue.concurrentPerform(iterations: 2) { thread in
        // The second comes while the first is at any point of making it.
        usleep(UInt32(thread * round * 40))
        let failure = error {
          if kind == .catalog {
            _ = try Catalog.openForWriting(path)
          } else {
            _ = try UserStore(path, rules: SmallStore.rules) { _ in }
          }
        }
        if let failure { failures.withLock { $0.append("\(failure)") } }
      }
    }
    failures.withLock { #expect($0.isEmpty, "\($0.count): \($0.first ?? "")") }
  }

  @Test("a lock is there at every moment while it gets its mark", arguments: kinds)
  func marked(kind: StoreKind) {
    var misses = 0
    for round in 0..<200 {
      folder.write("", to: "\(round).lock")
      let lock = StoreLock(kind, folder("\(round)"))
      let isMissing = Mutex(false)
      DispatchQueue.concurrentPerform(iterations: 2) { thread in
        guard thread == 1 else {
          usleep(200)
          return lock.leaveMark()
        }
        while !lock.hasMark { if !lock.isThere { isMissing.withLock { $0 = true } } }
      }
      if isMissing.withLock({ $0 }) { misses += 1 }
    }
    #expect(misses == 0)
    folder.write("another program's", to: "other.lock")
    #expect(!StoreLock(kind, folder("other")).isThere && !StoreLock(kind, folder("none")).isThere)
  }

  @Test("each store is foreign in the other's place")
  func exchanged() throws {
    for (made, other) in [(StoreKind.catalog, StoreKind.userStore), (.userStore, .catalog)] {
      let path = folder("\(made.name).sqlite")
      _ = try StoreFile(kind: made, path: path).openForWriting()
      #expect(error { _ = try StoreFile(kind: other, path: path).openForReading() }?.code == .foreign)
    }
  }

  @Test func aNewerUserStoreIsRefusedAndANewerCatalogGetsANeighbour() throws {
    for kind in Self.kinds {
      let path = folder("\(kind.name).sqlite")
      do {
        let opened = try StoreFile(kind: kind, path: path).openForWriting()
        try opened.connection.execute(
          "CREATE TABLE later (id INTEGER); PRAGMA user_version = 99; PRAGMA wal_checkpoint(TRUNCATE)")
      }
      let bytes = Child.contents(path)
      let file = StoreFile(kind: kind, path: path)
      if kind == .userStore {
        #expect(error { _ = try file.openForReading() }?.code == .newer)
        #expect(error { _ = try file.openForWriting() }?.code == .newer)
      } else {
        #expect(try file.openForReading() == nil)
        #expect(try file.openForWriting().path == folder("catalog-\(kind.version).sqlite"))
        #expect(try file.openForReading()?.path == folder("catalog-\(kind.version).sqlite"))
      }
      #expect(Child.contents(path) == bytes)
    }
  }

  @Test("a catalog of an older schema gives way to a new one as a whole, and can be read until then")
  func olderCatalog() throws {
    let file = StoreFile(kind: .catalog, path: path)
    do {
      let connection = try file.openForWriting().connection
      try connection.execute("UPDATE catalog SET generation = 7; PRAGMA user_version = 11")
    }
    #expect(try file.openForReading() == nil)
    let reader = try Connection(path, for: .reading)
    #expect(try reader.number("SELECT generation FROM catalog") == 7)
    var former: [Int64?] = []
    let opened = try file.openForWriting(filling: { _ in
      former.append(try Connection(path, for: .reading).number("SELECT generation FROM catalog"))
    })
    #expect(former == [7])
    #expect(try opened.connection.number("SELECT generation FROM catalog") == 0)
    #expect(try opened.connection.number("PRAGMA user_version") == 12 && opened.path == path)
    #expect(try reader.number("SELECT generation FROM catalog") == 7, "who has it open keeps it")
    #expect(!folder.names(in: "a/b").contains { $0.contains("unfinished") || $0.contains("damaged") })
  }

  @Test("a schema's number that a user store's migration leads to is none of a catalog's")
  func versions() {
    #expect(StoreKind.catalog.version == 12 && StoreKind.catalog.migrations.count == 1)
    #expect(StoreKind.userStore.version == StoreKind.userStore.migrations.count)
  }

  @Test("looking at a store takes no lock from connections that this process has open", arguments: kinds)
  func locks(kind: StoreKind) throws {
    let file = StoreFile(kind: kind, path: path)
    let opened = try file.openForWriting()
    let inode = try #require(StoreFile.status(path)).identity.inode
    /// Without them, another process that closes the store deletes its log, and commits to it are lost.
    func locks() -> [String] {
      String(decoding: Child.contents("/proc/locks"), as: UTF8.self).split(separator: "\n")
        .filter { $0.contains(" \(getpid()) ") && $0.contains(":\(inode) ") }
        // Without its number in the list.
        .map { String($0.drop { $0 != " " }) }
    }
    // The kernel gives the list in pieces, which may miss or repeat a lock while other processes take and release theirs. A
    // lock that is lost is in none of several lists.
    func allLocks() -> Set<String> { Set((0..<20).flatMap { _ in locks() }) }
    let before = allLocks()
    try #require(!before.isEmpty)
    #expect(try file.isReadable() && file.openForReading() != nil && file.damage() == nil)
    _ = try PrivateCopy(of: file)
    #expect(allLocks().isSuperset(of: before))
    withExtendedLifetime(opened) {}
  }

  @Test("garbage is damage of its store", arguments: kinds, ["", "SQLite format 3\0"])
  func garbage(kind: StoreKind, start: String) throws {
    folder.write(start + String(repeating: "garbage ", count: 2_000), to: "a/b/store.sqlite")
    let file = StoreFile(kind: kind, path: path)
    let bytes = Child.contents(path)
    for failure in [error { _ = try file.openForReading() }, error { _ = try file.openForWriting() }] {
      #expect(failure?.code == .foreign && failure?.store == kind && failure?.path == path)
    }
    #expect(try Child.contents(path) == bytes && file.damage() == nil, "in a place that never had a store of ours")
    try StoreLock(kind, path).exclusively { StoreLock(kind, path).leaveMark() }
    for failure in [error { _ = try file.openForReading() }, try file.damage()] {
      #expect(failure?.code == .damaged && failure?.store == kind && failure?.path == path)
    }
    #expect(try !file.isGood() && file.exists)
    let aside = try file.setAside("damaged")
    #expect(!file.exists && aside.hasPrefix(path + ".damaged-") && access(aside, F_OK) == 0)
    folder.write("again", to: "a/b/store.sqlite")
    #expect(try file.setAside("damaged") != aside)
  }

  @Test("a directory or a FIFO in its place is not a store", arguments: kinds)
  func noFile(kind: StoreKind) throws {
    folder.write("", to: "a/b/store.sqlite/readme")
    let file = StoreFile(kind: kind, path: path)
    #expect(error { _ = try file.openForReading() }?.code == .unreadable)
    #expect(error { _ = try file.openForWriting() } != nil)
    mkfifo(folder("fifo"), 0o644)
    let pipe = StoreFile(kind: kind, path: folder("fifo"))
    if kind == .catalog {
      #expect(try pipe.openForReading() == nil, "a search scans into memory")
    } else {
      #expect(error { _ = try pipe.openForReading() }?.code == .unreadable, "data may be elsewhere")
    }
  }

  @Test("an empty file is an empty store", arguments: kinds)
  func empty(kind: StoreKind) throws {
    folder.write("", to: "a/b/store.sqlite")
    let file = StoreFile(kind: kind, path: path)
    #expect(try file.openForReading() == nil)
    #expect(try file.openForWriting().path == path)
  }

  @Test("names that mean something in a URI", arguments: ["a?b", "a#b", "50%25", "ü ö", "a'b", "file:x"])
  func names(name: String) throws {
    for kind in Self.kinds {
      let path = folder("\(kind.name)/\(name)/\(name).sqlite")
      _ = try StoreFile(kind: kind, path: path).openForWriting()
      let file = StoreFile(kind: kind, path: path)
      #expect(try file.openForReading()?.path == path)
      let (uri, _) = try file.snapshot()
      #expect(try Connection(uri, for: .reading).number("PRAGMA application_id") == Int64(kind.applicationID))
    }
  }

  @Test func aPrivateCopyHasTheLogAndGoesWithItsOwner() throws {
    let file = StoreFile(kind: .userStore, path: path)
    let opened = try file.openForWriting()
    try opened.connection.run("UPDATE store SET revision = 41")
    #expect((StoreFile.status(path + "-wal")?.size ?? 0) > 0)
    var copied = ""
    do {
      let copy = try PrivateCopy(of: file)
      copied = copy.path
      let connection = try Connection(copy.path, for: .writing)
      #expect(try connection.number("SELECT revision FROM store") == 41)
      copy.forgetNames()
      #expect(access(copied, F_OK) == -1)
      #expect(try connection.number("SELECT revision FROM store") == 41)
    }
    #expect(access(copied, F_OK) == -1)
  }

  @Test func aRelativePathHasAParent() {
    #expect(StoreFile.parent("store.sqlite") == "." && StoreFile.parent("/store.sqlite") == "/")
    #expect(StoreFile.parent("a/b") == "a" && StoreFile.parent("/a/b") == "/a")
  }
}
