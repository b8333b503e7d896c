import AudioComponents
import Glibc
import TestSupport
import Testing

/// What a person enters belongs to a component's URI, and outlives everything that may happen to the component.
@Suite struct UserDataTests {
  private let folder = TemporaryFolder()
  private var bundles: HandmadeBundles { HandmadeBundles(folder) }

  private func manager(_ notice: @escaping @Sendable (String) -> Void = { _ in }) throws -> ComponentManager {
    try ScannedCatalog.manager(catalog: folder("catalog.sqlite"), path: bundles.path, notice: notice)
  }

  private func tags(_ uri: String) throws -> [String] {
    try #require(try manager().component(uri: uri)).userTagNames
  }

  @Test("names are kept as typed, compared by case folding, and replaced as a whole")
  func setAndGet() throws {
    bundles.effect("a.lv2", uri: "urn:a", name: "\"A\"")
    let manager = try manager()
    try manager.setUserTagNames(["  Große Halle ", "drums", "GROSSE HALLE"], of: "urn:a")
    let component = try #require(try manager.component(uri: "urn:a"))
    #expect(component.userTagNames == ["drums", "Große Halle"])
    #expect(component.systemTagNames == ["Effects", "Reverb"])
    #expect(component.allTagNames == ["drums", "Effects", "Große Halle", "Reverb"])
    #expect(try manager.tagNames() == ["drums", "Effects", "Große Halle", "Reverb"])
    #expect(component.tags.first { $0.name == "drums" }?.isStandard == false)
    #expect(manager.standardLocalizedTagNames.contains("Drums"))
    try manager.setUserTagNames([], of: "urn:a")
    #expect(try tags("urn:a") == [])
    #expect(try manager.tagNames() == ["Effects", "Reverb"])
  }

  @Test("a change is called by the name of its component, where that is installed")
  func changeTitles() throws {
    bundles.effect("a.lv2", uri: "urn:a", name: "\"Great Hall\"")
    let manager = try manager()
    #expect(try manager.component(uri: "urn:a") != nil)
    _ = try manager.apply([.add(.favorite, to: "urn:a")])
    try manager.setUserTagNames(["mine"], of: "urn:gone")
    #expect(
      try manager.recordedChanges().map(\.title) == [
        "tags of urn:gone set to `mine`", "Great Hall marked as a favourite",
      ])
    #expect(try manager.undo()?.title == "tags of urn:gone set to `mine`")
    #expect(try manager.undo()?.title == "Great Hall marked as a favourite")
  }

  @Test("the name of a license finds all that bundles write for it, and is what facets count")
  func licenses() throws {
    let licenses = ["http://opensource.org/licenses/gpl-2.0", "GPL v2", "urn:own"]
    for (number, license) in licenses.enumerated() {
      let written = license.contains(":") ? "<\(license)>" : "\"\(license)\""
      bundles.effect("\(number).lv2", uri: "urn:\(number)", name: "\"P\(number)\"", more: "doap:license \(written)")
    }
    let manager = try manager()
    #expect(try manager.components(matching: "license == 'GPL-2.0'").map(\.uri) == ["urn:0", "urn:1"])
    #expect(try manager.components(matching: "license != 'GPL-2.0'").map(\.uri) == ["urn:2"])
    #expect(try manager.components(matching: "license IN {'GPL-2.0', 'urn:own'}").count == 3)
    #expect(try manager.components(matching: "license == 'GPL v2'").map(\.uri) == ["urn:1"])
    #expect(try manager.prepare(manager.predicate("license != nil")).facets().licenses == ["GPL-2.0": 2, "urn:own": 1])
  }

  @Test("a user's tag that spells a standard one is found as both and counted apart")
  func spelledLikeAStandardTag() throws {
    bundles.effect("a.lv2", uri: "urn:a", name: "\"A\"")
    bundles.effect("b.lv2", uri: "urn:b", name: "\"B\"", pluginClass: "lv2:DelayPlugin")
    let manager = try manager()
    try manager.setUserTagNames(["Reverb"], of: "urn:b")
    #expect(try manager.components(matching: "tag == reverb").map(\.uri) == ["urn:a", "urn:b"])
    #expect(try manager.components(matching: "systemTag == reverb").map(\.uri) == ["urn:a"])
    #expect(try manager.components(matching: "userTag == reverb").map(\.uri) == ["urn:b"])
    #expect(try manager.components(matching: "userTagNames CONTAINS 'Reverb'").map(\.uri) == ["urn:b"])
    #expect(try manager.components(matching: "allTagNames CONTAINS 'Reverb'").count == 2)
    let counts = try manager.tagCounts().filter { $0.tag.name == "Reverb" }
    #expect(counts.map(\.count) == [1, 1] && counts.map(\.tag.isUser) == [false, true])
  }

  @Test("tags outlive the catalog, an update, a move, an uninstall and a reinstall")
  func survival() throws {
    bundles.effect("a.lv2", uri: "urn:a", name: "\"A\"")
    try manager().setUserTagNames(["mine"], of: "urn:a")
    folder.remove("catalog.sqlite")
    #expect(try tags("urn:a") == ["mine"])
    bundles.effect("a.lv2", uri: "urn:a", name: "\"A 2\"", version: (3, 0))
    try manager().scan()
    #expect(try tags("urn:a") == ["mine"])
    folder.remove("lv2/a.lv2")
    try manager().scan()
    #expect(try manager().component(uri: "urn:a") == nil)
    #expect(try manager().orphanTags().map(\.uris) == [["urn:a"]])
    #expect(try manager().userTagNames(of: "urn:a") == ["mine"])
    bundles.effect("elsewhere.lv2", uri: "urn:a", name: "\"A\"")
    try manager().scan()
    #expect(try tags("urn:a") == ["mine"])
    #expect(try manager().orphanTags().isEmpty)
  }

  @Test(
    "they follow lv2:replaces and dc:replaces, once",
    arguments: ["lv2:replaces", "<http://purl.org/dc/terms/replaces>"])
  func replaced(property: String) throws {
    bundles.effect("old.lv2", uri: "urn:old", name: "\"Old\"")
    try manager().setUserTagNames(["mine", "Röhre"], of: "urn:old")
    try manager().apply([.add(.favorite, to: "urn:old")])
    folder.remove("lv2/old.lv2")
    bundles.effect("new.lv2", uri: "urn:new", name: "\"New\"", more: "\(property) <urn:old>")
    try manager().scan()
    #expect(try tags("urn:new") == ["mine", "Röhre"])
    #expect(try manager().component(uri: "urn:new")?.isFavorite == true)
    try manager().setUserTagNames(["mine"], of: "urn:new")
    try manager().scan(ScanOptions())
    bundles.effect("new.lv2", uri: "urn:new", name: "\"New 2\"", version: (2, 0), more: "\(property) <urn:old>")
    try manager().scan()
    #expect(try tags("urn:new") == ["mine"], "what was taken away does not come back")
    bundles.effect("new.lv2", uri: "urn:newer", name: "\"Newer\"", more: "\(property) <urn:new>")
    try manager().scan()
    #expect(try tags("urn:newer") == ["mine"], "a chain of successors")
  }

  @Test("where a scan can't read the user store, the next one hands them on, though it finds nothing new")
  func replacedLater() throws {
    bundles.effect("old.lv2", uri: "urn:old", name: "\"Old\"")
    try manager().setUserTagNames(["mine"], of: "urn:old")
    folder.remove("lv2/old.lv2")
    bundles.effect("new.lv2", uri: "urn:new", name: "\"New\"", more: "lv2:replaces <urn:old>")
    let store = try #require(try manager().configuration.userStorePath)
    #expect(rename(store, folder("away.sqlite")) == 0 && symlink(folder("nowhere"), store) == 0)
    try manager().scan()
    #expect(rename(folder("away.sqlite"), store) == 0)
    #expect(try tags("urn:new") == [])
    try manager().scan()
    #expect(try tags("urn:new") == ["mine"])
  }

  @Test("a scan by somebody who can't write the user store says so only where a tag has to move")
  func replacedWithoutRights() throws {
    bundles.effect("new.lv2", uri: "urn:new", name: "\"New\"", more: "lv2:replaces <urn:old>")
    try manager().setUserTagNames(["mine"], of: "urn:old")
    try manager().scan()
    #expect(try tags("urn:new") == ["mine"])
    // What stands in the place of the lock keeps anybody from writing, root included.
    let lock = (try #require(try manager().userStoreHealth())).path + ".lock"
    unlink(lock)
    mkdir(lock, 0o700)
    bundles.effect("other.lv2", uri: "urn:other", name: "\"Other\"")
    let notices = Notices()
    try manager { notices.add($0) }.scan()
    #expect(notices.all.isEmpty, "\(notices.all)")
    bundles.effect("newer.lv2", uri: "urn:newer", name: "\"Newer\"", more: "lv2:replaces <urn:new>")
    try manager { notices.add($0) }.scan()
    #expect(notices.all.count == 1 && notices.all[0].hasPrefix("components did not get the tags"), "\(notices.all)")
    rmdir(lock)
    bundles.effect("last.lv2", uri: "urn:last", name: "\"Last\"")
    try manager().scan()
    #expect(try tags("urn:newer") == ["mine"])
  }

  @Test("export, wipe and import is the identity, for random facts")
  func exportAndImport() throws {
    bundles.effect("a.lv2", uri: "urn:a", name: "\"A\"")
    let manager = try manager()
    var random = SeededGenerator(environment: Configuration.processEnvironment, purpose: "export and import")
    let words = ["Röhre", "残響", "a\"b\\", "صدى", "𝄞", "e\u{301}", "\u{1B}[31m", "\u{202E}x", "ǅ", "%_"]
    var facts: [UserFact] = []
    for number in 0..<300 {
      let kind = UserLabel.Kind.allCases.randomElement(using: &random) ?? .tag
      let name = "\(words.randomElement(using: &random) ?? "x") \(number % 40)"
      facts.append(UserFact(try UserLabel(kind, name), uri: "urn:\(Int.random(in: 0..<50, using: &random))"))
    }
    facts.append(UserFact(try UserLabel(.collection, "empty"), uri: nil))
    let pairs = (0..<20).map { Replacement(old: "urn:\($0)", new: "urn:\($0 + 20)") }
    // The labels stay where they are: a pair that has been followed is not followed again.
    _ = try manager.merge(UserData(facts: [], replacements: pairs))
    _ = try manager.merge(UserData(facts: facts, replacements: pairs))
    let exported = UserDataFormat.encode(try manager.userData())
    #expect(try manager.userFacts().count == Set(facts).count)
    #expect(Set(try manager.userData().replacements) == Set(pairs))
    _ = try manager.merge(UserData(), replacing: true)
    #expect(try manager.userData() == UserData())
    _ = try manager.merge(try UserDataFormat.decode(exported))
    #expect(UserDataFormat.encode(try manager.userData()) == exported)
    #expect(try manager.merge(try UserDataFormat.decode(exported)) == 0, "a second import changes nothing")
  }

  @Test("two exports give the same in any order, whatever bundles say about who replaces whom")
  func importedInAnyOrder() throws {
    bundles.effect("c.lv2", uri: "urn:c", name: "\"C\"", more: "lv2:replaces <urn:b>")
    let manager = try manager()
    try manager.scan()
    let exports = [
      UserData(facts: [UserFact(try UserLabel(.tag, "Warm"), uri: "urn:a"), UserFact(.favorite, uri: "urn:x")]),
      UserData(
        facts: [UserFact(try UserLabel(.tag, "warm"), uri: "urn:b"), UserFact(.hidden, uri: "urn:a")],
        replacements: [Replacement(old: "urn:a", new: "urn:b")]),
      UserData(facts: [UserFact(try UserLabel(.collection, "live"), uri: "urn:x")]),
    ]
    let results = try [[0, 1, 2], [0, 2, 1], [1, 0, 2], [1, 2, 0], [2, 0, 1], [2, 1, 0]].map { order in
      _ = try manager.merge(UserData(), replacing: true)
      for number in order { _ = try manager.merge(exports[number]) }
      return String(decoding: UserDataFormat.encode(try manager.userData()), as: UTF8.self)
    }
    #expect(Set(results).count == 1)
    #expect(results[0].contains(#"{"kind":"tag","name":"Warm","uri":"urn:c"}"#), "\(results[0])")
  }

  @Test(
    "a hostile file is an error with its line",
    arguments: [
      ("", "empty"), ("{}", "line 1"), ("[]", "line 1"), ("{\"aucat\":\"user data\",\"version\":4}", "version is 4"),
      ("{\"aucat\":\"user data\",\"version\":1}\nnonsense", "line 2"),
      ("{\"aucat\":\"user data\",\"version\":1}\n{\"kind\":\"virus\",\"uri\":\"urn:a\"}", "line 2: `kind`"),
      ("{\"aucat\":\"user data\",\"version\":1}\n{\"kind\":\"tag\",\"uri\":\"urn:a\"}", "`name`"),
      ("{\"aucat\":\"user data\",\"version\":1}\n{\"kind\":\"tag\",\"name\":\"a\\tb\",\"uri\":\"urn:a\"}", "a tab"),
      ("{\"aucat\":\"user data\",\"version\":1}\n{\"kind\":\"favorite\",\"uri\":\"\"}", "URI"),
      ("{\"aucat\":\"user data\",\"version\":1}\n{\"kind\":\"succession\",\"uri\":\"urn:b\"}", "needs `old`"),
      (
        "{\"aucat\":\"user data\",\"version\":1}\n" + String(repeating: "[", count: 100_000), "line 2"
      ),
    ])
  func hostileImports(text: String, says: String) {
    #expect {
      try UserDataFormat.decode(Array(text.utf8))
    } throws: { error in
      "\(error)".contains(says)
    }
  }

  @Test("bytes that are not text are an error")
  func bytes() {
    #expect(throws: ComponentManagerError.self) { try UserDataFormat.decode([0xFF, 0xFE, 0x00]) }
  }
}
