import ComponentModel
import Foundation
import Glibc
import SQLite
import TestSupport
import Testing

@testable import ComponentStore

/// Records that change without a scan are noticed, whatever table they are in.
@Suite struct CatalogSealTests {
  private let small: SmallCatalog
  private static let now = UTCTime(secondsSince1970: 1_800_000_000) ?? .epoch

  init() throws { small = try SmallCatalog() }

  /// The rows that a digest covers.
  private static let tables = [
    "component", "search_text", "port", "patch_parameter", "replaced", "component_tag", "tag", "tag_name", "refusal",
    "preset", "word", "posting", "word_list", "word_block", "tag_alias", "lexicon",
  ]

  private func findings(at time: UTCTime = now, _ extent: CatalogVerification.Extent = .everything) throws
    -> CatalogVerification.Findings
  {
    try Catalog.openForWriting(small.path).verify(extent, at: time)
  }

  /// Changes a copy of the catalog as no scan does, and checks that this is noticed.
  private func check(_ change: String, sourceLocation: SourceLocation = #_sourceLocation) throws {
    let path = small.folder("changed/catalog.sqlite")
    for ending in ["-wal", "-shm"] { unlink(path + ending) }
    small.folder.write(Child.contents(small.path), to: "changed/catalog.sqlite")
    do {
      let connection = try Connection(path, for: .writing)
      try connection.execute("PRAGMA foreign_keys = OFF; PRAGMA recursive_triggers = OFF")
      try connection.run(change)
      try #require(connection.changeCount > 0, "\(change)", sourceLocation: sourceLocation)
      try connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    }
    let found = try Catalog.openForWriting(path).verify(.everything, at: Self.now)
    #expect(!found.isEmpty, "\(change)", sourceLocation: sourceLocation)
  }

  @Test func whatAScanHasWrittenMatches() throws {
    #expect(try findings().isEmpty)
    try SmallCatalog.write(to: small.path)
    #expect(try findings().isEmpty)
    try SmallCatalog.write(to: small.path)
    #expect(try findings(at: UTCTime(secondsSince1970: 1_900_000_000) ?? .epoch, .share).isEmpty)
  }

  @Test("one changed value is noticed", arguments: tables)
  func value(table: String) throws {
    let columns = try Connection(small.path, for: .reading).rows(
      "SELECT name, type, \"notnull\" OR pk > 0 AS is_needed FROM pragma_table_info('\(table)')")
    var changes: [String] = []
    while let column = try columns.next() {
      let name = try column.text("name")
      let value =
        switch try column.text("type") {
        case "TEXT": "coalesce(\(name), '') || 'x'"
        case "BLOB": "zeroblob(2)"
        default: "coalesce(\(name), 0) + 1"
        }
      changes.append("UPDATE OR IGNORE \(table) SET \(name) = \(value)")
      if try !column.flag("is_needed") {
        changes.append("UPDATE OR IGNORE \(table) SET \(name) = NULL WHERE \(name) IS NOT NULL")
      }
    }
    #expect(changes.count >= 2)
    for change in changes where !change.hasSuffix("NOT NULL") || holdsValue(change) { try check(change) }
  }

  /// Whether a change of values to NULL changes any.
  private func holdsValue(_ change: String) -> Bool {
    let parts = change.split(separator: " ")
    let condition = parts.suffix(4).joined(separator: " ")
    let sql = "SELECT EXISTS (SELECT 1 FROM \(parts[3]) WHERE \(condition))"
    return (try? Connection(small.path, for: .reading).number(sql)) == 1
  }

  @Test("a lost row is noticed", arguments: tables + ["bundle", "component_seal", "bundle_seal", "latest_change"])
  func row(table: String) throws { try check("DELETE FROM \(table)") }

  @Test func aChangedVerdictIsNoticed() throws {
    for column in ["verdict", "reason", "remarks", "since"] {
      try check("UPDATE bundle SET \(column) = \(column) || 'x'")
    }
  }

  @Test func aChangedDefinitionIsNoticed() throws {
    let connection = try Connection(small.path, for: .writing)
    try connection.execute("DROP VIEW presets; CREATE VIEW presets AS SELECT 1 AS component")
    #expect(try findings().problem?.contains("presets") == true)
  }

  @Test func theIndexOfNamesIsVerified() throws {
    let connection = try Connection(small.path, for: .writing)
    try connection.execute(
      "INSERT INTO name_index (name_index, rowid, name) SELECT 'delete', component, name FROM search_text LIMIT 1")
    #expect(try findings().problem?.contains("index of names") == true)
  }

  @Test func whatAPersonHasAddedIsNoDamage() throws {
    let connection = try Connection(small.path, for: .writing)
    try connection.execute("CREATE TABLE mine (i); CREATE VIEW my_names AS SELECT name FROM components")
    #expect(try findings().isEmpty)
  }

  /// Damages a bundle and scans at random intervals: it is found within a day and one interval, and nothing is verified
  /// twice as often as needed.
  @Test func aDayOfScansVerifiesEverything() throws {
    var random = SeededGenerator(environment: ProcessInfo.processInfo.environment, purpose: "verified shares")
    for _ in 0..<8 {
      let folder = TemporaryFolder()
      let path = folder("catalog.sqlite")
      let bundles = Int.random(in: 1...60, using: &random)
      try SmallCatalog.write(bundles: bundles, to: path)
      let catalog = try Catalog.openForWriting(path)
      var time: Int64 = 1_800_000_000
      #expect(try catalog.verify(.everything, at: try #require(UTCTime(secondsSince1970: time))).isEmpty)
      let start = time + Int64.random(in: 0...86_400, using: &random)
      let longest = Int64.random(in: 30...40_000, using: &random)
      let victim = "urn:\(Int.random(in: 0..<bundles, using: &random))"
      var isDamaged = false
      while time < start + 300_000 {
        time += Int64.random(in: 1...longest, using: &random)
        if !isDamaged, time >= start {
          try Connection(path, for: .writing).run("UPDATE component SET name = 'Severb' WHERE uri = ?", [Value(victim)])
          isDamaged = true
        }
        let found = try catalog.verify(.share, at: try #require(UTCTime(secondsSince1970: time)))
        if !found.isEmpty { break }
      }
      #expect(time <= start + 86_400 + 2 * longest, "seed \(random.seed), \(bundles) bundles, every \(longest) s")
    }
  }

  @Test func whereNothingIsDueNothingIsWritten() throws {
    let time = try #require(UTCTime(secondsSince1970: 1_800_000_000))
    let catalog = try Catalog.openForWriting(small.path)
    _ = try catalog.verify(.everything, at: time)
    let before = Child.contents(small.path + "-wal")
    _ = try catalog.verify(.share, at: try #require(UTCTime(secondsSince1970: 1_800_000_060)))
    #expect(Child.contents(small.path + "-wal") == before)
  }
}
