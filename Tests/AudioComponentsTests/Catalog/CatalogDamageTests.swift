import AudioComponents
import SQLite
import TestSupport
import Testing

/// Damage of the catalog ends in a right one, without the person's help.
struct CatalogDamageTests {
  private let bundles = HandmadeBundles()
  private var folder: TemporaryFolder { bundles.folder }
  private let notices = Notices()
  private var path: String { folder("catalog.sqlite") }

  init() {
    bundles.effect("hall.lv2", uri: "urn:test:hall", name: "Hall")
    bundles.effect("echo.lv2", uri: "urn:test:echo", name: "Echo")
    bundles.presets("presets.lv2", of: "urn:test:hall", names: ["Church", "Cave"])
  }

  private func manager(rebuilding: Bool = false) throws -> ComponentManager {
    var configuration = try bundles.manager() { [notices] in notices.add($0) }.configuration
    configuration.rebuildsDamagedCatalog = rebuilding
    return ComponentManager(configuration)
  }

  private func count(_ manager: ComponentManager) throws -> Int { try manager.components(matching: "").count }

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

  @Test("a full scan makes the catalog anew, whatever has changed in it")
  func full() throws {
    func content() throws -> [String] {
      try Connection(path, for: .reading).texts(
        """
        SELECT name || uri || verdict FROM components JOIN bundles ON path = bundle
        UNION ALL SELECT symbol FROM ports UNION ALL SELECT name FROM presets
        UNION ALL SELECT text FROM word
        UNION ALL SELECT name FROM sqlite_schema ORDER BY 1
        """)
    }
    let manager = try manager()
    var generation = try manager.scan().generation
    let before = try content()
    for sql in [
      """
      UPDATE component SET name = 'Severb'; UPDATE port SET symbol = 'x'; UPDATE component SET shown = 7;
      UPDATE bundle SET verdict = 'failed', reason = 'x'; UPDATE posting SET rows = x'FFFF'
      """,
      "DELETE FROM component WHERE name = 'Hall'; DELETE FROM preset; DELETE FROM word_list",
      "DROP INDEX component_by_type; DROP VIEW ports; CREATE VIEW ports AS SELECT 1",
    ] {
      try change(sql)
      let report = try manager.scan(.full)
      try verify(content(), equals: before)
      verify(report.components == 2 && report.generation > generation)
      generation = report.generation
      for words in ["name == Hall", "hall", "hal"] {
        // What is tagged as a hall follows.
        try verify(manager.components(matching: words).first?.uri, equals: "urn:test:hall", "\(words)")
      }
      verify(notices.all.isEmpty && setAside.isEmpty, "\(notices.all)")
      verify(!folder.names(in: "").contains { $0.contains("unfinished") })
    }
  }

  @Test("until a full scan ends, searches read the former catalog, which stays if the scan is interrupted")
  func fullBeside() throws {
    let (manager, other) = (try manager(), try manager())
    try manager.scan()
    for isInterrupted in [true, false] {
      var counts: Set<Int> = []
      func scan() throws {
        try manager.scan(.full) { _ in
          counts.insert((try? count(other)) ?? -1)
        } isCancelled: {
          isInterrupted
        }
      }
      if isInterrupted {
        verify(throws: ComponentManagerError.self) { try scan() }
      } else {
        try scan()
      }
      verify(counts, equals: [2])
      try verify(count(other), equals: 2)
      verify(!folder.names(in: "").contains { $0.contains("unfinished") })
    }
    let report = try manager.scan(.full)
    verify((report.added, report.changed, report.removed, report.unchanged) == (0, 0, 0, 2))
  }

  @Test("where the configuration wants that, a search that finds what no scan has written makes the catalog anew")
  func rebuilding() throws {
    try manager().scan()
    try change("UPDATE posting SET rows = x'FFFF'")
    try verify(manager(rebuilding: true).components(matching: "hall").first?.uri, equals: "urn:test:hall")
    verify(setAside.count == 1 && notices.all.count == 1, "\(notices.all)")
  }

  @Test("otherwise a host is told once and never scans, and the next scan rebuilds what a query has found damaged")
  func host() throws {
    try manager().scan()
    folder.removeStore()
    folder.write(String(repeating: "this is no database ", count: 500), to: "catalog.sqlite")
    let manager = try manager()
    let bytes = Child.contents(path)
    for _ in 0..<3 {
      let error = verify(throws: ComponentManagerError.self) { try count(manager) }
      guard case .damagedStore(.catalog, path, _)? = error else { return verify(false, "\(error as Any)") }
    }
    verify(Child.contents(path), equals: bytes)
    verify(
      notices.all.count == 1 && notices.all.first?.contains("the next scan rebuilds it") == true, "\(notices.all)")
    // A scan of any process rebuilds it.
    try self.manager().scan()
    try verify(count(manager), equals: 2)

    try change("UPDATE component SET changed_at = 'no time'")
    verify(throws: ComponentManagerError.self) { try count(manager) }
    try self.manager().scan()
    try verify(count(manager), equals: 2)
  }

  @Test("a page that belongs to nothing is found, and what SQLite says of it in several lines is told in one")
  func oneLine() throws {
    let manager = try manager()
    try manager.scan()
    try change(
      """
      PRAGMA wal_checkpoint(TRUNCATE); CREATE TABLE spare (x); INSERT INTO spare VALUES (1);
      PRAGMA writable_schema = ON; DELETE FROM sqlite_schema WHERE name = 'spare'
      """)
    guard case .damaged(let detail) = manager.catalogHealth().state else { return verify(false, "it is not damaged") }
    verify(detail.contains("*** in database main *** Page") && !detail.contains("\n"), "\(detail)")
    try manager.scan(.full)
    verify(manager.catalogHealth().state, equals: .sound)
  }

  @Test("damage of the catalog is not blamed on the user store")
  func blame() throws {
    let manager = try manager(rebuilding: true)
    try manager.setUserTagNames(["Mine"], of: "urn:test:hall")
    try manager.scan()
    for page in stride(from: 1, to: 40, by: 13) {
      folder.removeLog()
      var bytes = Child.contents(path)
      let start = page * 4_096
      guard bytes.count > start else { break }
      bytes.replaceSubrange(start..<min(start + 4_096, bytes.count), with: repeatElement(0, count: 4_096))
      folder.write(bytes, to: "catalog.sqlite")
      let other = try self.manager(rebuilding: true)
      _ = try other.components(matching: "userTag == Mine")
      try verify(other.userTagNames(of: "urn:test:hall"), equals: ["Mine"], "page \(page)")
      verify(!notices.all.contains { $0.contains("user store") }, "page \(page): \(notices.all)")
      verify(!folder.names(in: "").contains { $0.hasPrefix("catalog.sqlite.user.damaged") })
      try other.scan(.full)
    }
  }
}
