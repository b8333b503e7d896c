import AudioComponents
import ComponentModel
import Foundation
import SQLite
import TestSupport
import Testing

/// The public views against their page, `schema/views.md`, and against what a program sees that has no `LV2_PATH`.
struct PublicViewsTests {
  private let folder = TemporaryFolder()

  /// Two directories, of which the first is on the default search path.
  init() {
    let usual = HandmadeBundles(folder, root: ".lv2")
    usual.effect("both.lv2", uri: "urn:both", name: "Usual", version: (2, 9))
    usual.effect("own.lv2", uri: "urn:own", name: "Own", version: (2, 10))
    usual.effect("twice-1.lv2", uri: "urn:twice", name: "Older", version: (2, 9))
    usual.effect("twice-2.lv2", uri: "urn:twice", name: "Newer", version: (2, 10))
    let other = HandmadeBundles(folder, root: "other")
    other.effect("both.lv2", uri: "urn:both", name: "Elsewhere", version: (3, 0))
    other.effect("far.lv2", uri: "urn:far", name: "Far")
    other.presets("presets.lv2", of: "urn:own", names: ["Church"])
  }

  private func manager(_ roots: String...) throws -> ComponentManager {
    try ScannedCatalog.manager(
      catalog: folder("catalog.sqlite"), path: roots.map { folder($0) }.joined(separator: ":"), home: folder(""))
  }

  private func texts(_ sql: String, in store: String = "catalog.sqlite") throws -> [String] {
    try Connection(folder(store), for: .reading).texts(sql)
  }

  @Test func theyShowWhatTheDefaultSearchPathLeadsTo() throws {
    _ = try manager("other", ".lv2").scan()
    try verify(manager(".lv2").components(matching: "").map(\.name), equals: ["Newer", "Own", "Usual"])
    let changes =
      "SELECT kind || ' ' || uri || ' ' || replace(bundle, rtrim(bundle, replace(bundle, '/', '')), '') FROM changes"
    let table = [
      ("SELECT name FROM components ORDER BY name", ["Newer", "Own", "Usual"]),
      ("SELECT name FROM components WHERE (version_minor, version_micro) > (2, 9) ORDER BY 1", ["Newer", "Own"]),
      ("SELECT count(*) || '' FROM bundles", ["4"]),
      ("SELECT count(DISTINCT component) || ' ' || count(*) FROM ports", ["3 9"]),
      ("SELECT count(DISTINCT component) || '' FROM component_tags", ["3"]), ("SELECT name FROM presets", []),
      (
        changes + " ORDER BY 1",
        [
          "added urn:both both.lv2", "added urn:own own.lv2", "added urn:twice twice-2.lv2",
          "removed urn:twice twice-1.lv2",
        ]
      ),
    ]
    for (sql, rows) in table { try verify(texts(sql), equals: rows, "\(sql)") }
  }

  @Test func theyShowAllDirectoriesIfNoUsualOneHasABundle() throws {
    for (root, names) in [("other", ["Elsewhere", "Far"]), (".lv2", ["Newer", "Own", "Usual"])] {
      _ = try manager(root).scan()
      try verify(texts("SELECT name FROM components ORDER BY name"), equals: names)
    }
    folder.remove(".lv2")
    _ = try manager(".lv2", "other").scan()
    try verify(texts("SELECT name FROM components ORDER BY name"), equals: ["Elsewhere", "Far"])
  }

  @Test func thePageHasEveryViewAndColumnAndExamplesThatFindSomething() throws {
    let page = try String(contentsOfFile: Repository.path("schema/views.md"), encoding: .utf8)
    folder.write(HandmadeBundles.prefixes, to: ".lv2/empty.lv2/manifest.ttl")
    let manager = try manager(".lv2")
    _ = try manager.scan()
    try manager.apply([.add(try UserLabel(.tag, "warm"), to: "urn:own")])
    let own = try demand(manager.component(uri: "urn:own"))
    var measured = StoredMeasurement(
      component: own.uri, bundle: own.bundle, content: 1, outcome: "measured", reason: nil, version: 1, machine: "any")
    measured.cost = 1
    try verify(manager.keep([measured]))

    var documented: [String: [String]] = [:]
    for section in page.components(separatedBy: "\n### `").dropFirst() {
      let columns = section.matches(of: #/\n\| `([a-z_ ]+)` \|/#).flatMap { $0.output.1.split(separator: " ") }
      documented[String(section.prefix { $0 != "`" })] = columns.map(String.init).sorted()
    }
    var found: [String: [String]] = [:]
    for store in ["catalog.sqlite", "catalog.sqlite.user"] {
      for view in try texts("SELECT name FROM sqlite_schema WHERE type = 'view'", in: store) {
        found[view] = try texts("SELECT name FROM pragma_table_info('\(view)')", in: store).sorted()
      }
    }
    verify(documented, equals: found)

    let examples = page.matches(of: #/```sql\n([^`]+)```/#).map { String($0.output.1) }
    verify(examples.count, equals: 6)
    for sql in examples {
      let store = sql.contains("FROM labels") ? "catalog.sqlite.user" : "catalog.sqlite"
      let wanted = sql.replacing("'Hall'", with: "'Own'").replacing("'control'", with: "'audio'")
      try verify(Connection(folder(store), for: .reading).rows(wanted, []).next() != nil, "\(sql)")
    }
  }
}
