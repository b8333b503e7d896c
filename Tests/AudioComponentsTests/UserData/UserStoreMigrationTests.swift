import AudioComponents
import Foundation
import ICU
import TestSupport
import Testing

@testable import StoreFiles

/// A user store that an aucat with schema 1 has left.
@Suite struct UserStoreMigrationTests {
  private let folder = TemporaryFolder()
  private var store: String { folder("catalog.sqlite.user") }
  private var backupFolder: String { "catalog.sqlite.user.backups" }
  private let notices = Notices()

  /// What a person with schema 1 had entered.
  private static let content = """
    INSERT INTO label VALUES (1, 'tag', 'Röhre', 'röhre'), (2, 'collection', 'Live', 'live'), (3, 'favorite', '', '');
    INSERT INTO labelled VALUES (1, 'urn:a'), (1, 'urn:gone'), (2, 'urn:a'), (3, 'urn:a');
    INSERT INTO succession VALUES ('urn:old', 'urn:a');
    UPDATE store SET revision = 7;
    """

  /// A store of schema 1, made by its own file.
  private func makeOldStore(_ path: String) throws {
    let sql = try String(contentsOfFile: Repository.path("schema/user-001.sql"), encoding: .utf8)
    let first = StoreKind(
      name: "user store", variable: "AUCAT_USER_STORE", fileName: "user.sqlite",
      applicationID: StoreKind.userStore.applicationID,
      migrations: [sql + Self.content], synchronous: "FULL")
    _ = try StoreFile(kind: first, path: path).openForWriting()
    for ending in ["-wal", "-shm"] { unlink(path + ending) }
    #expect(schema(path) == 1)
  }

  private func schema(_ path: String) -> Int { Child.contents(path)[60..<64].reduce(0) { $0 << 8 | Int($1) } }

  private func manager() throws -> ComponentManager {
    let bundles = HandmadeBundles(folder)
    bundles.effect("a.lv2", uri: "urn:a", name: "\"A\"")
    return try ScannedCatalog.manager(catalog: folder("catalog.sqlite"), path: bundles.path) { [notices] in
      notices.add($0)
    }
  }

  private var backups: [String] { folder.names(in: backupFolder).filter { $0.hasSuffix(".sqlite") } }

  private func overwriteHeader() {
    var bytes = Child.contents(store)
    for index in 0..<100 { bytes[index] = 0x5A }
    folder.write(bytes, to: "catalog.sqlite.user")
  }

  private func checkContent(_ manager: ComponentManager) throws {
    let component = try #require(try manager.component(uri: "urn:a"))
    #expect(component.userTagNames == ["Röhre"] && component.isFavorite)
    #expect(try manager.userTagNames(of: "urn:gone") == ["Röhre"])
    #expect(try manager.userData().replacements == [Replacement(old: "urn:old", new: "urn:a")])
    #expect(try manager.components(matching: "in live").map(\.uri) == ["urn:a"])
  }

  @Test("searches read it as it is and leave its bytes")
  func reading() throws {
    try makeOldStore(store)
    let before = Child.contents(store)
    let manager = try manager()
    try checkContent(manager)
    #expect(try manager.components(matching: "userTag == RÖHRE").map(\.uri) == ["urn:a"])
    #expect(try manager.savedSearches().isEmpty)
    let component = try #require(try manager.component(uri: "urn:a"))
    #expect(try manager.details(of: component).uses == 0 && manager.userData().uses.isEmpty)
    #expect { try manager.components(matching: "in live2") } throws: { "\($0)".contains("did you mean `Live`?") }
    #expect(Child.contents(store) == before && backups.isEmpty)
    #expect(notices.all == [])
  }

  @Test("the first change backs it up and brings it to this schema with all that is in it")
  func writing() throws {
    try makeOldStore(store)
    try manager().save(try SavedSearch("halls", predicate: "in live and tag == Reverb"))
    #expect(schema(store) == StoreKind.userStore.version)
    try checkContent(try manager())
    #expect(try manager().components(matching: "in halls").map(\.uri) == ["urn:a"])
    let old = try #require(backups.sorted().first)
    #expect(old.hasSuffix("-r000000007.sqlite") && schema(folder("\(backupFolder)/\(old)")) == 1)
    #expect(try StoreFile(kind: .userStore, path: folder("\(backupFolder)/\(old)")).isGood())
    #expect(notices.all == [])
  }

  @Test("a host that has read it sees what another process writes after the migration")
  func hostAndWriter() throws {
    try makeOldStore(store)
    let host = try manager()
    #expect(try host.components(matching: "userTag == Röhre").count == 1)
    try manager().apply([.add(try UserLabel(.tag, "new"), to: "urn:a")])
    #expect(try host.components(matching: "userTag == new").map(\.uri) == ["urn:a"])
  }

  @Test(
    "a damaged store is restored from a backup of schema 1, whoever finds the damage, and brought to this schema",
    arguments: ["search", "names", "data", "change"])
  func restored(finder: String) throws {
    try makeOldStore(store)
    folder.write(Child.contents(store), to: "\(backupFolder)/20260101T000000Z-r000000007.sqlite")
    overwriteHeader()
    let manager = try manager()
    switch finder {
    case "search": #expect(try manager.components(matching: "userTag == röhre").map(\.uri) == ["urn:a"])
    case "names": #expect(try manager.components(matching: "in live").map(\.uri) == ["urn:a"])
    case "data": #expect(try manager.userFacts().count == 4)
    default: try manager.save(try SavedSearch("halls", predicate: "in live"))
    }
    #expect(notices.all.count == 1 && notices.all[0].contains("has replaced it"), "\(notices.all)")
    #expect(schema(store) == StoreKind.userStore.version)
    try checkContent(manager)
    try manager.save(try SavedSearch("more", predicate: "in live"))
  }

  @Test("of a damaged store of schema 1 without a backup, what can be read is kept")
  func salvaged() throws {
    try makeOldStore(store)
    folder.write("aucat user store\n", to: "catalog.sqlite.user.lock")
    overwriteHeader()
    #expect(try manager().userFacts().isEmpty)
    #expect(notices.all.count == 1 && notices.all[0].contains("no good backup"), "\(notices.all)")
    try makeOldStore(folder("second"))
    var bytes = Child.contents(folder("second"))
    // The root page of `succession`, the last table: the rest can be read.
    let pages = bytes.count / 4_096
    for index in (pages - 1) * 4_096..<bytes.count { bytes[index] = 0x5A }
    for ending in ["-wal", "-shm"] { unlink(store + ending) }
    folder.write(bytes, to: "catalog.sqlite.user")
    #expect(try manager().userTagNames(of: "urn:gone") == ["Röhre"])
    #expect(schema(store) == StoreKind.userStore.version)
  }
}
