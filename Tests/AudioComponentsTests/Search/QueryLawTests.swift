import AudioComponents
import Glibc
import ICU
import TestSupport
import Testing

/// A predicate means the same in memory, in SQL and printed back.
@Suite struct QueryLawTests {
  @Test(
    "SQL finds what the evaluation in memory finds, over the installed plugins",
    .enabled(if: ScannedCatalog.has("mda.lv2"), "no real plugins are installed: .dev/setup plugins"))
  func overTheCorpus() throws {
    let catalog = try ScannedCatalog.corpus.get()
    try check(catalog.manager, cases: 30, purpose: "query law over the corpus")
  }

  @Test("the same over hand-made bundles in Swedish, with names in several languages")
  func inAnotherLanguage() throws {
    let folder = TemporaryFolder()
    let bundles = HandmadeBundles(folder)
    bundles.effect("a.lv2", uri: "urn:a", name: "\"Hall\"@de, \"Eko\"@sv, \"Reverb\"")
    bundles.effect("b.lv2", uri: "urn:b", name: "\"Überraschung %_'\"", pluginClass: "lv2:DelayPlugin")
    bundles.effect("c.lv2", uri: "urn:c", name: "\"İstanbul ß Σίσυφος\"", pluginClass: "lv2:MixerPlugin")
    bundles.effect("d.lv2", uri: "urn:d", name: "\"Gräns (mono)\"@sv, \"LimiterX2\"", more: "rdfs:comment \"Höjer\"")
    bundles.presets("p.lv2", of: "urn:a", names: ["Große Halle", "Plate", "A_%"])
    let catalog = try ScannedCatalog(path: bundles.path, locale: "sv_SE.UTF-8")
    #expect(try catalog.manager.components(matching: "name == Eko").map(\.uri) == ["urn:a"])
    #expect(try catalog.manager.components(matching: "variant == \"somebody/limiter\"").map(\.uri) == ["urn:d"])
    try check(catalog.manager, cases: 150, purpose: "query law over hand-made bundles")
  }

  @Test(
    "the same over names in scripts without blanks, with cases, accents and width", arguments: ["en", "ja_JP.UTF-8"])
  func inManyScripts(locale: String) throws {
    let folder = TemporaryFolder()
    let bundles = HandmadeBundles(folder)
    let names = [
      "\"リバーブレーター\"@ja, \"Reverberator\"", "\"ノイズゲート 4\", \"Noise Gate\"@en", "\"混响效果器\"@zh, \"Ｗide Ｒoom\"",
      "\"Компрессор\", \"Компрессоры\"@uk", "\"Σίσυφος Φίλτρα\"", "\"Größe Überhall\", \"Dragon Fly Hall\"@en",
      "\"ฟิลเตอร์เสียง\"", "\"리버브레이터\", \"X-42 EQ-10 Q\"@en", "\"compressors limiting\"", "\"ガイド🎛 ½ ﬁlter\"",
    ]
    for (number, name) in names.enumerated() {
      bundles.effect("b\(number).lv2", uri: "http://example.org/many-\(number)#names", name: name)
    }
    bundles.presets(
      "p.lv2", of: "http://example.org/many-1#names", names: ["ノイズ 除去", "Vocal Booth", "Эхо зала", "Flanging"])
    bundles.presets("q.lv2", of: "http://example.org/many-2#names", names: ["Gated Room", "Gâte"])
    try check(
      ScannedCatalog(path: bundles.path, locale: locale).manager, cases: 300,
      purpose: "query law in many scripts, \(locale)")
  }

  @Test("the same with tags of users in several scripts, favourites and hidden components")
  func withUserTags() throws {
    let folder = TemporaryFolder()
    let bundles = HandmadeBundles(folder)
    let uris = ["urn:a", "urn:b", "urn:c", "urn:d"]
    for uri in uris { bundles.effect("\(uri.last ?? "x").lv2", uri: uri, name: "\"Effect \(uri)\"") }
    let catalog = try ScannedCatalog(path: bundles.path)
    try catalog.manager.setUserTagNames(["Röhre", "STRASSE", "Reverb"], of: "urn:a")
    try catalog.manager.setUserTagNames(["röhre", "Straße", "残響"], of: "urn:b")
    try catalog.manager.setUserTagNames(["Ро́ck", "صدى", "İstanbul", "a%_'\""], of: "urn:c")
    try catalog.manager.apply([.add(.favorite, to: "urn:a"), .add(.favorite, to: "urn:c"), .add(.hidden, to: "urn:d")])
    try catalog.manager.apply(["urn:a", "urn:b", "urn:b", "urn:b", "urn:gone"].map { .use(of: $0) })
    #expect(try catalog.manager.components(matching: "uses == 3").map(\.uri) == ["urn:b"])
    #expect(try catalog.manager.components(matching: "lastUsed == nil").map(\.uri) == ["urn:c"])
    #expect(try catalog.manager.components(matching: "userTag == strasse").map(\.uri) == ["urn:a", "urn:b"])
    #expect(try catalog.manager.components(matching: "userTag CONTAINS 響").map(\.uri) == ["urn:b"])
    #expect(try catalog.manager.components(matching: "hidden == yes").map(\.uri) == ["urn:d"])
    #expect(try catalog.manager.components(matching: "userTag.@count == 3").map(\.uri) == ["urn:a", "urn:b"])
    try check(catalog.manager, cases: 150, purpose: "query law with tags of users")
  }

  /// Which of its labels a preset has is decided in one place, for plain words too.
  @Test("the same with presets that several bundles name differently")
  func withRivalPresets() throws {
    let folder = TemporaryFolder()
    let bundles = HandmadeBundles(folder)
    var random = SeededGenerator(environment: Configuration.processEnvironment, purpose: "query law with rival presets")
    for uri in ["urn:a", "urn:b"] { bundles.effect("\(uri.last ?? "x").lv2", uri: uri, name: "\"Effect\"") }
    for bundle in 0..<3 {
      let presets = (0..<12).map { index in
        let label = String((0..<3).map { _ in "pqrz".randomElement(using: &random) ?? "p" })
        let plugin = index.isMultiple(of: 2) ? "urn:a" : "urn:b"
        return "<urn:preset:\(index)> a pset:Preset ; lv2:appliesTo <\(plugin)> ; rdfs:label \"\(label)\" .\n"
      }
      folder.write(HandmadeBundles.prefixes + presets.joined(), to: "lv2/presets\(bundle).lv2/manifest.ttl")
    }
    let manager = try ScannedCatalog(path: bundles.path).manager
    let components = try manager.components(matching: "")
    try #require(components.count == 2)
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
            #expect(isFound == uris.contains { $0 == component.uri }, "\(text), seed \(random.seed)")
          }
        }
      }
    }
    #expect(found > 8)
  }

  /// What a prepared search gives in parts is what a search finds.
  private func checkParts(_ search: PreparedSearch, _ found: Set<String>) throws {
    let uris = try search.uris()
    #expect(Set(uris) == found && uris.count == found.count, "\(search.predicate)")
    #expect(try search.uris(limit: 3) == Array(uris.prefix(3)), "\(search.predicate)")
    #expect(try search.count() == found.count, "\(search.predicate)")
    let all = try search.components()
    #expect(try search.components(limit: 2) == Array(all.prefix(2)), "\(search.predicate)")
    let facets = try search.facets()
    #expect(facets.total == found.count && facets.types.values.reduce(0, +) == found.count, "\(search.predicate)")
    // The second time by other means.
    #expect(try search.facets() == facets, "\(search.predicate)")
    let channels = Dictionary(grouping: all) { ChannelCounts(inputs: $0.audioInputs, outputs: $0.audioOutputs) }
    #expect(facets.channels == channels.mapValues(\.count), "\(search.predicate)")
    #expect(facets.licenses == Dictionary(grouping: all.compactMap(\.license), by: License.name).mapValues(\.count))
    #expect(facets.manufacturers == Dictionary(grouping: all.compactMap(\.manufacturer)) { $0 }.mapValues(\.count))
    #expect(facets.userInterfaces == Dictionary(grouping: all, by: \.hasCustomView).mapValues(\.count))
    let latencies = [
      ("== 0", all.count { $0.latency == 0 }), ("> 0", all.count { $0.latency.map { $0 > 0 } ?? false }),
    ]
    #expect(facets.latencies == latencies.filter { $0.1 > 0 }.map { CountedRange($0.0, count: $0.1) })
    #expect(facets.hosts.values.allSatisfy { 1...found.count ~= $0 })
    for counted in facets.tags {
      // A user's tag that spells a system tag counts with it.
      #expect(all.count { $0.displayTags.contains { $0.name == counted.tag.name } } == counted.count)
    }
  }

  func check(_ manager: ComponentManager, cases: Int, purpose: String) throws {
    let components = try manager.search(.constant(true), everything: true).components.filter { $0.verdict == .scanned }
    try #require(!components.isEmpty)
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
    #expect(matched > cases / 5, "most predicates match nothing, so the law says little")
  }
}
