import AudioComponents
import Glibc
import ICU
import TestSupport
import Testing

/// A predicate means the same in memory, in SQL and printed back.
struct QueryLawTests {
  @Test(
    "SQL finds what the evaluation in memory finds, over the installed plugins", .part(.oracle),
    .enabled(if: ScannedCatalog.has("mda.lv2"), "no real plugins are installed: .dev/setup plugins"))
  func overTheCorpus() throws {
    try check(ScannedCatalog.corpus.get(), cases: 30, purpose: "query law over the corpus")
  }

  @Test("SQL finds what the evaluation in memory finds, over names and tags in many scripts and languages")
  func inSwedish() throws {
    let manager = try Self.manager("sv_SE.UTF-8")
    let table = [
      ("name == Eko", ["a"]), ("variant == \"somebody/limiter\"", ["d"]), ("uses == 3", ["b"]),
      ("hidden == yes", ["e"]),
      ("lastUsed == nil and uri beginswith 'urn:' and authorTag.@count == 0", ["c", "d"]),
      ("userTag == strasse", ["a", "b"]), ("userTag CONTAINS 響", ["b"]), ("userTag.@count == 3", ["a", "b"]),
    ]
    for (text, names) in table {
      let found = try manager.components(matching: text).map(\.uri)
      verify(found.sorted(), equals: names.map { "urn:" + $0 }, "\(text)")
    }
    try check(manager, cases: 15, purpose: "query law")
  }

  @Test("the same with many predicates and locales", .part(.laws))
  func inManyLocales() throws {
    for locale in ["sv_SE.UTF-8", "en", "ja_JP.UTF-8", "de_DE.UTF-8", "fr_FR.UTF-8"] {
      try check(Self.manager(locale), cases: 250, purpose: "query law, \(locale)")
    }
  }

  /// A manager of a catalog of names in several languages, and in scripts without blanks, with cases, accents and width,
  /// of tags of users and authors, and of hidden components. Tests only search it.
  private static func manager(_ locale: String) throws -> ComponentManager {
    try scanned.get()
    return try bundles.manager(locale)
  }

  private static let bundles = HandmadeBundles()
  private static let scanned = Result {
    bundles.effect("a.lv2", uri: "urn:a", name: "\"Hall\"@de, \"Eko\"@sv, \"Reverb\"")
    bundles.effect("b.lv2", uri: "urn:b", name: "Überraschung %_'", pluginClass: "lv2:DelayPlugin")
    bundles.effect("c.lv2", uri: "urn:c", name: "İstanbul ß Σίσυφος", pluginClass: "lv2:MixerPlugin")
    bundles.effect("d.lv2", uri: "urn:d", name: "\"Gräns (mono)\"@sv, \"LimiterX2\"", more: "rdfs:comment \"Höjer\"")
    bundles.effect("e.lv2", uri: "urn:e", name: "Effect")
    bundles.presets("p.lv2", of: "urn:a", names: ["Große Halle", "Plate", "A_%"])
    let names = [
      "\"リバーブレーター\"@ja, \"Reverberator\"", "\"ノイズゲート 4\", \"Noise Gate\"@en", "\"混响效果器\"@zh, \"Ｗide Ｒoom\"",
      "\"Компрессор\", \"Компрессоры\"@uk", "\"Σίσυφος Φίλτρα\"", "\"Größe Überhall\", \"Dragon Fly Hall\"@en",
      "\"ฟิลเตอร์เสียง\"", "\"리버브레이터\", \"X-42 EQ-10 Q\"@en", "\"compressors limiting\"", "\"ガイド🎛 ½ ﬁlter\"",
    ]
    for (number, name) in names.enumerated() {
      bundles.effect("b\(number).lv2", uri: "http://example.org/many-\(number)#names", name: name)
    }
    bundles.presets(
      "q.lv2", of: "http://example.org/many-1#names", names: ["ノイズ 除去", "Vocal Booth", "Эхо зала", "Flanging"])
    bundles.presets("r.lv2", of: "http://example.org/many-2#names", names: ["Gated Room", "Gâte"])
    for (number, tags) in [
      "<urn:aucat:tags#standardTag> \"Drums\" ; <urn:aucat:tags#ownTag> [ rdfs:label \"Tape Sound\", \"Tonband\"@de ]",
      "<urn:aucat:tags#ownTag> [ rdfs:label \"Tape Sound\", \"Bandgerät\"@de, \"Bandmaskin\"@sv ]",
      "<urn:aucat:tags#ownTag> [ rdfs:label \"Ton\", \"Sound\"@en, \"Klang\"@de ]",
    ].enumerated() {
      bundles.effect("t\(number).lv2", uri: "urn:t\(number)", name: "Effect \(number)", more: tags)
    }
    let manager = try bundles.manager()
    try manager.scan()
    try manager.setUserTagNames(["Röhre", "STRASSE", "Reverb"], of: "urn:a")
    try manager.setUserTagNames(["röhre", "Straße", "残響"], of: "urn:b")
    try manager.setUserTagNames(["Ро́ck", "صدى", "İstanbul", "a%_'\""], of: "urn:c")
    try manager.apply([.add(.favorite, to: "urn:a"), .add(.favorite, to: "urn:c"), .add(.hidden, to: "urn:e")])
    try manager.apply(["urn:a", "urn:b", "urn:b", "urn:b", "urn:e", "urn:gone"].map { .use(of: $0) })
  }

  /// Which of its labels a preset has is decided in one place, for plain words too.
  @Test("the same with presets that several bundles name differently", .part(.laws))
  func withRivalPresets() throws {
    let bundles = HandmadeBundles()
    var random = SeededGenerator(environment: Configuration.processEnvironment, purpose: "query law with rival presets")
    for uri in ["urn:a", "urn:b"] { bundles.effect("\(uri.last ?? "x").lv2", uri: uri, name: "Effect") }
    for bundle in 0..<3 {
      let presets = (0..<12).map { index in
        let label = String((0..<3).map { _ in "pqrz".randomElement(using: &random) ?? "p" })
        let plugin = index.isMultiple(of: 2) ? "urn:a" : "urn:b"
        return "<urn:preset:\(index)> a pset:Preset ; lv2:appliesTo <\(plugin)> ; rdfs:label \"\(label)\" .\n"
      }
      bundles.folder.write(HandmadeBundles.prefixes + presets.joined(), to: "lv2/presets\(bundle).lv2/manifest.ttl")
    }
    let manager = try bundles.manager()
    let components = try manager.components(matching: "")
    try demand(components.count == 2)
    var found = 0
    for first in "pqrz" {
      for second in "pqrz" {
        let texts: [String] = ["\(first)\(second)", "preset.name contains \(first)\(second)"]
        for text in texts {
          let predicate = try manager.predicate(text)
          let uris = try manager.prepare(predicate).uris()
          found += uris.count
          for component in components {
            let isFound = try manager.why(component, matches: predicate).isFound
            verify(isFound, equals: uris.contains { $0 == component.uri }, "\(text), seed \(random.seed)")
          }
        }
      }
    }
    verify(found > 8)
  }

  /// What a prepared search gives in parts is what a search finds.
  private func checkParts(_ search: PreparedSearch, _ found: Set<String>) throws {
    let uris = try search.uris()
    verify(Set(uris) == found && uris.count == found.count, "\(search.predicate)")
    try verify(search.uris(limit: 3), equals: Array(uris.prefix(3)), "\(search.predicate)")
    try verify(search.count(), equals: found.count, "\(search.predicate)")
    let all = try search.components()
    try verify(search.components(limit: 2), equals: Array(all.prefix(2)), "\(search.predicate)")
    let facets = try search.facets()
    verify(facets.total == found.count && facets.types.values.reduce(0, +) == found.count, "\(search.predicate)")
    // The second time by other means.
    try verify(search.facets(), equals: facets, "\(search.predicate)")
    let channels = Dictionary(grouping: all) { ChannelCounts(inputs: $0.audioInputs, outputs: $0.audioOutputs) }
    verify(facets.channels, equals: channels.mapValues(\.count), "\(search.predicate)")
    verify(
      facets.licenses, equals: Dictionary(grouping: all.compactMap(\.license), by: License.name).mapValues(\.count))
    verify(facets.manufacturers, equals: Dictionary(grouping: all.compactMap(\.manufacturer)) { $0 }.mapValues(\.count))
    verify(facets.userInterfaces, equals: Dictionary(grouping: all, by: \.hasCustomView).mapValues(\.count))
    let latencies = [
      ("== 0", all.count { $0.latency == 0 }), ("> 0", all.count { $0.latency.map { $0 > 0 } ?? false }),
    ]
    verify(facets.latencies, equals: latencies.filter { $0.1 > 0 }.map { CountedRange($0.0, count: $0.1) })
    verify(facets.hosts.values.allSatisfy { 1...found.count ~= $0 })
    for counted in facets.tags {
      // A user's tag that spells a system tag counts with it.
      verify(all.count { $0.displayTags.contains { $0.name == counted.tag.name } }, equals: counted.count)
    }
  }

  private func check(_ manager: ComponentManager, cases: Int, purpose: String) throws {
    let components = try manager.search(.constant(true), everything: true).components.filter { $0.verdict == .scanned }
    try demand(!components.isEmpty)
    var details: [String: ComponentDetails] = [:]
    for component in components { details[component.uri] = try manager.details(of: component) }
    let rules = UnicodeRules(locale: manager.configuration.locale)
    let subjects = components.map { component in
      SubjectWords(CatalogSubject(component) { details[component.uri] ?? ComponentDetails() }, rules: rules)
    }
    let environment = Configuration.processEnvironment
    var predicates = RandomPredicates(
      components, details, SeededGenerator(environment: environment, purpose: purpose))
    // What each of the readings finds: by the catalog, in memory, and by the catalog from the printed text.
    func readings(_ predicate: ComponentPredicate) throws -> [Set<String>] {
      let resolved = try manager.resolved(predicate)
      let prepared = try PreparedPredicate(resolved, rules: rules)
      let seesHidden = resolved.keys.contains(.hidden)
      let expected = try zip(components, subjects).filter { component, subject in
        try (seesHidden || !component.isHidden) && prepared.matches(subject)
      }
      let printed = try manager.predicate(predicate.description)
      return [
        Set(try manager.components(matching: predicate).map(\.uri)), Set(expected.map(\.0.uri)),
        Set(try manager.prepare(printed).uris()),
      ]
    }
    var matched = 0
    for _ in 0..<SeededGenerator.cases(cases) {
      let predicate = predicates.next()
      let found = try readings(predicate)
      if Set(found).count > 1 {
        let small = try predicate.smallestPart { Set(try readings($0)).count > 1 }
        Issue.record("the readings differ: \(small) finds \(try readings(small)); it is a part of \(predicate)")
      }
      try checkParts(manager.prepare(predicate), found[0])
      matched += found[0].isEmpty ? 0 : 1
    }
    verify(matched > cases / 5 || cases < 100 && matched > 0, "most predicates match nothing, so the law says little")
  }
}
