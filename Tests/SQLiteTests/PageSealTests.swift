import TestSupport
import Testing

@testable import SQLite

/// Pages of a database that asks for it are sealed, and one that was changed by anything else is damage when it is read.
@Suite struct PageSealTests {
  private let folder = TemporaryFolder()
  private var path: String { folder("sealed.sqlite") }
  private static let page = 4_096

  /// A database of some dozen pages with an index and a row that goes on in other pages.
  private func make(sealed: Bool = true) throws {
    let connection = try Connection(path, for: .writing)
    if sealed { try connection.sealPages() }
    try connection.execute("PRAGMA journal_mode = WAL; CREATE TABLE t (id INTEGER PRIMARY KEY, text TEXT)")
    try connection.execute("CREATE INDEX by_text ON t (text)")
    try connection.transaction {
      for number in 0..<400 {
        try connection.run(
          "INSERT INTO t (text) VALUES (?)", [Value("row \(number) " + String(repeating: "x", count: 60))])
      }
      try connection.run("INSERT INTO t (text) VALUES (?)", [Value(String(repeating: "long ", count: 4_000))])
    }
    try connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
  }

  /// Reads every page.
  private func read() throws -> [String] {
    let connection = try Connection(path, for: .reading)
    let problem = try connection.texts("PRAGMA integrity_check(1)")
    return try problem + connection.texts("SELECT text FROM t NOT INDEXED ORDER BY id")
  }

  /// Whether reading finds damage.
  private func isDamaged() -> Bool {
    do {
      return try read().first != "ok"
    } catch {
      return [.corrupt, .notADatabase].contains((error as? SQLiteError)?.code.primary)
    }
  }

  @Test func sealedPagesAreReadAsTheyWereWritten() throws {
    try make()
    #expect(try Connection(path, for: .reading).hasSealedPages())
    #expect(Child.contents(path)[20] == 16)
    let all = try read()
    #expect(all.count == 402 && all.first == "ok")
    let connection = try Connection(path, for: .writing)
    try connection.execute("UPDATE t SET text = text || '!' WHERE id % 3 = 0; DELETE FROM t WHERE id % 5 = 0; VACUUM")
    #expect(try connection.hasSealedPages())
    #expect(try read().count == 322)
  }

  @Test func anyBitThatChangesIsDamage() throws {
    try make()
    let sound = Child.contents(path)
    var random = SeededGenerator(seed: 4)
    var places = [0, 16, 18, 20, 24, 28, 32, 44, 56, 60, 68, 92, 96, 100].map { ($0, UInt8(1)) }
    for start in stride(from: 0, to: sound.count, by: Self.page) {
      places.append(
        (start + Int.random(in: 0..<Self.page, using: &random), 1 << UInt8.random(in: 0..<8, using: &random)))
      places.append((start + Self.page - 1 - Int.random(in: 0..<16, using: &random), 0x80))
    }
    for (place, bit) in places {
      var bytes = sound
      bytes[place] ^= bit
      folder.write(bytes, to: "sealed.sqlite")
      #expect(isDamaged(), "byte \(place) of \(sound.count)")
    }
  }

  @Test func aPageInAnothersPlaceIsDamage() throws {
    try make()
    let sound = Child.contents(path)
    let count = sound.count / Self.page
    for (from, to) in zip(0..<count, (0..<count).map { ($0 * 7 + 3) % count }) where from != to {
      var bytes = sound
      bytes.replaceSubrange(
        to * Self.page..<(to + 1) * Self.page, with: sound[from * Self.page..<(from + 1) * Self.page])
      folder.write(bytes, to: "sealed.sqlite")
      #expect(isDamaged(), "page \(from) in the place of \(to)")
    }
  }

  @Test func aDatabaseBecomesSealedByVacuum() throws {
    try make(sealed: false)
    let before = try read()
    let connection = try Connection(path, for: .writing)
    #expect(try !connection.hasSealedPages())
    try connection.sealPages()
    try connection.execute("VACUUM; PRAGMA wal_checkpoint(TRUNCATE)")
    #expect(try connection.hasSealedPages())
    #expect(try read() == before && Child.contents(path)[20] == 16)
    var bytes = Child.contents(path)
    bytes[bytes.count - 100] ^= 1
    folder.write(bytes, to: "sealed.sqlite")
    #expect(isDamaged())
  }

  @Test func otherDatabasesHaveNoSeals() throws {
    try make(sealed: false)
    let bytes = Child.contents(path)
    #expect(bytes[20] == 0)
    let before = try read()
    // A letter: SQLite itself can't tell.
    let place = try #require(bytes.indices.first { bytes[$0...].starts(with: Array("row 77 ".utf8)) })
    var changed = bytes
    changed[place] = UInt8(ascii: "R")
    folder.write(changed, to: "sealed.sqlite")
    let after = try Connection(path, for: .reading).texts("SELECT text FROM t NOT INDEXED ORDER BY id")
    #expect(after != Array(before.dropFirst()) && after.count == 401)
  }
}
