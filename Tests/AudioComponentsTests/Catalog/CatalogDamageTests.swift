import AudioComponents
import Glibc
import Linux
import SQLite
import TestSupport
import Testing

/// Damage of the catalog ends in a right one, without the person's help.
@Suite struct CatalogDamageTests {
  private let folder = TemporaryFolder()
  private let bundles: HandmadeBundles
  private let notices = Notices()
  private var path: String { folder("catalog.sqlite") }

  init() {
    bundles = HandmadeBundles(folder)
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

  /// Makes every record due.
  private func letADayPass() throws { try change("UPDATE catalog SET verified_at = '2020-01-01T00:00:00Z'") }

  /// All rows of the public views, but for the time since when a verdict stands: it begins anew when a bundle is read again.
  private func content() throws -> [String] {
    let connection = try Connection(path, for: .reading)
    return try ["components", "ports", "presets", "component_tags", "bundles"].flatMap { view in
      let columns = try connection.texts("SELECT name FROM pragma_table_info('\(view)') WHERE name <> 'since'")
      let all = columns.map { "quote(\"\($0)\")" }.joined(separator: " || ',' || ")
      return try connection.texts("SELECT '\(view): ' || \(all) FROM \(view) ORDER BY 1")
    }
  }

  @Test(
    "what has changed without a scan is read again",
    arguments: [
      "UPDATE component SET name = 'Severb' WHERE name = 'Hall'", "UPDATE port SET symbol = 'x' WHERE symbol = 'gain'",
      "UPDATE search_text SET name = 'severb' WHERE name = 'hall'", "DELETE FROM component WHERE name = 'Hall'",
      "UPDATE preset SET name = 'Severb' WHERE name = 'Cave'", "DELETE FROM preset", "DELETE FROM port",
      "UPDATE tag SET identifier = 'severb' WHERE identifier = 'reverb'", "UPDATE component SET rival = 1",
      "UPDATE component SET shown = 0", "UPDATE component SET shown = 7", "UPDATE bundle SET place = NULL",
      "UPDATE component SET added_at = '2001-01-01T00:00:00Z'", "UPDATE component SET digest = digest + 1",
      "UPDATE bundle SET verdict = 'failed', reason = 'x'", "DELETE FROM component_seal", "DELETE FROM bundle_seal",
      "UPDATE component_tag SET source = 'author'", "UPDATE component SET changed_at = 'x'",
    ])
  func record(change sql: String) throws {
    let (manager, before) = try scanned(afterDamage: sql)
    // What leaves other rows in contradiction is damage of the whole file.
    let isAnew = sql.contains("search_text") || sql.contains("DELETE FROM component WHERE")
    let isTime = isAnew || sql.contains("_at") || sql.contains("_seal")
    let after = try content()
    #expect(isTime ? after.count == before.count : after == before, "\(after.filter { !before.contains($0) })")
    let outcome = isAnew ? "was moved to" : "are read again"
    #expect(notices.all.count == 1 && notices.all.first?.contains(outcome) == true, "\(notices.all)")
    try letADayPass()
    try manager.scan()
    #expect(notices.all.count == 1, "\(notices.all)")
  }

  /// Damages a catalog, and scans when everything is verified again.
  ///
  /// - Returns: with the content before.
  private func scanned(afterDamage sql: String) throws -> (manager: ComponentManager, before: [String]) {
    let manager = try manager()
    try manager.scan()
    let before = try content()
    try change(sql)
    try letADayPass()
    try manager.scan()
    return (manager, before)
  }

  @Test(
    "a changed schema is named",
    arguments: [
      ("DROP INDEX component_by_type", "it has no index component_by_type"),
      ("DROP VIEW ports; CREATE VIEW ports AS SELECT 1", "its view ports is another build's, or was changed"),
    ])
  func schema(change sql: String, words: String) throws {
    let (_, before) = try scanned(afterDamage: sql)
    #expect(try content().count == before.count)
    #expect(notices.all.count == 1 && notices.all.first?.contains("was damaged (\(words))") == true, "\(notices.all)")
  }

  @Test(
    "damage of the index of words costs nothing but the index",
    arguments: [
      "UPDATE posting SET rows = x'FFFF'", "UPDATE word_list SET words = 'x'", "DELETE FROM posting",
      "UPDATE word_block SET features = x'00'", "DELETE FROM tag_alias", "UPDATE lexicon SET value = 'x'",
    ])
  func words(change sql: String) throws {
    let (manager, before) = try scanned(afterDamage: sql)
    #expect(try content() == before)
    #expect(notices.all.count == 1 && notices.all.first?.contains("nothing is lost") == true, "\(notices.all)")
    #expect(!folder.names(in: "").contains { $0.hasPrefix("catalog.sqlite.damaged-") })
    #expect(try manager.components(matching: "hall").first?.uri == "urn:test:hall")
  }

  @Test("a search that meets damage of the index of words has it rebuilt, and answers")
  func wordsOfASearch() throws {
    try manager().scan()
    let before = try content()
    try change("UPDATE posting SET rows = x'FFFF'")
    #expect(try manager(rebuilding: true).components(matching: "hall").first?.uri == "urn:test:hall")
    #expect(try content() == before)
    #expect(!folder.names(in: "").contains { $0.hasPrefix("catalog.sqlite.damaged-") })
  }

  @Test("a full scan makes a catalog anew that anything is wrong with")
  func full() throws {
    let manager = try manager()
    try manager.scan()
    let before = try content().count
    try change("UPDATE component SET name = 'Severb' WHERE name = 'Hall'")
    var options = ScanOptions()
    options.readsEverything = true
    try manager.scan(options)
    #expect(try content().count == before)
    #expect(try manager.components(matching: "name == Hall").count == 1)
    #expect(notices.all.count == 1 && notices.all.first?.contains("was moved to") == true, "\(notices.all)")
    #expect(folder.names(in: "").contains { $0.hasPrefix("catalog.sqlite.damaged-") })
    try manager.scan(options)
    #expect(notices.all.count == 1, "\(notices.all)")
  }

  @Test("a lost row is noticed at once")
  func lostRow() throws {
    let manager = try manager()
    try manager.scan()
    try change("DELETE FROM component WHERE name = 'Hall'")
    try manager.scan()
    #expect(try manager.components(matching: "").count == 2)
    // Its other rows refer to nothing now, so that the file may be made anew as well.
    #expect((1...2).contains(notices.all.count), "\(notices.all)")
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

  @Test("what SQLite says of damage in several lines is told in one")
  func oneLine() throws {
    let manager = try manager()
    try manager.scan()
    // A page that belongs to nothing.
    try change(
      "PRAGMA wal_checkpoint(TRUNCATE); CREATE TABLE spare (x); INSERT INTO spare VALUES (1); PRAGMA writable_schema = ON; DELETE FROM sqlite_schema WHERE name = 'spare'"
    )
    var options = ScanOptions()
    options.readsEverything = true
    try manager.scan(options)
    let notice = try #require(notices.all.first)
    #expect(notice.contains("*** in database main *** Page"), "\(notice)")
    #expect(notices.all.count == 1 && !notice.contains("\n"), "\(notices.all)")
  }

  @Test("damage of the catalog is not blamed on the user store")
  func blame() throws {
    let manager = try manager(rebuilding: true)
    try manager.setUserTagNames(["Mine"], of: "urn:test:hall")
    try manager.scan()
    let tags = try manager.userTagNames(of: "urn:test:hall")
    for page in 1..<40 {
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
      var options = ScanOptions()
      options.readsEverything = true
      try other.scan(options)
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
