import AudioComponents
import Glibc
import Linux
import SQLite
import TestSupport
import Testing

/// Damage of the catalog ends in a right one, without the person's help.
@Suite struct CatalogDamageTests {
  private let bundles = HandmadeBundles()
  private var folder: TemporaryFolder { bundles.folder }
  private let notices = Notices()
  private var path: String { folder("catalog.sqlite") }

  init() {
    bundles.effect("hall.lv2", uri: "urn:test:hall", name: "\"Hall\"")
    bundles.effect("echo.lv2", uri: "urn:test:echo", name: "\"Echo\"")
    bundles.presets("presets.lv2", of: "urn:test:hall", names: ["Church", "Cave"])
  }

  private func manager(rebuilding: Bool = false) throws -> ComponentManager {
    let notices = notices
    var configuration = try ScannedCatalog.manager(catalog: path, path: bundles.path, isNew: true) { notices.add($0) }
      .configuration
    configuration.rebuildsDamagedCatalog = rebuilding
    return ComponentManager(configuration)
  }

  /// Overwrites the catalog with what is no database.
  private func destroy() {
    for ending in ["", "-wal", "-shm"] { unlink(path + ending) }
    folder.write(String(repeating: "this is no database ", count: 500), to: "catalog.sqlite")
    // Its lock shows that the file was a catalog.
    folder.write("aucat catalog\n", to: "catalog.sqlite.lock")
  }

  /// Changes the catalog as no scan does.
  private func change(_ sql: String) throws {
    let connection = try Connection(path, for: .writing)
    try connection.execute("PRAGMA foreign_keys = OFF")
    try connection.execute(sql)
  }

  /// Without logs, which are set aside with their catalogs.
  private var setAside: [String] {
    folder.names(in: "").filter { $0.hasPrefix("catalog.sqlite.damaged-") && !$0.hasSuffix("-wal") }
  }

  @Test(
    "a full scan makes the catalog anew, whatever has changed in it",
    arguments: [
      """
      UPDATE component SET name = 'Severb'; UPDATE port SET symbol = 'x'; UPDATE component SET shown = 7;
      UPDATE bundle SET verdict = 'failed', reason = 'x'; UPDATE posting SET rows = x'FFFF'; UPDATE lexicon SET value = 'x'
      """,
      "DELETE FROM component WHERE name = 'Hall'; DELETE FROM preset; DELETE FROM word_list",
      "DROP INDEX component_by_type; DROP VIEW ports; CREATE VIEW ports AS SELECT 1",
    ])
  func full(change sql: String) throws {
    func content() throws -> [String] {
      let connection = try Connection(path, for: .reading)
      return try connection.texts(
        """
        SELECT name || uri || verdict FROM components JOIN bundles ON path = bundle
        UNION ALL SELECT symbol FROM ports UNION ALL SELECT name FROM presets
        UNION ALL SELECT key || value FROM lexicon UNION ALL SELECT text FROM word
        UNION ALL SELECT name FROM sqlite_schema ORDER BY 1
        """)
    }
    let manager = try manager()
    let generation = try manager.scan().generation
    let before = try content()
    try change(sql)
    let report = try manager.scan(.full)
    #expect(try content() == before)
    #expect(report.components == 2 && report.generation > generation)
    for words in ["name == Hall", "hall", "hal"] {
      // What is tagged as a hall follows.
      #expect(try manager.components(matching: words).first?.uri == "urn:test:hall", "\(words)")
    }
    #expect(notices.all.isEmpty && setAside.isEmpty, "\(notices.all)")
    #expect(!folder.names(in: "").contains { $0.contains("unfinished") })
  }

  @Test("until a full scan ends, searches read the former catalog, which stays if the scan is interrupted")
  func fullBeside() throws {
    let manager = try manager()
    try manager.scan()
    let other = try self.manager()
    for isInterrupted in [true, false] {
      var counts: Set<Int> = []
      func scan() throws {
        try manager.scan(.full) { _ in
          counts.insert((try? other.components(matching: "").count) ?? -1)
        } isCancelled: {
          isInterrupted
        }
      }
      if isInterrupted {
        #expect(throws: ComponentManagerError.self) { try scan() }
      } else {
        try scan()
      }
      #expect(counts == [2])
      #expect(try other.components(matching: "").count == 2)
      #expect(!folder.names(in: "").contains { $0.contains("unfinished") })
    }
    let report = try manager.scan(.full)
    #expect((report.added, report.changed, report.removed, report.unchanged) == (0, 0, 0, 2))
  }

  @Test("a search that finds what no scan has written makes the catalog anew, and answers")
  func wordsOfASearch() throws {
    try manager().scan()
    try change("UPDATE posting SET rows = x'FFFF'")
    #expect(try manager(rebuilding: true).components(matching: "hall").first?.uri == "urn:test:hall")
    #expect(setAside.count == 1 && notices.all.count == 1, "\(notices.all)")
  }

  @Test("a host is told that the catalog is damaged, once, and its queries never scan")
  func host() throws {
    let first = try manager()
    try first.scan()
    destroy()
    let manager = try manager()
    let bytes = Child.contents(path)
    for _ in 0..<3 {
      #expect {
        try manager.components(matching: "")
      } throws: { error in
        if case .damagedStore(.catalog, path, _)? = error as? ComponentManagerError { true } else { false }
      }
    }
    #expect(Child.contents(path) == bytes)
    #expect(
      notices.all.count == 1 && notices.all.first?.contains("the next scan rebuilds it") == true, "\(notices.all)")
    // A scan of any process rebuilds it.
    try self.manager().scan()
    #expect(try manager.components(matching: "").count == 2)
  }

  @Test("a scan rebuilds what only a query has found damaged")
  func suspicion() throws {
    let manager = try manager()
    try manager.scan()
    try change("UPDATE component SET changed_at = 'no time'")
    #expect(throws: ComponentManagerError.self) { try manager.components(matching: "") }
    try self.manager().scan()
    #expect(try manager.components(matching: "").count == 2)
  }

  @Test("a damaged catalog is set aside, said once and made anew, where the configuration wants that")
  func rebuilding() throws {
    try manager().scan()
    destroy()
    let manager = try manager(rebuilding: true)
    #expect(try manager.components(matching: "").count == 2)
    #expect(try manager.components(matching: "").count == 2)
    #expect(notices.all.count == 1, "\(notices.all)")
  }

  @Test("a page that belongs to nothing is found, and what SQLite says of it in several lines is told in one")
  func oneLine() throws {
    let manager = try manager()
    try manager.scan()
    try change(
      "PRAGMA wal_checkpoint(TRUNCATE); CREATE TABLE spare (x); INSERT INTO spare VALUES (1); PRAGMA writable_schema = ON; DELETE FROM sqlite_schema WHERE name = 'spare'"
    )
    guard case .damaged(let detail) = manager.catalogHealth().state else { throw Unexpected() }
    #expect(detail.contains("*** in database main *** Page") && !detail.contains("\n"), "\(detail)")
    try manager.scan(.full)
    #expect(manager.catalogHealth().state == .sound)
  }

  private struct Unexpected: Error {}

  @Test("damage of the catalog is not blamed on the user store")
  func blame() throws {
    let manager = try manager(rebuilding: true)
    try manager.setUserTagNames(["Mine"], of: "urn:test:hall")
    try manager.scan()
    let tags = try manager.userTagNames(of: "urn:test:hall")
    for page in stride(from: 1, to: 40, by: 5) {
      for ending in ["-wal", "-shm"] { unlink(path + ending) }
      var bytes = Child.contents(path)
      guard bytes.count > page * 4_096 else { break }
      let start = page * 4_096
      bytes.replaceSubrange(start..<min(start + 4_096, bytes.count), with: repeatElement(0, count: 4_096))
      folder.write(bytes, to: "catalog.sqlite")
      let other = try self.manager(rebuilding: true)
      _ = try other.components(matching: "userTag == Mine")
      #expect(try other.userTagNames(of: "urn:test:hall") == tags, "page \(page)")
      #expect(!notices.all.contains { $0.contains("user store") }, "page \(page): \(notices.all)")
      try other.scan(.full)
    }
  }

  @Test("a user store that could not be read once is read as soon as it can be")
  func refusedOnce() throws {
    let manager = try manager()
    try manager.setUserTagNames(["Mine"], of: "urn:test:hall")
    #expect(try manager.components(matching: "userTag == Mine").count == 1)
    let store = path + ".user"
    for ending in ["-wal", "-shm"] { unlink(store + ending) }
    #expect(rename(store, store + ".good") == 0 && mkdir(store, 0o700) == 0)
    #expect(try manager.components(matching: "userTag == Mine").isEmpty)
    #expect(notices.all.count == 1 && notices.all[0].contains(store), "\(notices.all)")
    #expect(rmdir(store) == 0 && rename(store + ".good", store) == 0)
    #expect(try manager.components(matching: "userTag == Mine").count == 1)
    #expect(notices.all.count == 1, "\(notices.all)")
  }
}
