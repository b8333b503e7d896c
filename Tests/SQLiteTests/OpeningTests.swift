import SQLite
import TestSupport
import Testing

/// Opening, errors and copies.
struct OpeningTests {
  @Test("a reading connection, by a path or by the URI of an immutable file, can't write")
  func reading() throws {
    let database = try Database("CREATE TABLE t (i INTEGER) STRICT; INSERT INTO t VALUES (1)")
    let reader = try Connection(database.path, for: .reading)
    for sql in ["INSERT INTO t VALUES (2)", "DELETE FROM t", "CREATE TABLE u (i)", "PRAGMA user_version = 7"] {
      let error = verify(throws: SQLiteError.self, "\(sql)") { try reader.run(sql) }
      verify(error?.code.primary == .readOnly && error?.path == database.path, "\(sql)")
    }
    let unchanging = try Connection("file:\(database.path)?immutable=1", for: .reading)
    for one in [reader, unchanging, database.connection] { try verify(one.numbers("SELECT i FROM t"), equals: [1]) }
  }

  @Test("a file that is missing is an error for a reader, one that is no database at its first use")
  func unusable() throws {
    let folder = TemporaryFolder()
    let missing = verify(throws: SQLiteError.self) { try Connection(folder("none.sqlite"), for: .reading) }
    verify(missing?.path == folder("none.sqlite") && missing?.code.rawValue == 14)
    verify(missing?.description, equals: "\(folder("none.sqlite")): \(missing?.message ?? "")")
    verify(folder.names(in: ""), equals: [])
    let path = folder.write(String(repeating: "no database ", count: 1_000), to: "text")
    let connection = try Connection(path, for: .reading)
    let foreign = verify(throws: SQLiteError.self) { try connection.number("SELECT count(*) FROM sqlite_schema") }
    verify(foreign?.code == .notADatabase && foreign?.path == path)
    verify(SQLiteError.Code.noRoomForSharedMemory.primary == .inputOutput && SQLiteError.Code.busy.primary == .busy)
  }

  @Test("a backup is a complete copy, and takes the place of nothing else")
  func backup() throws {
    let database = try Database(
      "CREATE TABLE t (x TEXT) STRICT; INSERT INTO t VALUES ('a'), (''); PRAGMA user_version = 3")
    let folder = database.folder
    for copy in [folder("copy'; --.sqlite"), folder.write("", to: "empty")] {
      try database.connection.backUp(to: copy)
      let other = try Connection(copy, for: .reading)
      try verify(other.texts("SELECT x FROM t ORDER BY rowid"), equals: ["a", ""])
      try verify(other.number("PRAGMA user_version"), equals: 3)
    }
    try database.connection.run("DELETE FROM t")
    try verify(Connection(folder("empty"), for: .reading).number("SELECT count(*) FROM t"), equals: 2)
    let path = folder.write("another file", to: "other")
    verify(throws: SQLiteError.self) { try database.connection.backUp(to: path) }
    verify(Child.contents(path), equals: Array("another file".utf8))
  }

  @Test func aDamagedDatabaseGivesNoBackup() throws {
    let database = try Database(
      """
      PRAGMA page_size = 1024; CREATE TABLE t (x TEXT) STRICT;
      WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 200)
      INSERT INTO t SELECT printf('%0500d', i) FROM n
      """)
    var bytes = Child.contents(database.path)
    for place in 20 * 1_024..<40 * 1_024 { bytes[place] = 0xA5 }
    let damaged = try Connection(database.folder.write(bytes, to: "damaged"), for: .reading)
    let error = verify(throws: SQLiteError.self) { try damaged.backUp(to: database.folder("copy")) }
    verify(error?.code.primary, equals: .corrupt)
  }

  @Test func aScriptStopsAtItsFirstError() throws {
    let database = try Database()
    let error = verify(throws: SQLiteError.self) {
      try database.connection.execute("CREATE TABLE a (i); CREATE TABLE a (i); CREATE TABLE b (i)")
    }
    verify(error?.message.contains("already exists") == true)
    try verify(database.connection.texts("SELECT name FROM sqlite_schema"), equals: ["a"])
  }
}
