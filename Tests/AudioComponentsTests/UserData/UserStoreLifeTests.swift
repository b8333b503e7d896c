import AudioComponents
import Glibc
import ICU
import TestSupport
import Testing

@testable import StoreFiles

/// The user store can't be made anew: it is backed up, restored, and never written where that could lose something.
@Suite struct UserStoreLifeTests {
  private let folder = TemporaryFolder()
  private var store: String { folder("catalog.sqlite.user") }
  private let notices = Notices()

  private func manager() throws -> ComponentManager {
    let bundles = HandmadeBundles(folder)
    bundles.effect("a.lv2", uri: "urn:a", name: "\"A\"")
    let notices = notices
    return try ScannedCatalog.manager(
      catalog: folder("catalog.sqlite"), path: bundles.path, notice: { notices.add($0) })
  }

  private var backups: [String] { folder.names(in: "catalog.sqlite.user.backups").filter { $0.hasSuffix(".sqlite") } }

  private func overwrite(_ range: Range<Int>) {
    var bytes = Child.contents(store)
    for index in range where index < bytes.count { bytes[index] = 0x5A }
    unlink(store + "-wal")
    unlink(store + "-shm")
    folder.write(bytes, to: "catalog.sqlite.user")
  }

  /// `user_version`, a number of four bytes in the file's header.
  private var schema: Int { Child.contents(store)[60..<64].reduce(0) { $0 << 8 | Int($1) } }

  private func setSchema(_ number: UInt8) {
    var bytes = Child.contents(store)
    bytes.replaceSubrange(60..<64, with: [0, 0, 0, number])
    folder.write(bytes, to: "catalog.sqlite.user")
  }

  private func migrate(by sql: String) throws {
    let next = StoreKind(
      name: "user store", variable: "AUCAT_USER_STORE", fileName: "user.sqlite",
      applicationID: StoreKind.userStore.applicationID,
      migrations: StoreKind.userStore.migrations + [sql], synchronous: "FULL")
    _ = try StoreFile(kind: next, path: store).openForWriting()
  }

  @Test("a store of an older schema is brought up to date with all that is in it, or stays as it is")
  func migration() throws {
    try manager().setUserTagNames(["mine"], of: "urn:a")
    let number = StoreKind.userStore.version
    #expect(schema == number)
    #expect(throws: StoreError.self) { try migrate(by: "CREATE TABLE extra (id INTEGER) STRICT; nonsense") }
    #expect(schema == number)
    #expect(try manager().userTagNames(of: "urn:a") == ["mine"])
    try migrate(by: "CREATE TABLE extra (id INTEGER) STRICT")
    #expect(schema == number + 1)
    setSchema(UInt8(number))
    #expect(try manager().userTagNames(of: "urn:a") == ["mine"])
  }

  @Test("only its owner may read it, its log, its lock and its backups")
  func permissions() throws {
    try manager().setUserTagNames(["mine"], of: "urn:a")
    for path in [store, store + ".lock"] + backups.map({ "\(store).backups/\($0)" }) {
      var status = stat()
      try #require(stat(path, &status) == 0, "\(path)")
      #expect(status.st_mode & 0o777 == 0o600, "\(path)")
    }
    var status = stat()
    try #require(stat(store + ".backups", &status) == 0)
    #expect(status.st_mode & 0o777 == 0o700)
  }

  @Test("the first change of a day is backed up, and a few generations are kept")
  func backupsOfDays() throws {
    for day in 0..<13 {
      try manager().setUserTagNames(["day \(day)"], of: "urn:a")
      try manager().setUserTagNames(["evening \(day)"], of: "urn:a")
      #expect(backups.count == min(day + 1, 10))
      // As if a day had gone by: the folder's newest backup gets old, and its name moves back.
      for (number, name) in backups.sorted().enumerated() {
        let revision = name.split(separator: "-").last.map(String.init) ?? ""
        let old = "\(store).backups/\(name)"
        let new = "\(store).backups/2026010\(number / 10)T00000\(number % 10)Z-\(revision)"
        if old != new { rename(old, new) }
        var times = [timeval(tv_sec: 1_700_000_000, tv_usec: 0), timeval(tv_sec: 1_700_000_000, tv_usec: 0)]
        utimes(new, &times)
      }
    }
  }

  @Test(
    "a damaged store is set aside and the newest good backup takes its place", arguments: [0..<100, 4_096..<28_672])
  func damaged(range: Range<Int>) throws {
    try manager().setUserTagNames(["mine"], of: "urn:a")
    let backup = try #require(backups.first)
    overwrite(range)
    #expect(try manager().components(matching: "userTag == mine").map(\.uri) == ["urn:a"])
    #expect(notices.all.count == 1 && notices.all[0].contains("was damaged"), "\(notices.all)")
    #expect(notices.all[0].contains("\(store).backups/\(backup) has replaced it"), "\(notices.all)")
    #expect(folder.names(in: "").contains { $0.hasPrefix("catalog.sqlite.user.damaged-") }, "the damaged one is kept")
    try manager().apply([.add(.favorite, to: "urn:a")])
    #expect(try manager().component(uri: "urn:a")?.isFavorite == true)
  }

  @Test("the same when a change finds the damage, and with a newest backup that is damaged too")
  func damagedWhenWriting() throws {
    try manager().setUserTagNames(["mine"], of: "urn:a")
    folder.write("no database", to: "catalog.sqlite.user.backups/29991231T000000Z-r9.sqlite")
    overwrite(0..<100)
    try manager().apply([.add(try UserLabel(.tag, "second"), to: "urn:a")])
    #expect(try manager().component(uri: "urn:a")?.userTagNames == ["mine", "second"])
    #expect(notices.all.count == 1, "\(notices.all)")
  }

  @Test("a damaged catalog does no harm to the user store")
  func damagedCatalog() throws {
    try manager().setUserTagNames(["mine"], of: "urn:a")
    try manager().scan()
    var bytes = Child.contents(folder("catalog.sqlite"))
    for index in 0..<100 { bytes[index] = 0x5A }
    folder.write(bytes, to: "catalog.sqlite")
    #expect(throws: ComponentManagerError.self) { try manager().components(matching: "userTag == mine") }
    try manager().scan()
    #expect(try manager().components(matching: "userTag == mine").map(\.uri) == ["urn:a"])
    #expect(notices.all.count == 2 && notices.all.allSatisfy { $0.hasPrefix("the catalog ") }, "\(notices.all)")
    #expect(!folder.names(in: "").contains { $0.hasPrefix("catalog.sqlite.user.damaged") })
  }

  @Test("a store that was emptied is restored")
  func emptied() throws {
    try manager().setUserTagNames(["mine"], of: "urn:a")
    for ending in ["-wal", "-shm"] { unlink(store + ending) }
    folder.write("", to: "catalog.sqlite.user")
    try manager().apply([.add(try UserLabel(.tag, "second"), to: "urn:a")])
    #expect(try manager().component(uri: "urn:a")?.userTagNames == ["mine", "second"])
    #expect(notices.all.count == 1, "\(notices.all)")
  }

  @Test("a store of a newer schema is refused for writing, its bytes stay, and searches go on without it")
  func newer() throws {
    try manager().setUserTagNames(["mine"], of: "urn:a")
    try migrate(by: "CREATE TABLE extra (id INTEGER) STRICT")
    setSchema(99)
    let before = Child.contents(store)
    #expect {
      try manager().setUserTagNames(["other"], of: "urn:a")
    } throws: { error in
      guard case .newerStore(.userStore, let path, _)? = error as? ComponentManagerError else { return false }
      return "\(error)".contains("newer aucat") && path == store
    }
    #expect(Child.contents(store) == before)
    let host = try manager()
    #expect(try host.components(matching: "tag == Reverb").map(\.uri) == ["urn:a"])
    #expect(notices.all.count == 1 && notices.all[0].contains("your own tags are not shown"), "\(notices.all)")
  }

  @Test("a store that another process makes or replaces is seen by the next query")
  func appearsLater() throws {
    let host = try manager()
    #expect(try host.components(matching: "userTag == mine").isEmpty)
    try manager().setUserTagNames(["mine"], of: "urn:a")
    #expect(try host.components(matching: "userTag == mine").map(\.uri) == ["urn:a"])
    for ending in ["", "-wal", "-shm"] { unlink(store + ending) }
    #expect(try host.components(matching: "userTag == mine").map(\.uri) == ["urn:a"], "restored from its backup")
    #expect(notices.all.count == 1 && notices.all[0].contains("was lost"), "\(notices.all)")
    for ending in ["", "-wal", "-shm"] { unlink(store + ending) }
    folder.remove("catalog.sqlite.user.backups")
    #expect(try host.components(matching: "userTag == mine").isEmpty)
    try manager().setUserTagNames(["again"], of: "urn:a")
    #expect(try host.component(uri: "urn:a")?.userTagNames == ["again"])
  }

  @Test("a store that is reached by a link has its log, lock and backups beside the file")
  func linked() throws {
    folder.write("", to: "synchronized/user.sqlite")
    symlink("synchronized/user.sqlite", store)
    try manager().setUserTagNames(["mine"], of: "urn:a")
    #expect(folder.names(in: "synchronized").contains("user.sqlite.backups"))
    #expect(!folder.names(in: "").contains { $0.hasPrefix("catalog.sqlite.user.") })
    #expect(try manager().components(matching: "userTag == mine").map(\.uri) == ["urn:a"])
  }

  /// A link on the way to a store.
  enum Link: String, CaseIterable {
    case file = "user.sqlite"
    case folder = "mine"

    /// What the link leads to, below the disk's folder.
    var target: String { self == .file ? "disk/user.sqlite" : "disk" }
    /// The store's path by way of the link.
    var store: String { self == .file ? rawValue : "mine/user.sqlite" }
  }

  @Test("a store on a disk that is not mounted is not taken for none", arguments: Link.allCases)
  func unmounted(link: Link) throws {
    folder.write("", to: "disk/user.sqlite")
    symlink(link.target, folder(link.rawValue))
    var configuration = try manager().configuration
    configuration.userStorePath = folder(link.store)
    let host = ComponentManager(configuration)
    try host.setUserTagNames(["mine"], of: "urn:a")
    rename(folder("disk"), folder("away"))
    for host in [host, ComponentManager(configuration)] {
      let count = notices.all.count
      for _ in 0..<2 { #expect(try host.components(matching: "tag == Reverb").map(\.uri) == ["urn:a"]) }
      let told = notices.all.dropFirst(count)
      #expect(told.count == 1 && told.last?.contains("the link \(folder(link.rawValue)) leads to") == true, "\(told)")
      #expect(told.last?.contains("your own tags are not shown") == true, "\(told)")
      for attempt in [{ _ = try host.userData() }, { try host.setUserTagNames(["other"], of: "urn:a") }] {
        #expect {
          try attempt()
        } throws: { error in
          if case .unreachableStore(.userStore, folder(link.store), _)? = error as? ComponentManagerError {
            true
          } else {
            false
          }
        }
      }
      #expect(throws: ComponentManagerError.self) { try host.forgetUserData() }
      let health = try #require(host.userStoreHealth())
      guard case .unreachable = health.state else { throw Unexpected(health.state) }
    }
    #expect(folder.names(in: "").allSatisfy { !$0.hasPrefix("disk") && !$0.hasPrefix("user.sqlite.") })
    rename(folder("away"), folder("disk"))
    #expect(try host.components(matching: "userTag == mine").map(\.uri) == ["urn:a"])
    try host.setUserTagNames(["mine", "more"], of: "urn:a")
    #expect(folder.names(in: "disk").contains("user.sqlite.backups"))
  }

  private struct Unexpected: Error {
    let state: UserStoreHealth.State

    init(_ state: UserStoreHealth.State) { self.state = state }
  }

  @Test("a writer that stays open notices that its file was replaced")
  func replacedUnderAWriter() throws {
    let writer = try manager().userDataWriter()
    try writer.apply([.add(try UserLabel(.tag, "first"), to: "urn:a")])
    for ending in ["", "-wal", "-shm"] { unlink(store + ending) }
    try writer.apply([.add(try UserLabel(.tag, "second"), to: "urn:a")])
    #expect(try manager().userTagNames(of: "urn:a") == ["first", "second"], "its backup was restored first")
    for ending in ["", "-wal", "-shm"] { unlink(store + ending) }
    folder.remove("catalog.sqlite.user.backups")
    try writer.apply([.add(try UserLabel(.tag, "third"), to: "urn:a")])
    #expect(try manager().userTagNames(of: "urn:a") == ["third"])
  }

  @Test("a store that can't be read once is tried again by the next query")
  func unreadableOnce() throws {
    try manager().setUserTagNames(["mine"], of: "urn:a")
    let host = try manager()
    try host.scan()
    rename(store, store + ".away")
    // A link that leads to itself: nobody can tell whether there is a store.
    symlink(store, store)
    for _ in 0..<2 { #expect(try host.components(matching: "tag == Reverb").map(\.uri) == ["urn:a"]) }
    #expect(notices.all.count == 1 && notices.all[0].contains("your own tags are not shown"), "\(notices.all)")
    unlink(store)
    rename(store + ".away", store)
    #expect(try host.components(matching: "userTag == mine").map(\.uri) == ["urn:a"])
  }
}
