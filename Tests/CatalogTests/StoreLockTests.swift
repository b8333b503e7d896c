import Dispatch
import Glibc
import SQLite
import Synchronization
import TestSupport
import Testing

@testable import CatalogStore
@testable import StoreFiles

/// The lock of a whole store.
@Suite(.endsIfItHangs) struct StoreLockTests {
  private struct Stop: Error {}
  private let folder = TemporaryFolder()
  private var lock: StoreLock { StoreLock(.userStore, folder("a/user.sqlite")) }

  @Test func onlyOneIsInsideExclusively() throws {
    let inside = Atomic(0)
    let most = Atomic(0)
    let done = Atomic(0)
    let lock = lock
    DispatchQueue.concurrentPerform(iterations: 8) { _ in
      for _ in 0..<10 {
        try? lock.exclusively {
          most.max(inside.add(1, ordering: .sequentiallyConsistent).newValue, ordering: .relaxed)
          usleep(200)
          inside.subtract(1, ordering: .sequentiallyConsistent)
          done.add(1, ordering: .relaxed)
        }
      }
    }
    #expect(most.load(ordering: .relaxed) == 1 && done.load(ordering: .relaxed) == 80)
  }

  @Test func severalShareIt() throws {
    let lock = lock
    #expect(try lock.shared { try lock.shared { 7 } } == 7)
  }

  @Test func anErrorLetsItGo() throws {
    #expect(throws: Stop.self) { try lock.exclusively { throw Stop() } }
    #expect(try lock.exclusively { 1 } == 1)
  }

  @Test func aPlaceThatCannotBeWrittenIsAnErrorOfTheStore() throws {
    let path = folder.write("a file", to: "file") + "/user.sqlite"
    let error = #expect(throws: StoreError.self) { try StoreLock(.userStore, path).exclusively {} }
    #expect(error?.code == .unwritable && error?.store == .userStore && error?.path == path)
  }

  @Test func aDamagedCatalogIsSetAsideUnderItsLockUnlessAnotherHasReplacedIt() throws {
    let path = folder("a/catalog.sqlite")
    _ = try Catalog.openForWriting(path)
    let identity = try #require(FileIdentity(path))
    let lock = StoreLock(.catalog, path)
    let (isInside, isDone) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
    let aside = Mutex<String?>("not asked")
    DispatchQueue.global().async {
      isInside.wait()
      let result = try? Catalog.setAside(path, found: identity)
      aside.withLock { $0 = result }
      isDone.signal()
    }
    try lock.exclusively {
      isInside.signal()
      #expect(isDone.wait(timeout: .now() + .milliseconds(200)) == .timedOut, "it does not wait for the lock")
      #expect(FileIdentity(path) == identity)
      // Kept, so that no other file gets its number.
      for ending in ["", "-wal", "-shm"] { rename(path + ending, path + ".former" + ending) }
      folder.write("another", to: "a/catalog.sqlite")
    }
    isDone.wait()
    #expect(aside.withLock(\.self) == nil && Child.contents(path) == Array("another".utf8))
    // The very file that was found damaged is set aside.
    let moved = try Catalog.setAside(path, found: FileIdentity(path))
    #expect(moved?.hasPrefix(path + ".damaged-") == true && access(path, F_OK) != 0)
  }

  @Test func whatSQLiteRefusesBecomesTheStoresError() {
    let path = folder("x")
    for (code, expected) in [
      (5, StoreError.Code.busy), (6, .busy), (15, .busy), (8, .unwritable), (10, .unwritable), (11, .damaged),
      (26, .damaged), (20, .damaged), (13, .full), (10 | 19 << 8, .full), (1, .unreadable), (5 | 2 << 8, .busy),
    ] as [(Int32, StoreError.Code)] {
      let error = StoreError(.init(.init(rawValue: code), "words", path: "elsewhere"), .catalog, path: path)
      #expect(error.code == expected && error.path == path && error.detail == "words", "\(code)")
    }
  }
}

/// Copies of a store for one process.
@Suite struct PrivateCopyTests {
  private let folder = TemporaryFolder()
  private var path: String { folder("user.sqlite") }

  @Test("a copy of a store whose log another process empties meanwhile has all of one state")
  func changing() throws {
    let writer = try StoreFile(kind: .userStore, path: path).openForWriting().connection
    try writer.execute("CREATE TABLE pair (id INTEGER PRIMARY KEY, one, two); INSERT INTO pair VALUES (1, 0, 0)")
    try writer.execute("CREATE TABLE filler (x)")
    let isDone = Atomic(false)
    let path = path
    let group = DispatchGroup()
    DispatchQueue.global().async(group: group) {
      guard let writer = try? Connection(path, for: .writing) else { return }
      var number = 0
      while !isDone.load(ordering: .relaxed) {
        number += 1
        try? writer.execute(
          """
          BEGIN; UPDATE pair SET one = \(number); DELETE FROM filler;
          INSERT INTO filler VALUES (zeroblob(60000)); UPDATE pair SET two = \(number); COMMIT;
          """)
        if number % 3 == 0 { try? writer.execute("PRAGMA wal_checkpoint(TRUNCATE)") }
        usleep(200)
      }
    }
    for _ in 0..<60 {
      let copy = try PrivateCopy(of: StoreFile(kind: .userStore, path: path))
      let connection = try Connection(copy.path, for: .writing)
      #expect(try connection.texts("PRAGMA integrity_check(1)") == ["ok"])
      #expect(try connection.number("SELECT count(*) FROM pair WHERE one = two") == 1)
    }
    isDone.store(true, ordering: .relaxed)
    group.wait()
  }
}
