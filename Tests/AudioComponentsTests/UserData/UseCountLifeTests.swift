import AudioComponents
import Foundation
import ICU
import TestSupport
import Testing

/// How often components were used: counted by hosts, imported, exported, salvaged.
@Suite struct UseCountLifeTests {
  private let folder = TemporaryFolder()
  private var store: String { folder("catalog.sqlite.user") }
  private var bundles: HandmadeBundles { HandmadeBundles(folder) }

  private func manager() throws -> ComponentManager {
    bundles.effect("a.lv2", uri: "urn:a", name: "\"A\"")
    return try ScannedCatalog.manager(catalog: folder("catalog.sqlite"), path: bundles.path)
  }

  private func use(
    _ uri: String, _ count: Int, _ time: String? = nil, source: String = "ardour"
  ) throws -> UseCount {
    try #require(UseCount(uri: uri, source: source, count: count, lastUsed: time.flatMap { UTCTime($0) }))
  }

  @Test("a host's uses are counted from several threads at once, and are nothing but uses")
  func counted() async throws {
    let manager = try manager()
    let before = Int64(Date().timeIntervalSince1970)
    try await withThrowingTaskGroup(of: Void.self) { group in
      for _ in 0..<4 { group.addTask { for _ in 0..<5 { try manager.noteUse(of: "urn:a") } } }
      try await group.waitForAll()
    }
    try manager.noteUse(of: "urn:gone")
    let uses = try manager.userData().uses
    #expect(uses.map(\.uri) == ["urn:a", "urn:gone"] && uses.map(\.count) == [20, 1])
    #expect(uses.allSatisfy { $0.source == UseCount.aucat })
    let last = try #require(uses.first?.lastUsed)
    #expect((before...before + 86_400).contains(last.secondsSince1970))
    let component = try #require(try manager.component(uri: "urn:a"))
    #expect(component.userTagNames.isEmpty && !component.isFavorite)
    let details = try manager.details(of: component)
    #expect(details.uses == 20 && details.lastUsed == last && component.uses == 20 && component.lastUsed == last)
  }

  @Test("imports merge and don't add up: the larger count and the later time stay")
  func joined() throws {
    let manager = try manager()
    try manager.noteUse(of: "urn:a")
    let table: [(count: Int, time: String?, isNew: Int, total: Int, last: String?)] = [
      (12, nil, 1, 12, nil), (12, nil, 0, 12, nil), (12, "2025-01-01T00:00:00Z", 1, 12, "2025-01-01T00:00:00Z"),
      (3, "2025-06-01T00:00:00Z", 1, 12, "2025-06-01T00:00:00Z"), (13, nil, 1, 13, "2025-06-01T00:00:00Z"),
      (13, "2025-01-01T00:00:00Z", 0, 13, "2025-06-01T00:00:00Z"), (0, nil, 0, 13, "2025-06-01T00:00:00Z"),
    ]
    for row in table {
      #expect(try manager.merge(UserData(uses: [try use("urn:a", row.count, row.time)])) == row.isNew, "\(row)")
      let found = try manager.userData().uses.filter { $0.source == "ardour" }
      #expect(found == [try use("urn:a", row.total, row.last)], "\(row)")
    }
    let component = try #require(try manager.component(uri: "urn:a"))
    #expect(try manager.details(of: component).uses == 14, "those of all programs")
    _ = try manager.merge(UserData(), replacing: true)
    #expect(try manager.userData() == UserData() && manager.details(of: component).uses == 0)
  }

  @Test("export, wipe and import is the identity with counts, and their file has version 3")
  func exported() throws {
    let manager = try manager()
    var random = SeededGenerator(environment: Configuration.processEnvironment, purpose: "export of use counts")
    let uses = try (0..<100).map { number in
      let seconds = Int64.random(in: 0...253_402_300_799, using: &random)
      let time = Bool.random(using: &random) ? UTCTime(secondsSince1970: seconds)?.description : nil
      let count = Int.random(in: 0...UseCount.largest, using: &random)
      return try use("urn:\(number / 2) ä\"", count, time, source: number % 2 == 0 ? "ardour" : "host-7")
    }
    #expect(try manager.merge(UserData(facts: [UserFact(.favorite, uri: "urn:a")], uses: uses)) == 101)
    let before = try manager.userData()
    let exported = UserDataFormat.encode(before)
    #expect(String(decoding: exported, as: UTF8.self).hasPrefix("{\"aucat\":\"user data\",\"version\":3}\n"))
    #expect(try UserDataFormat.decode(exported).uses.count == 100)
    _ = try manager.merge(UserData(), replacing: true)
    #expect(try manager.merge(try UserDataFormat.decode(exported)) == 101, "seed \(random.seed)")
    #expect(try manager.userData() == before)
    #expect(UserDataFormat.encode(try manager.userData()) == exported)
    #expect(try manager.merge(try UserDataFormat.decode(exported)) == 0)
  }

  static let hostile: [(members: String, says: String)] = [
    ("\"source\":\"x\",\"count\":1", "a use needs `uri`"),
    ("\"uri\":\"urn:a\",\"count\":1", "a `source` and a `count`"),
    ("\"uri\":\"urn:a\",\"source\":\"x\"", "a `source` and a `count`"),
    ("\"uri\":\"urn:a\",\"source\":\"x\",\"count\":1.5", "whole number"),
    ("\"uri\":\"urn:a\",\"source\":\"x\",\"count\":-1", "`count` must be 0 to "),
    ("\"uri\":\"urn:a\",\"source\":\"x\",\"count\":9007199254740993", "`count` must be 0 to "),
    ("\"uri\":\"urn:a\",\"source\":\"X\",\"count\":1", "`source` at most"),
    ("\"uri\":\"urn:a\",\"source\":\"x\",\"count\":1,\"last\":\"yesterday\"", "`last` must be a time"),
    ("\"uri\":\"urn:a\",\"source\":\"x\",\"count\":1,\"last\":7", "`last` must be a time"),
  ]

  @Test("a line that is not a count is an error with its line number", arguments: hostile.indices)
  func refused(index: Int) {
    let row = Self.hostile[index]
    let text = "{\"aucat\":\"user data\",\"version\":3}\n{\"kind\":\"use\",\(row.members)}\n"
    #expect { try UserDataFormat.decode(Array(text.utf8)) } throws: { error in
      "\(error)".contains("line 2: ") && "\(error)".contains(row.says)
    }
  }

  @Test("a count stays with the plugin that was used, and its successor begins at nothing")
  func replaced() throws {
    let manager = try manager()
    try manager.noteUse(of: "urn:a")
    try manager.apply([.add(.favorite, to: "urn:a")])
    bundles.effect("new.lv2", uri: "urn:new", name: "\"New\"", more: "lv2:replaces <urn:a>")
    try manager.scan()
    let new = try #require(try manager.component(uri: "urn:new"))
    #expect(new.isFavorite)
    #expect(try manager.details(of: new).uses == 0)
    #expect(try manager.userData().uses.map(\.uri) == ["urn:a"])
  }
}
