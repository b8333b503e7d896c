import AudioComponents
import ComponentModel
import Foundation
import SQLite
import TestSupport
import Testing

/// The public views against their page, `schema/views.md`, and against what a program sees that has no `LV2_PATH`.
@Suite struct PublicViewsTests {
  private let folder = TemporaryFolder()
  private let page = Result { try String(contentsOfFile: Repository.path("schema/views.md"), encoding: .utf8) }

  private func manager(_ roots: String...) throws -> ComponentManager {
    try ScannedCatalog.manager(
      catalog: folder("catalog.sqlite"), path: roots.map { folder($0) }.joined(separator: ":"), home: folder(""))
  }

  private func texts(_ sql: String) throws -> [String] {
    try Connection(folder("catalog.sqlite"), for: .reading).texts(sql)
  }

  /// Two directories, of which the first is on the default search path.
  private func writeBundles() {
    let usual = HandmadeBundles(folder, root: ".lv2")
    usual.effect("both.lv2", uri: "urn:both", name: "\"Usual\"", version: (2, 9))
    usual.effect("own.lv2", uri: "urn:own", name: "\"Own\"", version: (2, 10))
    usual.effect("twice-1.lv2", uri: "urn:twice", name: "\"Older\"", version: (2, 9))
    usual.effect("twice-2.lv2", uri: "urn:twice", name: "\"Newer\"", version: (2, 10))
    let other = HandmadeBundles(folder, root: "other")
    other.effect("both.lv2", uri: "urn:both", name: "\"Elsewhere\"", version: (3, 0))
    other.effect("far.lv2", uri: "urn:far", name: "\"Far\"")
    other.presets("presets.lv2", of: "urn:own", names: ["Church"])
  }

  @Test func theyShowWhatTheDefaultSearchPathLeadsTo() throws {
    writeBundles()
    _ = try manager("other", ".lv2").scan()
    #expect(try texts("SELECT name FROM components ORDER BY name") == ["Newer", "Own", "Usual"])
    #expect(try manager(".lv2").components(matching: "").map(\.name).sorted() == ["Newer", "Own", "Usual"])
    #expect(
      try texts("SELECT name FROM components WHERE (version_minor, version_micro) > (2, 9) ORDER BY 1") == [
        "Newer", "Own",
      ])
    #expect(try texts("SELECT count(*) || '' FROM bundles") == ["4"])
    #expect(try texts("SELECT count(DISTINCT component) || ' ' || count(*) FROM ports") == ["3 9"])
    #expect(try texts("SELECT count(DISTINCT component) || '' FROM component_tags") == ["3"])
    #expect(try texts("SELECT name FROM presets").isEmpty)
    let changes =
      "SELECT kind || ' ' || uri || ' ' || replace(bundle, rtrim(bundle, replace(bundle, '/', '')), '') FROM changes"
    #expect(
      try texts(changes + " ORDER BY 1") == [
        "added urn:both both.lv2", "added urn:own own.lv2", "added urn:twice twice-2.lv2",
        "removed urn:twice twice-1.lv2",
      ])
  }

  @Test func theyShowAllDirectoriesIfNoUsualOneHasABundle() throws {
    writeBundles()
    _ = try manager("other").scan()
    #expect(try texts("SELECT name FROM components ORDER BY name") == ["Elsewhere", "Far"])
    _ = try manager(".lv2").scan()
    #expect(try texts("SELECT name FROM components ORDER BY name") == ["Newer", "Own", "Usual"])
    try FileManager.default.removeItem(atPath: folder(".lv2"))
    _ = try manager(".lv2", "other").scan()
    #expect(try texts("SELECT name FROM components ORDER BY name") == ["Elsewhere", "Far"])
  }

  /// The views of the page with their columns.
  private func documented() throws -> [String: [String]] {
    var views: [String: [String]] = [:]
    for section in try page.get().components(separatedBy: "\n### `").dropFirst() {
      let rows = section.matches(of: #/\n\| `([a-z_ ]+)` \|/#).flatMap {
        $0.output.1.split(separator: " ").map(String.init)
      }
      views[String(section.prefix { $0 != "`" })] = rows
    }
    return views
  }

  @Test func thePageHasEveryViewAndColumn() throws {
    writeBundles()
    let manager = try manager(".lv2")
    _ = try manager.scan()
    try manager.apply([.add(.favorite, to: "urn:own")])
    let documented = try documented()
    var found: [String: [String]] = [:]
    for store in ["catalog.sqlite", "catalog.sqlite.user"] {
      let connection = try Connection(folder(store), for: .reading)
      for view in try connection.texts("SELECT name FROM sqlite_schema WHERE type = 'view'") {
        found[view] = try connection.texts("SELECT name FROM pragma_table_info('\(view)')")
      }
    }
    #expect(documented.mapValues { $0.sorted() } == found.mapValues { $0.sorted() })
  }

  @Test func theExamplesOfThePageFindSomething() throws {
    writeBundles()
    folder.write(HandmadeBundles.prefixes, to: ".lv2/empty.lv2/manifest.ttl")
    let manager = try manager(".lv2")
    _ = try manager.scan()
    try manager.apply([.add(try UserLabel(.tag, "warm"), to: "urn:own")])
    let own = try #require(try manager.component(uri: "urn:own"))
    var measured = StoredMeasurement(
      component: own.uri, bundle: own.bundle, content: 1, outcome: "measured", reason: nil, version: 1, machine: "any")
    measured.cost = 1
    #expect(try manager.keep([measured]))
    let examples = try page.get().matches(of: #/```sql\n([^`]+)```/#).map { String($0.output.1) }
    #expect(examples.count == 6)
    for sql in examples {
      let store = sql.contains("FROM labels") ? "catalog.sqlite.user" : "catalog.sqlite"
      let wanted = sql.replacing("'Hall'", with: "'Own'").replacing("'control'", with: "'audio'")
      let rows = try Connection(folder(store), for: .reading).rows(wanted, [])
      #expect(try rows.next() != nil, "\(sql)")
    }
  }
}
