import SQLite
import TestSupport
import Testing

/// Opening, errors and copies.
@Suite struct OpeningTests {
  @Test func aReadingConnectionCannotWrite() throws {
    let database = try Database("CREATE TABLE t (i INTEGER) STRICT; INSERT INTO t VALUES (1)")
    let reader = try Connection(database.path, for: .reading)
    #expect(try reader.numbers("SELECT i FROM t") == [1])
    for sql in ["INSERT INTO t VALUES (2)", "DELETE FROM t", "CREATE TABLE u (i)", "PRAGMA user_version = 7"] {
      let error = failure { try reader.run(sql) }
      #expect(error?.code.primary == .readOnly && error?.path == database.path, "\(sql)")
    }
    #expect(try database.connection.numbers("SELECT i FROM t") == [1])
  }

  @Test func aFileThatIsMissingIsAnErrorForAReader() {
    let folder = TemporaryFolder()
    let error = failure { _ = try Connection(folder("none.sqlite"), for: .reading) }
    #expect(error?.path == folder("none.sqlite") && error?.code.rawValue == 14)
    #expect(error?.description == "\(folder("none.sqlite")): \(error?.message ?? "")")
    #expect(folder.names(in: "") == [])
  }

  @Test func aFileThatIsNoDatabaseIsAnErrorAtItsFirstUse() throws {
    let folder = TemporaryFolder()
    let path = folder.write(String(repeating: "no database ", count: 1_000), to: "text")
    let connection = try Connection(path, for: .reading)
    let error = failure { _ = try connection.number("SELECT count(*) FROM sqlite_schema") }
    #expect(error?.code == .notADatabase && error?.path == path)
  }

  @Test func aURIOpensAnImmutableFile() throws {
    let database = try Database("CREATE TABLE t (i INTEGER) STRICT; INSERT INTO t VALUES (1)")
    let reader = try Connection("file:\(database.path)?immutable=1", for: .reading)
    #expect(try reader.numbers("SELECT i FROM t") == [1])
  }

  @Test func anExtendedCodeHasItsPrimaryOne() {
    #expect(SQLiteError.Code.noRoomForSharedMemory.primary == .inputOutput)
    #expect(SQLiteError.Code.busy.primary == .busy)
  }

  @Test func aBackupIsACompleteCopy() throws {
    let database = try Database(
      "CREATE TABLE t (x TEXT) STRICT; INSERT INTO t VALUES ('a'), (''); PRAGMA user_version = 3")
    let copy = database.folder("copy'; --.sqlite")
    try database.connection.backUp(to: copy)
    try database.connection.run("DELETE FROM t")
    let other = try Connection(copy, for: .reading)
    #expect(try other.texts("SELECT x FROM t ORDER BY rowid") == ["a", ""])
    #expect(try other.number("PRAGMA user_version") == 3)
  }

  @Test func aBackupTakesThePlaceOfNothingElse() throws {
    let database = try Database("CREATE TABLE t (x TEXT) STRICT")
    let path = database.folder.write("another file", to: "other")
    #expect(failure { try database.connection.backUp(to: path) } != nil)
    #expect(Child.contents(path) == Array("another file".utf8))
    let empty = database.folder.write("", to: "empty")
    #expect(throws: Never.self) { try database.connection.backUp(to: empty) }
  }

  @Test func aDamagedDatabaseGivesNoBackup() throws {
    let database = try Database(
      """
      PRAGMA page_size = 1024; CREATE TABLE t (x TEXT) STRICT;
      WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 200)
      INSERT INTO t SELECT printf('%0500d', i) FROM n
      """)
    var bytes = Child.contents(database.path)
    for place in stride(from: 20 * 1_024, to: 40 * 1_024, by: 1) { bytes[place] = 0xA5 }
    let damaged = try Connection(database.folder.write(bytes, to: "damaged"), for: .reading)
    let error = failure { try damaged.backUp(to: database.folder("copy")) }
    #expect(error?.code.primary == .corrupt)
  }

  @Test func aScriptStopsAtItsFirstError() throws {
    let database = try Database()
    let error = failure {
      try database.connection.execute("CREATE TABLE a (i); CREATE TABLE a (i); CREATE TABLE b (i)")
    }
    #expect(error?.message.contains("already exists") == true)
    #expect(try database.connection.texts("SELECT name FROM sqlite_schema") == ["a"])
  }
}
