import AudioComponents
import SQLite
import TestSupport
import Testing

/// Tags that authors declare, in the catalog and in queries.
@Suite struct AuthorTagTests {
  private let bundles = HandmadeBundles()
  private var folder: TemporaryFolder { bundles.folder }

  init() {
    declare(
      "a", "<urn:aucat:tags#standardTag> \"Drums\"",
      own: "\"Tape Sound\", \"Tonband\"@de, \"Tonband AT\"@de-AT, \"Bandmaskin\"@sv, \"شريط\"@ar")
    declare("b", "<urn:aucat:tags#standardTag> \"Revreb\"", own: "\"Tape Sound\", \"Bandgerät\"@de, \"Zzz\"@sv")
    declare("c", "lv2:extensionData <urn:none>", own: "\"Ton\", \"Sound\"@en, \"Klang\"@de")
  }

  private func declare(_ name: String, _ facts: String, own labels: String) {
    bundles.effect(
      "\(name).lv2", uri: "urn:\(name)", name: "\"Effect \(name)\"",
      more: "\(facts) ; <urn:aucat:tags#ownTag> [ rdfs:label \(labels) ]")
  }

  private func manager(_ locale: String = "C") throws -> ComponentManager {
    try ScannedCatalog.manager(catalog: folder("catalog.sqlite"), path: bundles.path, locale: locale)
  }

  /// The names of a component's own tags of its author.
  private func ownNames(_ manager: ComponentManager, _ uri: String) throws -> [String] {
    let component = try #require(try manager.component(uri: uri))
    return component.tags.filter { !$0.isStandard && $0.sources == [.author] }.map(\.name)
  }

  private func uris(_ manager: ComponentManager, _ predicate: String) throws -> [String] {
    try manager.components(matching: predicate).map(\.uri).sorted()
  }

  @Test("a tag is shown in the caller's language, the closest; where authors disagree, by the smallest name")
  func names() throws {
    let expected = [
      ("C", ["Tape Sound", "Sound"]), ("de_DE.UTF-8", ["Bandgerät", "Klang"]),
      ("de_AT.UTF-8", ["Tonband AT", "Klang"]),
      ("sv_SE.UTF-8", ["Bandmaskin", "Ton"]), ("ar.UTF-8", ["شريط", "Ton"]),
      ("fr_FR.UTF-8", ["Tape Sound", "Ton"]), ("en_GB.UTF-8", ["Tape Sound", "Sound"]),
    ]
    for (locale, names) in expected {
      let manager = try manager(locale)
      #expect(try ownNames(manager, "urn:a") == [names[0]], "\(locale)")
      #expect(try ownNames(manager, "urn:b") == [names[0]], "\(locale)")
      #expect(try ownNames(manager, "urn:c") == [names[1]], "\(locale)")
      #expect(try manager.tagNames().contains(names[0]))
    }
  }

  @Test("a tag is found by its text, its English name and its name in the caller's language")
  func searches() throws {
    let german = try manager("de_DE.UTF-8")
    #expect(try uris(german, "tag == bandgerät") == ["urn:a", "urn:b"])
    #expect(try uris(german, "tag contains 'tape'") == ["urn:a", "urn:b"])
    #expect(try uris(german, "tag == Tonband").isEmpty, "another author's name is shown")
    #expect(try uris(german, "tag == Ton") == ["urn:c"])
    #expect(try uris(german, "tag beginswith soun") == ["urn:c"])
    #expect(try uris(german, "authorTag == Schlagzeug") == ["urn:a"])
    #expect(try uris(german, "systemTag == Klang and userTag.@count == 0") == ["urn:c"])
    #expect(try uris(german, "authorTag contains Effekt").isEmpty, "that tag is the type's")
    #expect(try uris(german, "Klang") == ["urn:c"], "free text")
    #expect(
      try german.prepare(german.predicate("tag == Klang")).facets().tags.contains {
        $0.tag.name == "Klang" && $0.count == 1
      })
    #expect(try uris(manager(), "tag == Klang").isEmpty)
  }

  @Test("a part of a tag's text finds it in every language", arguments: ["C", "en_US", "fr_FR", "de_DE", "sv_SE"])
  func text(locale: String) throws {
    declare("d", "lv2:extensionData <urn:none>", own: "\"Vintage\", \"Antique\"@en, \"Klassiker\"@de")
    let manager = try manager(locale + ".UTF-8")
    let predicates = [
      "tag contains vint", "tag beginswith Vin", "tag endswith age", "tag like 'v*e'", "tag matches 'vint.*'", "vint",
      "tag == vintage", "tag contains antiq", "tag == antique", "antiq",
    ]
    for predicate in predicates { #expect(try uris(manager, predicate) == ["urn:d"], "\(predicate)") }
  }

  @Test("the law holds with authors' tags", arguments: ["de_DE.UTF-8", "fr_FR.UTF-8"])
  func law(locale: String) throws {
    try QueryLawTests().check(manager(locale), cases: 300, purpose: "query law with authors' tags")
  }

  @Test("a component's names are replaced with it and go with it")
  func replaced() throws {
    let manager = try manager("de_DE.UTF-8")
    declare("b", "lv2:extensionData <urn:none>", own: "\"Tape Sound\", \"Zonband\"@de")
    try manager.scan()
    #expect(try ownNames(manager, "urn:a") == ["Tonband"])
    declare("a", "lv2:extensionData <urn:none>", own: "\"Other\"")
    #expect(try manager.scan().changed == 1)
    #expect(try ownNames(manager, "urn:b") == ["Zonband"])
    bundles.effect("b.lv2", uri: "urn:b2", name: "\"Effect\"")
    try manager.scan()
    #expect(try database().number("SELECT count(*) FROM tag_names WHERE tag = 'Tape Sound'") == 0)
  }

  @Test("other rules keep authors' tags, and have their bundles read again")
  func otherRules() throws {
    let manager = try manager()
    try manager.scan()
    let tags = { try self.uris(manager, "authorTag == drums") + self.uris(manager, "tag == 'Tape Sound'") }
    let before = try tags()
    let remarks = try manager.details(of: #require(try manager.component(uri: "urn:b"))).remarks
    #expect(remarks == ["tags:standardTag \"Revreb\" is not a standard tag; did you mean \"Reverb\"?"])
    // As if the catalog were an older program's, whose vocabulary knew other names.
    try database().execute(
      """
      UPDATE catalog SET tag_rules = 'old'; UPDATE tag SET aliases = '["Old"]' WHERE identifier = 'drums';
      UPDATE component SET digest = digest + 1, remarks = '["tags:standardTag \\"Drum\\" is not a standard tag"]'
        WHERE uri = 'urn:b'
      """)
    let report = try manager.scan()
    #expect((report.changed, report.unchanged) == (1, 2), "only what the rules see otherwise is written")
    #expect(try tags() == before)
    #expect(try uris(manager, "tag == 'Drum Kit'") == ["urn:a"], "a tag's names are those of today")
    #expect(try uris(manager, "tag == Old").isEmpty)
    #expect(try manager.details(of: #require(try manager.component(uri: "urn:b"))).remarks == remarks)
    #expect(try manager.scan().changed == 0)
  }

  @Test("other rules renew the aliases of tags that only authors give, although their plugins are as before")
  func aliases() throws {
    let manager = try manager()
    try manager.scan()
    try database().execute(
      """
      UPDATE catalog SET tag_rules = 'old';
      UPDATE tag SET aliases = '["Old"]' WHERE identifier IN ('drums', 'percussion')
      """)
    #expect(try manager.scan().changed == 0)
    #expect(try uris(manager, "tag == 'Drum Kit'") == ["urn:a"])
    #expect(try uris(manager, "tag == Old").isEmpty)
  }

  @Test("a bundle has a thousand different own tags, the first by text, however often it is read")
  func tooMany() throws {
    let plugins = (0..<20).map { plugin in
      let tags = (0..<60).map { "[ rdfs:label \"t\(10_000 + plugin * 60 + $0)\", \"d\($0)\"@de ]" }
      return "<urn:m\(plugin)> a lv2:Plugin ; lv2:binary <x.so> ; doap:name \"M\" ; "
        + "<urn:aucat:tags#ownTag> \(tags.joined(separator: ", ")) .\n"
    }
    folder.write(HandmadeBundles.prefixes + "\n" + plugins.joined(), to: "lv2/m.lv2/manifest.ttl")
    folder.write("", to: "lv2/m.lv2/x.so")
    let manager = try manager()
    for _ in 0..<2 {
      try manager.scan(.full)
      #expect(try manager.tagNames().filter { $0.hasPrefix("t1") }.sorted() == (10_000..<11_000).map { "t\($0)" })
      #expect(try uris(manager, "tag == t10999") == ["urn:m16"])
      #expect(try uris(manager, "tag == t11000").isEmpty)
      let remarks = try manager.details(of: #require(try manager.component(uri: "urn:m0"))).remarks
      #expect(remarks.contains { $0.hasPrefix("its plugins have 1000 different tags") }, "\(remarks)")
    }
    let rows = try database().number(
      "SELECT count(*) FROM tag_name AS n JOIN tag AS t ON t.id = n.tag WHERE name = 'd0'")
    #expect(rows == 17)
  }

  @Test("unused tags go with the scan that removes the last component that has them")
  func unused() throws {
    let manager = try manager()
    declare("d", "lv2:extensionData <urn:none>", own: "\"Vinzage\", \"Altzeug\"@de")
    try manager.scan()
    let tags = { Set(try self.database().texts("SELECT identifier FROM tag")) }
    #expect(try tags().isSuperset(of: ["Vinzage", "Ton", "drums"]))
    folder.remove("lv2/d.lv2")
    try manager.scan()
    #expect(try !tags().contains("Vinzage") && tags().isSuperset(of: ["Ton", "drums"]))
    declare("c", "lv2:extensionData <urn:none>", own: "\"Other\"")
    try manager.scan()
    #expect(try !tags().contains("Ton") && tags().contains("Other"))
  }

  private func database() throws -> Connection { try Connection(folder("catalog.sqlite"), for: .writing) }
}
