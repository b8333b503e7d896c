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
    bundles.effect("hall.lv2", uri: "urn:test:hall", name: "Hall")
    bundles.presets("presets.lv2", of: "urn:test:hall", names: ["Church"])
    bundles.folder.write("this is not Turtle", to: "lv2/bad.lv2/manifest.ttl")
  }

  private func rows(_ sql: String, in store: String = "catalog.sqlite") -> [String] {
    let run = PlainSQLite.run(folder(store), sql)
    verify(run.status == 0 && run.errors == "", "\(sql): \(run.errors)")
    return run.lines
  }

  /// How many rows each view of the catalog has, in one line.
  private func counts() -> [String] {
    let views = [
      "components", "ports", "presets", "component_tags", "tag_names", "bundles", "changes", "lilv_values",
      "validations",
    ]
    return rows("SELECT " + views.map { "(SELECT count(*) FROM \($0))" }.joined(separator: " || ' ' || "))
  }

  @Test func everyViewIsReadBesideAHostThatScans() throws {
    let manager = try bundles.manager(pooled: true)
    try verify(manager.components(matching: "tag == Reverb").map(\.name), equals: ["Hall"])
    verify(counts(), equals: ["1 3 1 2 0 3 1 1 0"])
    let examples = [
      (
        "SELECT name, bundle FROM components JOIN component_tags ON component = id WHERE tag = 'reverb'",
        "Hall|\(folder("lv2/hall.lv2"))"
      ),
      ("SELECT verdict FROM bundles WHERE path LIKE '%/bad.lv2'", "failed"),
      ("SELECT name, bundle FROM presets", "Church|\(folder("lv2/presets.lv2"))"),
      ("SELECT kind, uri FROM changes", "added|urn:test:hall"), ("PRAGMA application_id", "1635083009"),
    ]
    for (sql, row) in examples { verify(rows(sql), equals: [row], "\(sql)") }
    bundles.effect("echo.lv2", uri: "urn:test:echo", name: "Echo", pluginClass: "lv2:DelayPlugin")
    var during: [String]?
    try manager.scan(progress: { _ in during = during ?? counts() })
    verify(during, equals: ["1 3 1 2 0 3 1 1 0"], "nothing of a batch is seen before all of it")
    try verify(manager.components(matching: "").count, equals: 2)
    verify(counts(), equals: ["2 6 1 4 0 4 2 2 0"])

    try manager.apply([
      .add(try UserLabel(.tag, "Röhre"), to: "urn:test:hall"), .add(.favorite, to: "urn:test:hall"),
      .save(try SavedSearch("Halls", predicate: "tag == Reverb")),
    ])
    for (sql, expected) in [
      ("SELECT * FROM labels ORDER BY kind", ["favorite||urn:test:hall", "tag|Röhre|urn:test:hall"]),
      ("SELECT * FROM saved_searches", ["Halls|tag == Reverb"]), ("PRAGMA application_id", ["1635083010"]),
      ("PRAGMA user_version", ["6"]),
    ] { verify(rows(sql, in: "catalog.sqlite.user"), equals: expected, "\(sql)") }
  }

  @Test("a program that only reads, and closes last while a killed scan has left a log, leaves a catalog that is sound")
  func aReaderThatClosesLast() throws {
    let path = folder("catalog.sqlite")
    try bundles.manager().scan()
    let writer = try Connection(path, for: .writing)
    try writer.execute("PRAGMA wal_autocheckpoint = 0; UPDATE component SET name = 'In the log'")
    for ending in ["", "-wal"] { folder.write(Child.contents(path + ending), to: "left/catalog.sqlite\(ending)") }
    let left = folder("left/catalog.sqlite")
    verify(PlainSQLite.run(left, "SELECT name FROM components", mayWrite: true).lines, equals: ["In the log"])
    verify(Child.contents(left + "-wal").isEmpty, "SQLite has taken the log into the file")
    let notices = Notices()
    let manager = try ScannedCatalog.manager(catalog: left, path: bundles.path) { notices.add($0) }
    try verify(manager.components(matching: "").map(\.name), equals: ["In the log"])
    try verify(manager.scan().unchanged, equals: 1)
    verify(manager.catalogHealth().state, equals: .sound)
    verify(notices.all.isEmpty, "\(notices.all)")
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
