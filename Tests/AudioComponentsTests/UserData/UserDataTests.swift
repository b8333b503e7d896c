import AudioComponents
import Glibc
import TestSupport
import Testing

/// What a person enters belongs to a component's URI, and outlives everything that may happen to the component.
struct UserDataTests {
  private let bundles = HandmadeBundles()
  private var folder: TemporaryFolder { bundles.folder }

  private func manager() throws -> ComponentManager { try bundles.manager() }

  private func scan() throws { try manager().scan() }

  private func tags(_ uri: String) throws -> [String] { try demand(manager().component(uri: uri)).userTagNames }

  @Test("tags outlive the catalog, an update, a move, an uninstall and a reinstall")
  func survival() throws {
    bundles.effect("a.lv2", uri: "urn:a", name: "A")
    try manager().setUserTagNames(["mine"], of: "urn:a")
    folder.remove("catalog.sqlite")
    try verify(tags("urn:a"), equals: ["mine"])
    bundles.effect("a.lv2", uri: "urn:a", name: "A 2", version: (3, 0))
    try scan()
    try verify(tags("urn:a"), equals: ["mine"])
    folder.remove("lv2/a.lv2")
    try scan()
    try verify(manager().component(uri: "urn:a") == nil)
    try verify(manager().orphanTags().map(\.uris), equals: [["urn:a"]])
    try verify(manager().userTagNames(of: "urn:a"), equals: ["mine"])
    bundles.effect("elsewhere.lv2", uri: "urn:a", name: "A")
    try scan()
    try verify(tags("urn:a"), equals: ["mine"])
    try verify(manager().orphanTags().isEmpty)
  }

  @Test("they follow lv2:replaces and dc:replaces, once")
  func replaced() throws {
    for (number, property) in ["lv2:replaces", "<http://purl.org/dc/terms/replaces>"].enumerated() {
      func uri(_ age: String) -> String { "urn:\(age)\(number)" }
      func add(_ age: String, _ name: String, replacing old: String) {
        bundles.effect("new\(number).lv2", uri: uri(age), name: name, more: "\(property) <\(uri(old))>")
      }
      bundles.effect("old.lv2", uri: uri("old"), name: "Old")
      try manager().setUserTagNames(["mine", "Röhre"], of: uri("old"))
      try manager().apply([.add(.favorite, to: uri("old"))])
      folder.remove("lv2/old.lv2")
      add("new", "New", replacing: "old")
      try scan()
      try verify(tags(uri("new")), equals: ["mine", "Röhre"])
      try verify(manager().component(uri: uri("new"))?.isFavorite, equals: true)
      try manager().setUserTagNames(["mine"], of: uri("new"))
      add("new", "New 2", replacing: "old")
      try scan()
      try verify(tags(uri("new")), equals: ["mine"], "what was taken away does not come back")
      add("newer", "Newer", replacing: "new")
      try scan()
      try verify(tags(uri("newer")), equals: ["mine"], "a chain of successors")
    }
  }

  @Test(
    "where a scan can't read or write the user store, the next one hands them on; it is said where a tag has to move")
  func replacedLater() throws {
    bundles.effect("old.lv2", uri: "urn:old", name: "Old")
    try manager().setUserTagNames(["mine"], of: "urn:old")
    folder.remove("lv2/old.lv2")
    bundles.effect("new.lv2", uri: "urn:new", name: "New", more: "lv2:replaces <urn:old>")
    let store = folder("catalog.sqlite.user")
    verify(rename(store, folder("away.sqlite")) == 0 && symlink(folder("nowhere"), store) == 0)
    try scan()
    verify(rename(folder("away.sqlite"), store), equals: 0)
    try verify(tags("urn:new"), equals: [])
    try scan()
    try verify(tags("urn:new"), equals: ["mine"], "though it finds nothing new")

    // What stands in the place of the lock keeps anybody from writing, root included.
    unlink(store + ".lock")
    mkdir(store + ".lock", 0o700)
    bundles.effect("other.lv2", uri: "urn:other", name: "Other")
    let notices = Notices()
    let scanner = try bundles.manager { notices.add($0) }
    try scanner.scan()
    verify(notices.all.isEmpty, "\(notices.all)")
    bundles.effect("newer.lv2", uri: "urn:newer", name: "Newer", more: "lv2:replaces <urn:new>")
    try scanner.scan()
    verify(notices.all.count == 1 && notices.all[0].hasPrefix("components did not get the tags"), "\(notices.all)")
    rmdir(store + ".lock")
    bundles.effect("last.lv2", uri: "urn:last", name: "Last")
    try scan()
    try verify(tags("urn:newer"), equals: ["mine"])
  }
}
