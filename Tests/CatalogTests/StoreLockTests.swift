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
  private let folder = TemporaryFolder()

  @Test("only one is inside exclusively, several share it, and an error lets it go")
  func exclusion() throws {
    struct Stop: Error {}
    let inside = Atomic(0)
    let most = Atomic(0)
    let done = Atomic(0)
    let lock = StoreLock(.userStore, folder("a/user.sqlite"))
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
    verify(most.load(ordering: .relaxed) == 1 && done.load(ordering: .relaxed) == 80)
    verify(throws: Stop.self) { try lock.exclusively { throw Stop() } }
    try verify(lock.exclusively { 1 } == 1 && lock.shared { try lock.shared { 7 } } == 7)
  }

  @Test("what SQLite and the system refuse becomes the store's error")
  func errors() throws {
    let path = folder.write("a file", to: "file") + "/user.sqlite"
    let error = verify(throws: StoreError.self) { try StoreLock(.userStore, path).exclusively {} }
    verify(error?.code == .unwritable && error?.store == .userStore && error?.path == path)
    for (code, expected) in [
      (5, StoreError.Code.busy), (6, .busy), (15, .busy), (8, .unwritable), (10, .unwritable), (11, .damaged),
      (26, .damaged), (20, .damaged), (13, .full), (10 | 19 << 8, .full), (1, .unreadable), (5 | 2 << 8, .busy),
    ] as [(Int32, StoreError.Code)] {
      let error = StoreError(.init(.init(rawValue: code), "words", path: "elsewhere"), .catalog, path: path)
      verify(error.code == expected && error.path == path && error.detail == "words", "\(code)")
    }
  }

  @Test func aDamagedCatalogIsSetAsideUnderItsLockUnlessAnotherHasReplacedIt() throws {
    let path = folder("a/catalog.sqlite")
    _ = try Catalog.openForWriting(path)
    let identity = try demand(FileIdentity(path))
    let (isInside, isDone) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
    let aside = Mutex<String?>("not asked")
    DispatchQueue.global().async {
      isInside.wait()
      let result = try? Catalog.setAside(path, found: identity)
      aside.withLock { $0 = result }
      isDone.signal()
    }
    try StoreLock(.catalog, path).exclusively {
      isInside.signal()
      verify(isDone.wait(timeout: .now() + .milliseconds(200)), equals: .timedOut, "it does not wait for the lock")
      verify(FileIdentity(path), equals: identity)
      // Kept, so that no other file gets its number.
      for ending in ["", "-wal", "-shm"] { rename(path + ending, path + ".former" + ending) }
      folder.write("another", to: "a/catalog.sqlite")
    }
    isDone.wait()
    verify(aside.withLock(\.self) == nil && Child.contents(path) == Array("another".utf8))
    // The very file that was found damaged is set aside.
    let moved = try Catalog.setAside(path, found: FileIdentity(path))
    verify(moved?.hasPrefix(path + ".damaged-") == true && access(path, F_OK) != 0)
  }
}

/// Copies of a store for one process.
struct PrivateCopyTests {
  private let folder = TemporaryFolder()
  private var path: String { folder("user.sqlite") }

  @Test("it has the log, and goes with its owner") func owned() throws {
    let file = StoreFile(kind: .userStore, path: path)
    let opened = try file.openForWriting()
    try opened.connection.run("UPDATE store SET revision = 41")
    verify(!Child.contents(path + "-wal").isEmpty)
    var copied = ""
    do {
      let copy = try PrivateCopy(of: file)
      copied = copy.path
      let connection = try Connection(copy.path, for: .writing)
      try verify(connection.number("SELECT revision FROM store"), equals: 41)
      copy.forgetNames()
      verify(access(copied, F_OK), equals: -1)
      try verify(connection.number("SELECT revision FROM store"), equals: 41)
    }
    verify(access(copied, F_OK), equals: -1)
  }

  @Test("it has all of one state, though another process empties the store's log meanwhile")
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
    for _ in 0..<SeededGenerator.cases(15) {
      let copy = try PrivateCopy(of: StoreFile(kind: .userStore, path: path))
      let connection = try Connection(copy.path, for: .writing)
      try verify(connection.texts("PRAGMA integrity_check(1)"), equals: ["ok"])
      try verify(connection.number("SELECT count(*) FROM pair WHERE one = two"), equals: 1)
    }
    isDone.store(true, ordering: .relaxed)
    group.wait()
  }
}
