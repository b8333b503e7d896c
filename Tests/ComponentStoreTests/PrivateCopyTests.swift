import Dispatch
import Glibc
import SQLite
import Synchronization
import TestSupport
import Testing

@testable import ComponentStore

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
