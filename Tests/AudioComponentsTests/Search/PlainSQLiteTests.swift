import AudioComponents
import Foundation
import SQLite
import TestSupport
import Testing

/// The views of `schema/views.md`, read by a program that knows nothing but SQLite.
@Suite(.enabled(if: PlainSQLite.isInstalled, "neither sqlite3 nor python3 with its module is installed"))
struct PlainSQLiteTests {
  private let folder = TemporaryFolder()
  private let bundles: HandmadeBundles

  init() {
    bundles = HandmadeBundles(folder)
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

  @Test func aCatalogOfTheFirstSchemaIsBroughtUpToDateByTheNextQuery() throws {
    let path = folder("catalog.sqlite")
    _ = try ScannedCatalog.manager(catalog: path, path: bundles.path).scan()
    try Connection(path, for: .writing).execute(
      """
      DROP TABLE word; DROP TABLE posting; DROP TABLE word_list; DROP TABLE word_block; DROP TABLE tag_alias; DROP TABLE lexicon;
      ALTER TABLE catalog DROP COLUMN word_rules; ALTER TABLE catalog DROP COLUMN word_count;
      ALTER TABLE catalog DROP COLUMN word_sum; ALTER TABLE catalog DROP COLUMN alias_rules;
      ALTER TABLE catalog DROP COLUMN alias_count; ALTER TABLE catalog DROP COLUMN lexicon_rules;
      ALTER TABLE catalog DROP COLUMN lexicon_count; ALTER TABLE catalog DROP COLUMN word_lag;
      DROP TABLE interruption; DROP TABLE component_seal; DROP TABLE bundle_seal; ALTER TABLE catalog DROP COLUMN scanned_at;
      ALTER TABLE catalog DROP COLUMN verified_at; ALTER TABLE catalog DROP COLUMN verified_to;
      DROP VIEW changes; DROP VIEW tag_names; DROP VIEW component_tags; DROP VIEW presets; DROP VIEW ports;
      DROP VIEW components; DROP VIEW bundles; DROP VIEW validations; DROP TABLE validation;
      DROP VIEW costs; DROP TABLE measurement; ALTER TABLE component DROP COLUMN cost;
      ALTER TABLE component DROP COLUMN measured_latency; ALTER TABLE component DROP COLUMN load_time;
      ALTER TABLE component DROP COLUMN memory;
        ALTER TABLE component DROP COLUMN waits; ALTER TABLE component DROP COLUMN deterministic; DROP INDEX port_of_other_kind;
      DROP VIEW lilv_values; DROP TABLE lilv_answer; DROP TABLE latest_change; DROP TABLE tag_name;
      ALTER TABLE component DROP COLUMN icon; ALTER TABLE root DROP COLUMN scanned; ALTER TABLE root DROP COLUMN place;
      ALTER TABLE component DROP COLUMN shown; ALTER TABLE bundle DROP COLUMN place;
      ALTER TABLE component ADD COLUMN type_code INTEGER NOT NULL DEFAULT 0;
      ALTER TABLE component ADD COLUMN sub_type_code INTEGER NOT NULL DEFAULT 0;
      ALTER TABLE component ADD COLUMN manufacturer_code INTEGER NOT NULL DEFAULT 0;
      ALTER TABLE search_text ADD COLUMN manufacturer TEXT NOT NULL DEFAULT '';
      ALTER TABLE preset ADD COLUMN folded TEXT NOT NULL DEFAULT '';
      CREATE TABLE change (
        sequence INTEGER PRIMARY KEY AUTOINCREMENT, generation INTEGER NOT NULL, at TEXT NOT NULL, kind TEXT NOT NULL,
        uri TEXT NOT NULL, bundle TEXT NOT NULL
      ) STRICT;
      CREATE VIEW changes AS SELECT sequence, generation, at, kind, uri, bundle FROM change;
      CREATE VIEW components AS SELECT id FROM component; CREATE VIEW ports AS SELECT component FROM port;
      CREATE VIEW presets AS SELECT uri FROM preset; CREATE VIEW component_tags AS SELECT component FROM component_tag;
      CREATE VIEW bundles AS SELECT id FROM bundle;
      DROP TRIGGER name_indexed; DROP TRIGGER name_unindexed; DROP TABLE name_index; DROP INDEX component_translated;
      UPDATE component SET added_at = '2001-01-01T00:00:00Z'; PRAGMA user_version = 1
      """)
    let later = try ScannedCatalog.manager(catalog: path, path: bundles.path)
    let found = try later.components(matching: "name contains Hal")
    #expect(found.map(\.uri) == ["urn:test:hall"])
    #expect(found.map(\.addedAt.description) == ["2001-01-01T00:00:00Z"], "nothing was read again")
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
    #expect(rows("PRAGMA application_id") == ["1635083010"] && rows("PRAGMA user_version") == ["5"])
  }
}

/// SQLite as people have it at hand.
private enum PlainSQLite {
  private static let program = """
    if command -v sqlite3 >/dev/null; then exec sqlite3 -readonly "$catalog" "$sql"; fi
    exec python3 -c 'import os, sqlite3
    connection = sqlite3.connect("file:" + os.environ["catalog"] + "?mode=ro", uri=True)
    for row in connection.execute(os.environ["sql"]): print("|".join("" if x is None else str(x) for x in row))'
    """
  static let isInstalled = run(":memory:", "SELECT 1").lines == ["1"]

  static func run(_ catalog: String, _ sql: String) -> Child {
    let path = ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin"
    return Child.run(
      "/bin/sh", ["-c", program], environment: ["PATH": path, "catalog": catalog, "sql": sql])
  }
}
