import AudioComponents
import TestSupport
import Testing

/// What a person has entered travels in a file.
struct UserDataFormatTests {
  private let bundles = HandmadeBundles()
  private let manager: ComponentManager

  init() throws {
    bundles.effect("a.lv2", uri: "urn:a", name: "A")
    manager = try bundles.manager()
  }

  private static func file(_ lines: String..., version: Int = 2) -> String {
    (["{\"aucat\":\"user data\",\"version\":\(version)}"] + lines).joined(separator: "\n")
  }

  private static func search(_ name: String, _ predicate: String) -> String {
    JSON.object([("kind", .string("search")), ("name", .string(name)), ("predicate", .string(predicate))]).encoded
  }

  private func decode(_ text: String) throws -> UserData { try UserDataFormat.decode(Array(text.utf8)) }

  @Test(
    "export, wipe and import is the identity, for random facts, replacements, uses, and searches that name each other")
  func identity() throws {
    var random = SeededGenerator(environment: Configuration.processEnvironment, purpose: "export and import")
    let words = [
      "Röhre", "残響", "a\"b\\", "صدى", "𝄞", "e\u{301}", "\u{1B}[31m", "\u{202E}x", "ǅ", "%_", "in \"x\"",
    ]
    func word() -> String { words.randomElement(using: &random) ?? "x" }
    var facts = try (0..<200).map { number in
      let label = try UserLabel(
        UserLabel.Kind.allCases.randomElement(using: &random) ?? .tag, "\(word()) \(number % 40)")
      return UserFact(label, uri: "urn:\(Int.random(in: 0..<50, using: &random))")
    }
    for name in ["empty", "live"] { facts.append(UserFact(try UserLabel(.collection, name), uri: nil)) }
    let pairs = (0..<20).map { Replacement(old: "urn:\($0)", new: "urn:\($0 + 20)") }
    let uses = try (0..<50).map { number in
      let time = UTCTime(secondsSince1970: Int64.random(in: 0...253_402_300_799, using: &random))
      return try demand(
        UseCount(
          uri: "urn:\(number / 2) ä\"", source: number % 2 == 0 ? "ardour" : "host-7",
          count: Int.random(in: 0...UseCount.largest, using: &random),
          lastUsed: Bool.random(using: &random) ? time : nil))
    }
    var searches: [SavedSearch] = []
    for number in 0..<20 {
      let predicate = ComponentPredicate.and([
        .comparison(Comparison(key: .name, operator: .contains, value: .text(word()))),
        .saved(searches.last?.name ?? "live"),
      ])
      searches.append(try SavedSearch("\(word()) s\(number)", predicate: "\(predicate)\n"))
    }
    // The labels stay where they are: a pair that has been followed is not followed again.
    _ = try manager.merge(UserData(facts: [], replacements: pairs))
    _ = try manager.merge(UserData(facts: facts, replacements: pairs, searches: searches, uses: uses))
    let before = try manager.userData()
    verify(before.facts.count == Set(facts).count && Set(before.replacements) == Set(pairs))
    verify(before.searches.count == 20 && before.uses.count == 50)
    let exported = UserDataFormat.encode(before)
    _ = try manager.merge(UserData(), replacing: true)
    try verify(manager.userData(), equals: UserData())
    try verify(manager.merge(UserDataFormat.decode(exported)), equals: before.count, "seed \(random.seed)")
    verify(UserDataFormat.encode(try manager.userData()), equals: exported)
    try verify(manager.merge(UserDataFormat.decode(exported)), equals: 0, "a second import changes nothing")
    try verify(manager.merge(UserDataFormat.decode(exported), replacing: true), equals: before.count)
    try verify(manager.userData(), equals: before)
  }

  @Test("the version is 1 without saved searches, 2 with them, and 3 with use counts")
  func version() throws {
    var data = UserData(facts: [UserFact(try UserLabel(.tag, "x"), uri: "urn:a")])
    func verifyVersion(_ version: Int, _ line: String) throws {
      let bytes = UserDataFormat.encode(data)
      let text = String(decoding: bytes, as: UTF8.self)
      verify(text.hasPrefix(Self.file("", version: version)) && text.contains("\n" + line + "\n"), "\(text)")
      try verify(UserDataFormat.decode(bytes), equals: data)
    }
    try verifyVersion(1, #"{"kind":"tag","name":"x","uri":"urn:a"}"#)
    data.searches = [try SavedSearch("s", predicate: "effect")]
    try verifyVersion(2, #"{"kind":"search","name":"s","predicate":"effect"}"#)
    data.uses = [try demand(UseCount(uri: "urn:a", source: "ardour", count: 7, lastUsed: nil))]
    try verifyVersion(3, #"{"kind":"use","source":"ardour","uri":"urn:a","count":7}"#)
  }

  @Test("a hostile file is an error with its line")
  func hostile() {
    let head = Self.file()
    let table: [(text: String, says: String)] = [
      ("", "empty"), ("{}", "line 1"), ("[]", "line 1"), (Self.file(version: 4), "reads up to 3; update aucat"),
      (head + "\nnonsense", "line 2"), (head + "\n" + String(repeating: "[", count: 100_000), "line 2"),
      (Self.file(#"{"kind":"virus","uri":"urn:a"}"#), "line 2: `kind`"),
      (Self.file(#"{"kind":"tag","uri":"urn:a"}"#), "`name`"),
      (Self.file(#"{"kind":"tag","name":"a\tb","uri":"urn:a"}"#), "a tab"),
      (Self.file(#"{"kind":"favorite","uri":""}"#), "URI"),
      (Self.file(#"{"kind":"succession","uri":"urn:b"}"#), "needs `old`"),
      (
        Self.file(Self.search("a", "effect"), Self.search("b", "nme == x")),
        "line 3: the saved search `b` is not a predicate: column 1"
      ),
      (Self.file(Self.search("a", "name matches '('")), "line 2"),
      (Self.file(Self.search("a", "name == 'x\0'")), "NUL"),
      (Self.file(Self.search("a", "in a")), "line 2: saved searches refer to each other in a cycle"),
      (
        Self.file(
          Self.search("x", "effect"), Self.search("a", "in b"), Self.search("b", "in 'C'"), Self.search("c", "in a")),
        "line 3: saved searches refer to each other in a cycle: \"a\" → \"b\" → \"c\" → \"a\""
      ),
      (
        Self.file(Self.search("a", "effect"), Self.search("A", "name == x")),
        "line 3: the saved search `A` has a different predicate in line 2"
      ),
      (Self.file(Self.search("a\tb", "effect")), "a tab"), (Self.file(Self.search("", "effect")), "empty"),
      (Self.file(#"{"kind":"search","name":"a"}"#), "needs a `name` and a `predicate`"),
      (Self.file(#"{"kind":"search","predicate":"a"}"#), "needs a `name` and a `predicate`"),
      (Self.file(#"{"kind":"search","name":"a","predicate":7}"#), "needs a `name` and a `predicate`"),
      (Self.file(Self.search("a", String(repeating: "(", count: 100_000) + "name == x")), "deeper"),
      (Self.file(Self.search("a", String(repeating: "x", count: ComponentPredicate.sizeLimit + 1))), "larger than"),
    ]
    let uses = [
      (#""source":"x","count":1"#, "a use needs `uri`"), (#""uri":"urn:a","count":1"#, "a `source` and a `count`"),
      (#""uri":"urn:a","source":"x""#, "a `source` and a `count`"),
      (#""uri":"urn:a","source":"x","count":1.5"#, "whole number"),
      (#""uri":"urn:a","source":"x","count":-1"#, "`count` must be 0 to "),
      (#""uri":"urn:a","source":"x","count":9007199254740993"#, "`count` must be 0 to "),
      (#""uri":"urn:a","source":"X","count":1"#, "`source` at most"),
      (#""uri":"urn:a","source":"x","count":1,"last":"yesterday""#, "`last` must be a time"),
      (#""uri":"urn:a","source":"x","count":1,"last":7"#, "`last` must be a time"),
    ].map { (text: Self.file(#"{"kind":"use",\#($0)}"#, version: 3), says: $1) }
    for (text, says) in table + uses {
      let error = verify(throws: ComponentManagerError.self, "\(says)") { try decode(text) }
      guard case .invalidUserData? = error else { return verify(false, "\(says): \(error as Any)") }
      verify(error?.description.contains(says), equals: true, "\(says): \(error as Any)")
    }
    verify(throws: ComponentManagerError.self) { try UserDataFormat.decode([0xFF, 0xFE, 0x00]) }
  }

  @Test("a search that names what is neither in the file nor here, or closes a cycle, makes the whole file refused")
  func conflicts() throws {
    let fact = #"{"kind":"tag","name":"t","uri":"urn:a"}"#
    let data = try decode(Self.file(fact, Self.search("a", "in live")))
    for replacing in [false, true] {
      let error = verify(throws: ComponentManagerError.self) { try manager.merge(data, replacing: replacing) }
      verify(error?.description.contains("no saved search or collection `live`"), equals: true)
      try verify(manager.userData(), equals: UserData())
    }
    try manager.apply([.create(try UserLabel(.collection, "Live"))])
    try verify(manager.merge(data), equals: 2)
    let circle = try decode(Self.file(Self.search("live", "in a")))
    let error = verify(throws: ComponentManagerError.self) { try manager.merge(circle) }
    verify(error?.description.contains("refer to each other in a cycle"), equals: true)
    try verify(manager.savedSearches().map(\.name), equals: ["a"])
  }

  @Test("a file with a chain of thousands of searches is read and stored")
  func longChain() throws {
    let (count, time) = try ProcessorTime.measure {
      let searches = try (0..<2_000).map {
        try SavedSearch("s\($0)", predicate: $0 == 1_999 ? "effect" : "in s\($0 + 1)")
      }
      return try manager.merge(try UserDataFormat.decode(UserDataFormat.encode(UserData(searches: searches))))
    }
    verify(count == 2_000 && time < .runaway)
  }
}
