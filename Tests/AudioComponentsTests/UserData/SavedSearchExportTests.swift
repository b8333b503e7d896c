import AudioComponents
import TestSupport
import Testing

/// Saved searches travel with the rest of what a person has entered.
@Suite struct SavedSearchExportTests {
  private let folder = TemporaryFolder()

  private func manager() throws -> ComponentManager {
    let bundles = HandmadeBundles(folder)
    bundles.effect("a.lv2", uri: "urn:a", name: "\"A\"")
    return try ScannedCatalog.manager(catalog: folder("catalog.sqlite"), path: bundles.path)
  }

  private static func file(_ lines: String...) -> [UInt8] {
    Array((["{\"aucat\":\"user data\",\"version\":2}"] + lines).joined(separator: "\n").utf8)
  }

  private static func line(_ name: String, _ predicate: String) -> String {
    JSON.object([("kind", .string("search")), ("name", .string(name)), ("predicate", .string(predicate))]).encoded
  }

  @Test("export, wipe and import is the identity, for random searches that name each other")
  func identity() throws {
    let manager = try manager()
    var random = SeededGenerator(environment: Configuration.processEnvironment, purpose: "export of saved searches")
    let words = ["Röhre", "残響", "a\"b\\", "صدى", "𝄞", "e\u{301}", "\u{1B}[31m", "\u{202E}x", "ǅ", "%_", "in \"x\""]
    try manager.apply([.create(try UserLabel(.collection, "live"))])
    for number in 0..<60 {
      let other = number == 0 ? "live" : "\(number - 1)"
      let text = words.randomElement(using: &random) ?? "x"
      let used =
        try number == 0 ? "live" : #require(manager.savedSearches().first { $0.name.hasSuffix(" \(other)") }).name
      let predicate = ComponentPredicate.and([
        .comparison(Comparison(key: .name, operator: .contains, value: .text(text))), .saved(used),
      ])
      try manager.save(try SavedSearch("\(text) \(number)", predicate: "\(predicate)\n"))
    }
    let before = try manager.userData()
    #expect(before.searches.count == 60)
    let exported = UserDataFormat.encode(before)
    _ = try manager.merge(UserData(), replacing: true)
    #expect(try manager.userData() == UserData())
    #expect(try manager.merge(try UserDataFormat.decode(exported)) == 61)
    #expect(try manager.userData() == before)
    #expect(UserDataFormat.encode(try manager.userData()) == exported)
    #expect(try manager.merge(try UserDataFormat.decode(exported)) == 0, "a second import changes nothing")
    #expect(try manager.merge(try UserDataFormat.decode(exported), replacing: true) == 61)
    #expect(try manager.userData() == before)
  }

  @Test("the version is 1 without saved searches and 2 with them; files of version 1 are read")
  func version() throws {
    let tag = UserFact(try UserLabel(.tag, "x"), uri: "urn:a")
    let without = String(decoding: UserDataFormat.encode(UserData(facts: [tag])), as: UTF8.self)
    #expect(without.hasPrefix("{\"aucat\":\"user data\",\"version\":1}\n"))
    let search = try SavedSearch("s", predicate: "effect")
    let with = String(decoding: UserDataFormat.encode(UserData(facts: [tag], searches: [search])), as: UTF8.self)
    #expect(with.hasPrefix("{\"aucat\":\"user data\",\"version\":2}\n"))
    #expect(with.contains("\n{\"kind\":\"search\",\"name\":\"s\",\"predicate\":\"effect\"}\n"))
    #expect(try UserDataFormat.decode(Array(without.utf8)) == UserData(facts: [tag]))
  }

  @Test("an existing search of the same name stays under one of the two names, unless everything is replaced")
  func union() throws {
    let manager = try manager()
    try manager.save(try SavedSearch("Halls", predicate: "tag == Reverb"))
    let file = try UserDataFormat.decode(Self.file(Self.line("HALLS", "name == x"), Self.line("new", "in halls")))
    #expect(try manager.merge(file) == 2)
    #expect(try manager.savedSearches().map(\.predicate) == ["name == x", "tag == Reverb", "in halls"])
    let names = try manager.savedSearches().map(\.name)
    #expect(names.count == 3 && names[0] == "HALLS" && names[1].hasPrefix("Halls (other ") && names[2] == "new")
    #expect(try manager.merge(file) == 0)
    #expect(try manager.merge(file, replacing: true) == 2)
    #expect(try manager.savedSearches().map(\.name) == ["HALLS", "new"])
    #expect(try manager.savedSearches().map(\.predicate) == ["name == x", "in halls"])
  }

  static let hostile: [(lines: [UInt8], says: String)] = [
    (file(line("a", "effect"), line("b", "nme == x")), "line 3: the saved search `b` is not a predicate: column 1"),
    (file(line("a", "name matches '('")), "line 2"), (file(line("a", "name == 'x\0'")), "NUL"),
    (file(line("a", "in a")), "line 2: saved searches refer to each other in a cycle"),
    (
      file(line("x", "effect"), line("a", "in b"), line("b", "in 'C'"), line("c", "in a")),
      "line 3: saved searches refer to each other in a cycle: \"a\" → \"b\" → \"c\" → \"a\""
    ),
    (
      file(line("a", "effect"), line("A", "name == x")),
      "line 3: the saved search `A` has a different predicate in line 2"
    ),
    (file(line("a\tb", "effect")), "a tab"), (file(line("", "effect")), "empty"),
    (file("{\"kind\":\"search\",\"name\":\"a\"}"), "needs a `name` and a `predicate`"),
    (file("{\"kind\":\"search\",\"predicate\":\"a\"}"), "needs a `name` and a `predicate`"),
    (file("{\"kind\":\"search\",\"name\":\"a\",\"predicate\":7}"), "needs a `name` and a `predicate`"),
    (file(line("a", String(repeating: "(", count: 100_000) + "name == x")), "deeper"),
    (file(line("a", String(repeating: "x", count: ComponentPredicate.sizeLimit + 1))), "larger than"),
    (Array("{\"aucat\":\"user data\",\"version\":4}".utf8), "reads up to 3; update aucat"),
  ]

  @Test("a hostile file is an error with its line", arguments: hostile.indices)
  func hostileFiles(index: Int) {
    let row = Self.hostile[index]
    #expect { try UserDataFormat.decode(row.lines) } throws: { error in
      guard case .invalidUserData? = error as? ComponentManagerError else { return false }
      return "\(error)".contains(row.says)
    }
  }

  @Test("a search that names something neither in the file nor here makes the whole file refused")
  func dangling() throws {
    let manager = try manager()
    let fact = "{\"kind\":\"tag\",\"name\":\"t\",\"uri\":\"urn:a\"}"
    let data = try UserDataFormat.decode(Self.file(fact, Self.line("a", "in live")))
    for replacing in [false, true] {
      #expect { try manager.merge(data, replacing: replacing) } throws: { error in
        "\(error)".contains("no saved search or collection `live`")
      }
      #expect(try manager.userData() == UserData())
    }
    try manager.apply([.create(try UserLabel(.collection, "Live"))])
    #expect(try manager.merge(data) == 2)
  }

  @Test("an imported search that has a collection's name and closes a cycle is refused")
  func circleWithWhatIsHere() throws {
    let manager = try manager()
    try manager.apply([.create(try UserLabel(.collection, "live")), .save(try SavedSearch("a", predicate: "in live"))])
    let data = try UserDataFormat.decode(Self.file(Self.line("live", "in a")))
    #expect { try manager.merge(data) } throws: { "\($0)".contains("refer to each other in a cycle") }
    #expect(try manager.savedSearches().map(\.name) == ["a"])
  }

  @Test("a file with a chain of thousands of searches is read and stored")
  func longChain() throws {
    let manager = try manager()
    let (count, time) = try ProcessorTime.measure {
      let searches = try (0..<5_000).map {
        try SavedSearch("s\($0)", predicate: $0 == 4_999 ? "effect" : "in s\($0 + 1)")
      }
      let exported = UserDataFormat.encode(UserData(searches: searches))
      return try manager.merge(try UserDataFormat.decode(exported))
    }
    #expect(count == 5_000)
    #expect(time < .runaway)
  }
}
