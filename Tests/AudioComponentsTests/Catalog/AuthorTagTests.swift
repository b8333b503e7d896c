import AudioComponents
import SQLite
import TestSupport
import Testing

/// Tags that authors declare, in the catalog; `Transcripts/Queries/author-names.txt` shows their names.
struct AuthorTagTests {
  private let bundles = HandmadeBundles()

  init() {
    declare(
      "a", "<urn:aucat:tags#standardTag> \"Drums\"",
      own: "\"Tape Sound\", \"Tonband\"@de, \"Tonband AT\"@de-AT, \"Bandmaskin\"@sv, \"شريط\"@ar")
    declare("b", "<urn:aucat:tags#standardTag> \"Revreb\"", own: "\"Tape Sound\", \"Bandgerät\"@de, \"Zzz\"@sv")
    declare("c", own: "\"Ton\", \"Sound\"@en, \"Klang\"@de")
  }

  private func declare(_ name: String, _ facts: String = "lv2:extensionData <urn:none>", own labels: String) {
    bundles.effect(
      "\(name).lv2", uri: "urn:\(name)", name: "Effect \(name)",
      more: "\(facts) ; <urn:aucat:tags#ownTag> [ rdfs:label \(labels) ]")
  }

  /// The names of a component's own tags of its author.
  private func ownNames(_ manager: ComponentManager, _ uri: String) throws -> [String] {
    let component = try demand(manager.component(uri: uri))
    return component.tags.filter { !$0.isStandard && $0.sources == [.author] }.map(\.name)
  }

  private func uris(_ manager: ComponentManager, _ predicate: String) throws -> [String] {
    try manager.components(matching: predicate).map(\.uri).sorted()
  }

  private func remarks(_ manager: ComponentManager, _ uri: String) throws -> [String] {
    try manager.details(of: demand(manager.component(uri: uri))).remarks
  }

  private func database() throws -> Connection { try Connection(bundles.folder("catalog.sqlite"), for: .writing) }

  @Test("a component's tags and their names are replaced with it, and go with the last component that has them")
  func replaced() throws {
    let manager = try bundles.manager("de_DE.UTF-8")
    declare("d", own: "\"Vinzage\", \"Altzeug\"@de")
    try manager.scan()
    let tags = { Set(try database().texts("SELECT identifier FROM tag")) }
    try verify(tags().isSuperset(of: ["Vinzage", "Ton", "drums"]))
    bundles.folder.remove("lv2/d.lv2")
    try manager.scan()
    verify(try !tags().contains("Vinzage") && tags().isSuperset(of: ["Ton", "drums"]))
    declare("c", own: "\"Other\"")
    declare("b", own: "\"Tape Sound\", \"Zonband\"@de")
    try manager.scan()
    verify(try !tags().contains("Ton") && tags().contains("Other"))
    try verify(ownNames(manager, "urn:a"), equals: ["Tonband"])
    declare("a", own: "\"Other\"")
    try verify(manager.scan().changed, equals: 1)
    try verify(ownNames(manager, "urn:b"), equals: ["Zonband"])
    bundles.effect("b.lv2", uri: "urn:b2", name: "Effect")
    try manager.scan()
    try verify(database().number("SELECT count(*) FROM tag_names WHERE tag = 'Tape Sound'"), equals: 0)
  }

  @Test("other rules keep authors' tags, renew the names of all tags, and write only what they see otherwise")
  func otherRules() throws {
    let manager = try bundles.manager()
    try manager.scan()
    let tags = { try uris(manager, "authorTag == drums") + uris(manager, "tag == 'Tape Sound'") }
    let (before, remarks) = (try tags(), try remarks(manager, "urn:b"))
    verify(remarks, equals: ["tags:standardTag \"Revreb\" is not a standard tag; did you mean \"Reverb\"?"])
    // As if the catalog were an older program's, whose vocabulary knew other names.
    let older = """
      UPDATE catalog SET tag_rules = 'old';
      UPDATE tag SET aliases = '["Old"]' WHERE identifier IN ('drums', 'percussion');
      """
    let other = """
      UPDATE component SET digest = digest + 1, remarks = '["tags:standardTag \\"Drum\\" is not a standard tag"]'
        WHERE uri = 'urn:b'
      """
    for (sql, changed) in [(older, 0), (older + other, 1)] {
      try database().execute(sql)
      let report = try manager.scan()
      verify((report.changed, report.unchanged) == (changed, 3 - changed))
      try verify(tags(), equals: before)
      try verify(uris(manager, "tag == 'Drum Kit'"), equals: ["urn:a"], "a tag's names are those of today")
      try verify(uris(manager, "tag == Old").isEmpty)
      try verify(self.remarks(manager, "urn:b"), equals: remarks)
    }
    try verify(manager.scan().changed, equals: 0)
  }

  @Test("a bundle has a thousand different own tags, the first by text, however often it is read", .part(.faults))
  func tooMany() throws {
    let plugins = (0..<20).map { plugin in
      let tags = (0..<60).map { "[ rdfs:label \"t\(10_000 + plugin * 60 + $0)\", \"d\($0)\"@de ]" }
      return "<urn:m\(plugin)> a lv2:Plugin ; lv2:binary <x.so> ; doap:name \"M\" ; "
        + "<urn:aucat:tags#ownTag> \(tags.joined(separator: ", ")) .\n"
    }
    bundles.folder.write(HandmadeBundles.prefixes + "\n" + plugins.joined(), to: "lv2/m.lv2/manifest.ttl")
    bundles.folder.write("", to: "lv2/m.lv2/x.so")
    let manager = try bundles.manager()
    for _ in 0..<2 {
      try manager.scan(.full)
      try verify(manager.tagNames().filter { $0.hasPrefix("t1") }.sorted() == (10_000..<11_000).map { "t\($0)" })
      try verify(uris(manager, "tag == t10999"), equals: ["urn:m16"])
      try verify(uris(manager, "tag == t11000").isEmpty)
      let remarks = try remarks(manager, "urn:m0")
      verify(remarks.contains { $0.hasPrefix("its plugins have 1000 different tags") }, "\(remarks)")
    }
    let rows = try database().number(
      "SELECT count(*) FROM tag_name AS n JOIN tag AS t ON t.id = n.tag WHERE name = 'd0'")
    verify(rows, equals: 17)
  }
}
