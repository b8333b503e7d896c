import AudioComponents
import Glibc
import TestSupport
import Testing

/// A prepared search answers anew whenever anything has been committed, whoever did it.
@Suite struct PreparedSearchTests {
  private let bundles = HandmadeBundles()
  private var folder: TemporaryFolder { bundles.folder }

  @Test(arguments: [false, true]) func changesOfAnotherManagerAreSeenByTheNextCall(pooled: Bool) throws {
    bundles.effect("a.lv2", uri: "urn:a", name: "\"Blue Verb\"", pluginClass: "lv2:ReverbPlugin")
    let manager = try ScannedCatalog.manager(catalog: folder("catalog.sqlite"), path: bundles.path, pooled: pooled)
    let other = try ScannedCatalog.manager(catalog: folder("catalog.sqlite"), path: bundles.path)
    let searches = try ["tag == Mine", "name contains Verb", "tag == Reverb and not hidden == yes", "uri == \"urn:b\""]
      .map {
        manager.prepare(try manager.predicate($0))
      }
    func found() throws -> [[String]] { try searches.map { try $0.uris() } }
    #expect(try found() == [[], ["urn:a"], ["urn:a"], []])
    try other.setUserTagNames(["Mine"], of: "urn:a")
    #expect(try found() == [["urn:a"], ["urn:a"], ["urn:a"], []])
    bundles.effect("b.lv2", uri: "urn:b", name: "\"Verb Two\"", pluginClass: "lv2:ReverbPlugin")
    try other.scan()
    #expect(try found() == [["urn:a"], ["urn:a", "urn:b"], ["urn:a", "urn:b"], ["urn:b"]])
    try other.apply([.add(.hidden, to: "urn:a")])
    #expect(try found() == [[], ["urn:b"], ["urn:b"], ["urn:b"]])
    #expect(try searches[1].count() == 1)
    try other.apply([.remove(.hidden, from: "urn:a")])
    folder.remove("lv2/b.lv2")
    try other.scan()
    #expect(try found() == [["urn:a"], ["urn:a"], ["urn:a"], []])
  }

  @Test func namesAreFoundByTheirPartsInEveryLanguageAndAfterARename() throws {
    bundles.effect("a.lv2", uri: "urn:a", name: "\"Hall\"@de, \"Große Kirche\"@de-at, \"Reverberator\"")
    bundles.effect("b.lv2", uri: "urn:b", name: "\"Plain\"")
    let german = try ScannedCatalog(path: bundles.path, locale: "de_DE.UTF-8").manager
    #expect(try german.components(matching: "name contains Hal").map(\.uri) == ["urn:a"])
    #expect(try german.components(matching: "name contains verb").isEmpty)
    let english = try ScannedCatalog(path: bundles.path).manager
    #expect(try english.components(matching: "name contains[cd] VERB").map(\.uri) == ["urn:a"])
    #expect(try english.components(matching: "name like '*lai*'").map(\.uri) == ["urn:b"])
    bundles.effect("b.lv2", uri: "urn:b", name: "\"Changed \\\"quoted\\\" name\"")
    try english.scan()
    #expect(try english.components(matching: "name contains Plain").isEmpty)
    #expect(try english.components(matching: "name contains '\"quo'").map(\.uri) == ["urn:b"])
  }

  @Test("SQLite tests comparisons until that has cost as much as a scan, then sets decide them")
  func comparisonSets() throws {
    for index in 0..<20 { bundles.effect("\(index).lv2", uri: "urn:\(index)", name: "\"Effect \(index)\"") }
    let manager = try ScannedCatalog.manager(catalog: folder("catalog.sqlite"), path: bundles.path)
    let search = manager.prepare(try manager.predicate("not bundle contains \"/1\""))
    func ways() throws -> [QueryPlan.Step.Method] { try search.plan().steps.map(\.method) }
    #expect(try ways() == [.sql])
    let first = try search.uris()
    #expect(first.count == 9, "but for 1 and those from 10 on")
    for _ in 0..<3 { #expect(try search.uris() == first) }
    #expect(try ways() == [.sets])
    bundles.effect("20.lv2", uri: "urn:20", name: "\"Effect 20\"")
    try manager.scan()
    #expect(try search.uris().count == first.count + 1, "the sets are of one state of the catalog")
  }

  @Test(
    "what the user's data decides, and regular expressions, are never decided by sets",
    arguments: [
      "uses >= 1", "name matches \".*1.*\"", "lastUsed != nil", "uri endswith 1",
    ])
  func comparisonsWithoutSets(text: String) throws {
    for index in 0..<4 { bundles.effect("\(index).lv2", uri: "urn:\(index)", name: "\"Effect \(index)\"") }
    let manager = try ScannedCatalog.manager(catalog: folder("catalog.sqlite"), path: bundles.path)
    try manager.apply([.use(of: "urn:1")])
    let search = manager.prepare(try manager.predicate(text))
    for _ in 0..<4 { #expect(try search.uris() == ["urn:1"]) }
    #expect(try search.plan().steps.map(\.method) == [.sql])
  }

  @Test(
    "the first components by name are the same before and after all have been sorted", arguments: ["C", "sv_SE.UTF-8"])
  func orderByName(locale: String) throws {
    var random = SeededGenerator(environment: Configuration.processEnvironment, purpose: "order by name")
    for index in 0..<150 {
      let name = String((0..<3).map { _ in "aAäåÄzöoØ".randomElement(using: &random) ?? "a" })
      bundles.effect("\(index).lv2", uri: "urn:\(index)", name: "\"\(name)\"")
    }
    let manager = try ScannedCatalog.manager(catalog: folder("catalog.sqlite"), path: bundles.path, locale: locale)
    let search = manager.prepare(try manager.predicate("type == Effect"))
    let all = try search.components().map(\.uri)
    #expect(all.count == 150)
    for limit in [1, 7, 149, 40, 90, 150] {
      #expect(try search.components(limit: limit).map(\.uri) == Array(all.prefix(limit)), "seed \(random.seed)")
    }
  }

  @Test func manyThreadsAskOneManagerAtOnce() async throws {
    for index in 0..<40 { bundles.effect("\(index).lv2", uri: "urn:\(index)", name: "\"Effect \(index)\"") }
    let manager = try ScannedCatalog.manager(catalog: folder("catalog.sqlite"), path: bundles.path, pooled: true)
    let search = manager.prepare(try manager.predicate("name contains[c] EFFECT"))
    let counts = try await withThrowingTaskGroup(of: Int.self) { group in
      for task in 0..<16 {
        group.addTask {
          var total = 0
          for _ in 0..<50 { total += task.isMultiple(of: 2) ? try search.count() : try search.uris(limit: 40).count }
          return total
        }
      }
      return try await group.reduce(into: []) { $0.append($1) }
    }
    #expect(counts == Array(repeating: 2_000, count: 16))
  }
}
