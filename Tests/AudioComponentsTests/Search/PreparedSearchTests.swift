import AudioComponents
import TestSupport
import Testing

/// A prepared search answers anew whenever anything has been committed, whoever did it.
struct PreparedSearchTests {
  private let bundles = HandmadeBundles()

  @Test func changesOfAnotherManagerAreSeenByTheNextCall() throws {
    bundles.effect("a.lv2", uri: "urn:a", name: "Blue Verb")
    let other = try bundles.manager()
    for pooled in [false, true] {
      let manager = try bundles.manager(pooled: pooled)
      let searches = try [
        "tag == Mine", "name contains Verb", "tag == Reverb and not hidden == yes", "uri == \"urn:b\"",
      ].map { manager.prepare(try manager.predicate($0)) }
      func found() throws -> [[String]] { try searches.map { try $0.uris() } }
      try verify(found(), equals: [[], ["urn:a"], ["urn:a"], []])
      try other.setUserTagNames(["Mine"], of: "urn:a")
      try verify(found(), equals: [["urn:a"], ["urn:a"], ["urn:a"], []])
      bundles.effect("b.lv2", uri: "urn:b", name: "Verb Two")
      try other.scan()
      try verify(found(), equals: [["urn:a"], ["urn:a", "urn:b"], ["urn:a", "urn:b"], ["urn:b"]])
      try other.apply([.add(.hidden, to: "urn:a")])
      try verify(found(), equals: [[], ["urn:b"], ["urn:b"], ["urn:b"]])
      try verify(searches[1].count(), equals: 1)
      try other.apply([.remove(.hidden, from: "urn:a")])
      bundles.folder.remove("lv2/b.lv2")
      try other.scan()
      try verify(found(), equals: [["urn:a"], ["urn:a"], ["urn:a"], []])
      try other.setUserTagNames([], of: "urn:a")
    }
  }

  @Test func namesAreFoundByTheirPartsInEveryLanguageAndAfterARename() throws {
    bundles.effect("a.lv2", uri: "urn:a", name: "\"Hall\"@de, \"Große Kirche\"@de-at, \"Reverberator\"")
    bundles.effect("b.lv2", uri: "urn:b", name: "Plain")
    let (german, english) = (try bundles.manager("de_DE.UTF-8"), try bundles.manager())
    try english.scan()
    func verifyFound(_ manager: ComponentManager, _ predicate: String, _ uris: String..., line: Int = #line) throws {
      try verify(manager.components(matching: predicate).map(\.uri), equals: uris, line: line)
    }
    try verifyFound(german, "name contains Hal", "urn:a")
    try verifyFound(german, "name contains verb")
    try verifyFound(english, "name contains[cd] VERB", "urn:a")
    try verifyFound(english, "name like '*lai*'", "urn:b")
    bundles.effect("b.lv2", uri: "urn:b", name: "\"Changed \\\"quoted\\\" name\"")
    try english.scan()
    try verifyFound(english, "name contains Plain")
    try verifyFound(english, "name contains '\"quo'", "urn:b")
  }

  @Test("a prepared search follows the catalog and the user's data")
  func following() throws {
    bundles.effects(0..<20)
    let manager = try bundles.manager()
    let search = manager.prepare(try manager.predicate("not bundle contains \"/1\""))
    let first = try search.uris()
    verify(first.count, equals: 9, "but for 1 and those from 10 on")
    for _ in 0..<3 { try verify(search.uris(), equals: first) }
    bundles.effect("20.lv2", uri: "urn:20", name: "Effect 20")
    try manager.scan()
    try verify(search.uris().count, equals: first.count + 1)

    try manager.apply([.use(of: "urn:1")])
    for text in ["uses >= 1", "name matches \".* 1\"", "lastUsed != nil", "uri endswith ':1'"] {
      let search = manager.prepare(try manager.predicate(text))
      for _ in 0..<2 { try verify(search.uris(), equals: ["urn:1"], "\(text)") }
      try verify(search.plan().steps.map(\.method), equals: [.sql], "\(text)")
    }
  }

  @Test("the first components by name are those of a whole sort, also if many threads ask")
  func orderByName() async throws {
    var random = SeededGenerator(environment: Configuration.processEnvironment, purpose: "order by name")
    for index in 0..<60 {
      let name = String((0..<3).map { _ in "aAäåÄzöoØ".randomElement(using: &random) ?? "a" })
      bundles.effect("\(index).lv2", uri: "urn:\(index)", name: name)
    }
    try bundles.manager().scan()
    for locale in ["C", "sv_SE.UTF-8"] {
      let manager = try bundles.manager(locale, pooled: true)
      let search = manager.prepare(try manager.predicate("type == Effect"))
      func first(_ limits: [Int]) throws -> [[String]] {
        try limits.map { try search.components(limit: $0).map(\.uri) }
      }
      let early = try first([1, 7, 59])
      let all = try search.components().map(\.uri)
      verify(all.count, equals: 60)
      for (limit, uris) in zip([1, 7, 59, 30, 45, 60], try early + first([30, 45, 60])) {
        verify(uris, equals: Array(all.prefix(limit)), "seed \(random.seed)")
      }
      let counts = try await withThrowingTaskGroup(of: Int.self) { group in
        for task in 0..<16 {
          group.addTask {
            try (0..<20).reduce(0) { total, _ in
              try total + (task.isMultiple(of: 2) ? search.count() : search.uris(limit: 60).count)
            }
          }
        }
        return try await group.reduce(into: []) { $0.append($1) }
      }
      verify(counts, equals: Array(repeating: 1_200, count: 16))
    }
  }
}
