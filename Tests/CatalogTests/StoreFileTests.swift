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

/// The stores of which the file may be at any place.
let placedStores = [StoreKind.catalog, .userStore]

/// Files as they may lie in a store's place.
struct StoreFileTests {
  private let folder = TemporaryFolder()

  /// The error of a call.
  private func error(_ body: () throws -> Void) -> StoreError? {
    do {
      try body()
      return nil
    } catch {
      return error as? StoreError
    }
  }

  @Test("a store is made with its folders, for its owner only, and opened again, whatever its path means to others")
  func made() throws {
    for kind in placedStores {
      for name in ["b", "a?b", "a#b", "50%25", "ü ö", "a'b", "file:x", ":memory:", "file:x?mode=memory"] {
        let path = folder("\(kind.name)/\(name)/\(name)")
        let file = StoreFile(kind: kind, path: path)
        try verify(file.openForReading() == nil && !file.exists)
        do {
          let opened = try file.openForWriting()
          verify(opened.path == path && !opened.isSnapshot)
          try verify(opened.connection.number("PRAGMA application_id"), equals: Int64(kind.applicationID))
          try verify(opened.connection.number("PRAGMA user_version"), equals: Int64(kind.version))
        }
        for part in ["", "/\(name)", "/\(name)/\(name)"] {
          var status = stat()
          verify(stat(folder(kind.name + part), &status) == 0 && status.st_mode & 0o077 == 0, "\(part)")
        }
        try verify(file.openForReading()?.path == path && file.exists && file.isGood() && file.damage() == nil)
        let (uri, _) = try file.snapshot()
        try verify(Connection(uri, for: .reading).number("PRAGMA application_id"), equals: Int64(kind.applicationID))
        verify(StoreFile(kind: kind, path: name).name, equals: "./" + name)
      }
    }
    verify(StoreFile.parent("store.sqlite") == "." && StoreFile.parent("/store.sqlite") == "/")
    verify(StoreFile.parent("a/b") == "a" && StoreFile.parent("/a/b") == "/a")
  }

  @Test("a thread that comes while another makes a store does not take it for another program's")
  func madeMeanwhile() {
    let failures = Mutex<[String]>([])
    for round in 0..<SeededGenerator.cases(20) {
      let path = folder("\(round)/store.sqlite")
      let delay = UInt32.random(in: 0..<6_000)
      DispatchQueue.concurrentPerform(iterations: 2) { thread in
        // The second comes while the first is at any point of making it.
        usleep(UInt32(thread) * delay)
        let failure = error {
          if round.isMultiple(of: 2) {
            _ = try Catalog.openForWriting(path)
          } else {
            _ = try UserStore(path, rules: SmallStore.rules) { _ in }
          }
        }
        if let failure { failures.withLock { $0.append("\(failure)") } }
      }
    }
    failures.withLock { verify($0.isEmpty, "\($0.count): \($0.first ?? "")") }
  }

  @Test("a lock is there at every moment while it gets its mark")
  func marked() {
    var misses = 0
    for round in 0..<SeededGenerator.cases(50) {
      folder.write("", to: "\(round).lock")
      let lock = StoreLock(placedStores[round % 2], folder("\(round)"))
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
    verify(misses, equals: 0)
    folder.write("another program's", to: "other.lock")
    for kind in placedStores {
      verify(!StoreLock(kind, folder("other")).isThere && !StoreLock(kind, folder("none")).isThere)
    }
  }

  @Test("a catalog of an older schema gives way to a new one as a whole, and can be read until then")
  func olderCatalog() throws {
    let path = folder("a/store.sqlite")
    let file = StoreFile(kind: .catalog, path: path)
    let version = StoreKind.catalog.version
    do {
      let connection = try file.openForWriting().connection
      try connection.execute("UPDATE catalog SET generation = 7; PRAGMA user_version = \(version - 1)")
    }
    try verify(file.openForReading() == nil)
    let reader = try Connection(path, for: .reading)
    try verify(reader.number("SELECT generation FROM catalog"), equals: 7)
    var former: [Int64?] = []
    let opened = try file.openForWriting(filling: { _ in
      former.append(try Connection(path, for: .reading).number("SELECT generation FROM catalog"))
    })
    verify(former, equals: [7])
    try verify(opened.connection.number("SELECT generation FROM catalog"), equals: 0)
    try verify(opened.connection.number("PRAGMA user_version") == Int64(version) && opened.path == path)
    try verify(reader.number("SELECT generation FROM catalog"), equals: 7, "who has it open keeps it")
    verify(!folder.names(in: "a").contains { $0.contains("unfinished") || $0.contains("damaged") })
  }

  @Test("garbage is damage, and so is a page that nothing leads to; each store is foreign in another's place")
  func damaged() throws {
    for (kind, start) in [(StoreKind.catalog, ""), (.userStore, "SQLite format 3\0")] {
      let path = folder.write(start + String(repeating: "garbage ", count: 2_000), to: "\(kind.name)/garbage.sqlite")
      let file = StoreFile(kind: kind, path: path)
      let bytes = Child.contents(path)
      for failure in [error { _ = try file.openForReading() }, error { _ = try file.openForWriting() }] {
        verify(failure?.code == .foreign && failure?.store == kind && failure?.path == path)
      }
      try verify(Child.contents(path) == bytes && file.damage() == nil, "in a place that never had a store of ours")
      try StoreLock(kind, path).exclusively { StoreLock(kind, path).leaveMark() }
      for failure in [error { _ = try file.openForReading() }, try file.damage()] {
        verify(failure?.code == .damaged && failure?.store == kind && failure?.path == path)
      }
      verify(try !file.isGood() && file.exists)
      let aside = try file.setAside("damaged")
      verify(!file.exists && aside.hasPrefix(path + ".damaged-") && access(aside, F_OK) == 0)
      folder.write("again", to: "\(kind.name)/garbage.sqlite")
      try verify(file.setAside("damaged") != aside)
    }
    for kind in [StoreKind.catalog, .userStore, .results] {
      let file = StoreFile(kind: kind, path: folder("\(kind.name).sqlite"))
      _ = try file.openForWriting()
      for other in placedStores where other.applicationID != kind.applicationID {
        let other = StoreFile(kind: other, path: file.path)
        verify(error { _ = try other.openForReading() }?.code, equals: .foreign)
      }
      var bytes = Child.contents(file.path) + Array(repeating: 0, count: 4_096)
      let pages = bytes.count / 4_096
      // The number of pages, in the header: SQLite ignores what is beyond it.
      bytes.replaceSubrange(28..<32, with: [0, 0, UInt8(pages >> 8), UInt8(pages & 0xFF)])
      folder.write(bytes, to: "\(kind.name).sqlite")
      try verify(file.damage()?.detail.contains("never used"), equals: true)
    }
    mkfifo(folder("fifo"), 0o644)
    try verify(StoreFile(kind: .catalog, path: folder("fifo")).openForReading() == nil, "a search scans into memory")
  }

  @Test("looking at a store takes no lock from connections that this process has open")
  func locks() throws {
    for kind in placedStores {
      let path = folder("\(kind.name).sqlite")
      let file = StoreFile(kind: kind, path: path)
      let opened = try file.openForWriting()
      let inode = try demand(StoreFile.status(path)).identity.inode
      /// Without them, another process that closes the store deletes its log, and commits to it are lost.
      func locks() -> [String] {
        String(decoding: Child.contents("/proc/locks"), as: UTF8.self).split(separator: "\n")
          .filter { $0.contains(" \(getpid()) ") && $0.contains(":\(inode) ") }
          // Without its number in the list.
          .map { String($0.drop { $0 != " " }) }
      }
      // The kernel gives the list in pieces, which may miss or repeat a lock while other processes take and release
      // theirs. A lock that is lost is in none of several lists.
      func allLocks() -> Set<String> { Set((0..<20).flatMap { _ in locks() }) }
      let before = allLocks()
      try demand(!before.isEmpty)
      try verify(file.isReadable() && file.openForReading() != nil && file.damage() == nil)
      _ = try PrivateCopy(of: file)
      verify(allLocks().isSuperset(of: before))
      withExtendedLifetime(opened) {}
    }
  }
}
