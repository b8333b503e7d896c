import AudioComponents
import Foundation
import SQLite
import TestSupport
import Testing

/// The views of `schema/views.md`, read by a program that knows nothing but SQLite.
@Suite(.enabled(if: PlainSQLite.isInstalled, "neither sqlite3 nor python3 with its module is installed"))
struct PlainSQLiteTests {
  private let bundles = HandmadeBundles()
  private var folder: TemporaryFolder { bundles.folder }

  init() {
    bundles.effect("hall.lv2", uri: "urn:test:hall", name: "\"Hall\"")
    bundles.presets("presets.lv2", of: "urn:test:hall", names: ["Church"])
    folder.write("this is not Turtle", to: "lv2/bad.lv2/manifest.ttl")
  }

  private func rows(_ sql: String) -> [String] {
    let run = PlainSQLite.run(folder("catalog.sqlite"), sql)
    #expect(run.status == 0 && run.errors == "", "\(sql): \(run.errors)")
    return run.lines
  }

  private static let views = [
    "components", "ports", "presets", "component_tags", "tag_names", "bundles", "changes", "lilv_values",
    "validations",
  ]

  private func counts() -> [String: Int] {
    Dictionary(
      uniqueKeysWithValues: Self.views.map { ($0, Int(rows("SELECT count(*) FROM \($0)").first ?? "") ?? -1) })
  }

  @Test(arguments: [false, true]) func everyViewIsReadBesideAHostThatScans(pooled: Bool) throws {
    let manager = try ScannedCatalog.manager(catalog: folder("catalog.sqlite"), path: bundles.path, pooled: pooled)
    #expect(try manager.components(matching: "").count == 1)
    let before = [
      "components": 1, "ports": 3, "presets": 1, "component_tags": 2, "tag_names": 0, "bundles": 3, "changes": 1,
      "lilv_values": 1, "validations": 0,
    ]
    #expect(counts() == before)
    bundles.effect("echo.lv2", uri: "urn:test:echo", name: "\"Echo\"", pluginClass: "lv2:DelayPlugin")
    var during: [String: Int]?
    try manager.scan(progress: { _ in during = during ?? counts() })
    #expect(during == before, "nothing of a batch is seen before all of it")
    #expect(try manager.components(matching: "").count == 2)
    let after = [
      "components": 2, "ports": 6, "presets": 1, "component_tags": 4, "tag_names": 0, "bundles": 4, "changes": 2,
      "lilv_values": 2, "validations": 0,
    ]
    #expect(counts() == after)
  }

  @Test func aCatalogOfAnOlderSchemaIsMadeAnewByTheNextQuery() throws {
    let path = folder("catalog.sqlite")
    _ = try ScannedCatalog.manager(catalog: path, path: bundles.path).scan()
    try Connection(path, for: .writing).execute(
      "DROP VIEW components; DROP TABLE posting; UPDATE component SET name = 'Old'; PRAGMA user_version = 1")
    let later = try ScannedCatalog.manager(catalog: path, path: bundles.path)
    #expect(try later.components(matching: "name contains Hal").map(\.uri) == ["urn:test:hall"])
    #expect(rows("PRAGMA user_version") == ["12"] && rows("SELECT name FROM components") == ["Hall"])
    #expect(!folder.names(in: "").contains { $0.hasPrefix("catalog.sqlite.damaged") })
  }

  @Test("a program that only reads, and closes last while a killed scan has left a log, leaves a catalog that is sound")
  func aReaderThatClosesLast() throws {
    let path = folder("catalog.sqlite")
    try ScannedCatalog.manager(catalog: path, path: bundles.path).scan()
    let writer = try Connection(path, for: .writing)
    try writer.execute("PRAGMA wal_autocheckpoint = 0; UPDATE component SET name = 'In the log'")
    for ending in ["", "-wal"] { folder.write(Child.contents(path + ending), to: "left/catalog.sqlite\(ending)") }
    let left = folder("left/catalog.sqlite")
    #expect(PlainSQLite.run(left, "SELECT name FROM components", mayWrite: true).lines == ["In the log"])
    #expect(Child.contents(left + "-wal").isEmpty, "SQLite has taken the log into the file")
    let notices = Notices()
    let manager = try ScannedCatalog.manager(catalog: left, path: bundles.path) { notices.add($0) }
    #expect(try manager.components(matching: "").map(\.name) == ["In the log"])
    #expect(try manager.scan().unchanged == 1)
    #expect(manager.catalogHealth().state == .sound)
    #expect(notices.all.isEmpty, "\(notices.all)")
  }

  @Test func theExampleOfThePageFindsWhatASearchFinds() throws {
    let manager = try ScannedCatalog.manager(catalog: folder("catalog.sqlite"), path: bundles.path, pooled: true)
    #expect(try manager.components(matching: "tag == Reverb").map(\.name) == ["Hall"])
    let sql = "SELECT name, bundle FROM components JOIN component_tags ON component = id WHERE tag = 'reverb'"
    #expect(rows(sql) == ["Hall|\(folder("lv2/hall.lv2"))"])
    #expect(rows("SELECT verdict FROM bundles WHERE path LIKE '%/bad.lv2'") == ["failed"])
    #expect(rows("SELECT name, bundle FROM presets") == ["Church|\(folder("lv2/presets.lv2"))"])
    #expect(rows("SELECT kind, uri FROM changes") == ["added|urn:test:hall"])
    #expect(rows("PRAGMA application_id") == ["1635083009"])
  }

  @Test func theUserStoresViewsHaveWhatPeopleEntered() throws {
    let manager = try ScannedCatalog.manager(catalog: folder("catalog.sqlite"), path: bundles.path)
    try manager.apply([
      .add(try UserLabel(.tag, "Röhre"), to: "urn:test:hall"), .add(.favorite, to: "urn:test:hall"),
      .save(try SavedSearch("Halls", predicate: "tag == Reverb")),
    ])
    func rows(_ sql: String) -> [String] { PlainSQLite.run(manager.configuration.userStorePath ?? "", sql).lines }
    #expect(rows("SELECT * FROM labels ORDER BY kind") == ["favorite||urn:test:hall", "tag|Röhre|urn:test:hall"])
    #expect(rows("SELECT * FROM saved_searches") == ["Halls|tag == Reverb"])
    #expect(rows("PRAGMA application_id") == ["1635083010"] && rows("PRAGMA user_version") == ["6"])
  }
}

/// SQLite as people have it at hand.
private enum PlainSQLite {
  private static let program = """
    if command -v sqlite3 >/dev/null; then exec sqlite3 $options "$catalog" "$sql"; fi
    exec python3 -c 'import os, sqlite3
    connection = sqlite3.connect("file:" + os.environ["catalog"] + "?mode=" + os.environ["mode"], uri=True)
    for row in connection.execute(os.environ["sql"]): print("|".join("" if x is None else str(x) for x in row))'
    """
  static let isInstalled = run(":memory:", "SELECT 1").lines == ["1"]

  /// - Parameter mayWrite: whether SQLite may take a log into the file when it closes that.
  static func run(_ catalog: String, _ sql: String, mayWrite: Bool = false) -> Child {
    var environment = ["catalog": catalog, "sql": sql]
    environment["PATH"] = ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin"
    environment["options"] = mayWrite ? "" : "-readonly"
    environment["mode"] = mayWrite ? "rw" : "ro"
    return Child.run("/bin/sh", ["-c", program], environment: environment)
  }
}
