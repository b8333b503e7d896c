import AudioComponents
import Glibc
import Synchronization
import TestSupport
import Testing

/// Where no catalog can be written, a manager answers from memory.
@Suite struct MemoryCatalogTests {
  private let bundles = HandmadeBundles()
  private var folder: TemporaryFolder { bundles.folder }
  private let notices = Notices()

  init() {
    bundles.effect("hall.lv2", uri: "urn:test:hall", name: "\"Hall\"")
    folder.write("", to: "file")
  }

  private func manager(_ path: String?, pooled: Bool = false) throws -> ComponentManager {
    let notices = notices
    var configuration = try ScannedCatalog.manager(
      catalog: folder("x"), path: bundles.path, pooled: pooled, isNew: true
    ) {
      notices.add($0)
    }.configuration
    configuration.catalogPath = path
    return ComponentManager(configuration)
  }

  @Test(arguments: [false, true]) func queriesAnswer(pooled: Bool) throws {
    for path in [nil, folder("file/catalog.sqlite")] {
      let manager = try manager(path, pooled: pooled)
      let count = notices.all.count
      #expect(try manager.components(matching: "tag == Reverb").map(\.name) == ["Hall"])
      #expect(try manager.components(matching: "").count == 1)
      let hall = try #require(try manager.component(uri: "urn:test:hall"))
      #expect(try manager.details(of: hall).ports.count == 3)
      // A host that wants no catalog knows it.
      #expect(notices.all.count == count + (path == nil ? 0 : 1), "\(notices.all)")
      #expect(path == nil || notices.all.last?.contains("into memory") == true)
    }
    #expect(!folder.names(in: "").contains { $0.contains("catalog") })
  }

  @Test func aScanUpdatesIt() throws {
    let manager = try manager(nil)
    #expect(try manager.components(matching: "").count == 1)
    bundles.effect("echo.lv2", uri: "urn:test:echo", name: "\"Echo\"")
    let report = try manager.scan()
    #expect((report.added, report.unchanged) == (1, 1))
    #expect(try manager.components(matching: "").map(\.name) == ["Echo", "Hall"])
    #expect(try manager.scan().added == 0)
  }

  @Test func aScanWithoutAPlaceIsAnErrorBeforeAnyQuery() throws {
    #expect {
      try manager(nil).scan()
    } throws: { error in
      if case .noPlaceForCatalog? = error as? ComponentManagerError { true } else { false }
    }
    #expect(throws: ComponentManagerError.self) { try manager(folder("file/catalog.sqlite")).scan() }
  }

  @Test func theUsersTagsAreFoundThereToo() throws {
    let manager = try manager(nil)
    #expect(try manager.components(matching: "userTag == Mine").isEmpty)
    try manager.setUserTagNames(["Mine"], of: "urn:test:hall")
    #expect(try manager.components(matching: "userTag == Mine").count == 1)
    try manager.setUserTagNames([], of: "urn:test:hall")
    #expect(try manager.components(matching: "userTag == Mine").isEmpty)
  }

  /// A user store that can't be read: a directory, or a file without permissions.
  enum Obstacle: CaseIterable { case directory, permissions }

  @Test(
    "a user store that can't be read costs its tags, and neither more scans nor more notices",
    arguments: Obstacle.allCases)
  func anUnreadableUserStore(_ obstacle: Obstacle) throws {
    if obstacle == .permissions && geteuid() == 0 { try Test.cancel("root may read everything") }
    for path in [nil, folder("file/catalog.sqlite")] {
      var configuration = try manager(path).configuration
      let userStore = folder("user-\(path == nil)")
      configuration.userStorePath = userStore
      if obstacle == .directory {
        mkdir(userStore, 0o700)
      } else {
        chmod(folder.write("", to: "user-\(path == nil)"), 0)
      }
      let scans = Mutex(0)
      configuration.firstScan = { (manager) throws(ComponentManagerError) in
        // The first attempt finds that there is no place.
        try manager.scan()
        scans.withLock { $0 += 1 }
      }
      let manager = ComponentManager(configuration)
      let count = notices.all.count
      for _ in 0..<3 { #expect(try manager.components(matching: "").map(\.name) == ["Hall"]) }
      #expect(scans.withLock { $0 } == 1)
      let told = notices.all.dropFirst(count)
      #expect(told.count { $0.contains("your own tags are not shown") } == 1, "\(told)")
      #expect(told.count { $0.contains(userStore) } == 1, "\(told)")
      #expect(!told.contains { $0.contains("  ") }, "\(told)")

      // What has been mended is noticed, at the price of a scan.
      if obstacle == .directory { rmdir(userStore) } else { chmod(userStore, 0o600) }
      try manager.setUserTagNames(["Mine"], of: "urn:test:hall")
      #expect(try manager.components(matching: "userTag == Mine").count == 1)
      #expect(scans.withLock { $0 } == 2)
    }
  }

  @Test("a page of the user store that is damaged costs the user's own data at most")
  func aDamagedUserStore() throws {
    var configuration = try manager(nil).configuration
    let store = folder("user.sqlite")
    configuration.userStorePath = store
    try ComponentManager(configuration).setUserTagNames(["Mine"], of: "urn:test:hall")
    let sound = Child.contents(store)
    // What stands here keeps anybody from restoring the store, root included.
    folder.write("", to: "user.sqlite.restoring/obstacle")
    var (pages, read) = (0, 0)
    for page in 1..<sound.count / 4_096 {
      var bytes = sound
      for index in page * 4_096..<(page + 1) * 4_096 { bytes[index] = 0 }
      folder.write(bytes, to: "user.sqlite")
      let count = notices.all.count
      let manager = ComponentManager(configuration)
      for predicate in ["", "tag == Reverb", "uses == 0"] {
        #expect(try manager.components(matching: predicate).map(\.name) == ["Hall"], "page \(page)")
      }
      let told = notices.all.dropFirst(count)
      // Queries don't read every table.
      #expect(
        told.count <= 1 && told.allSatisfy { $0.contains("your own tags are not shown") }, "page \(page): \(told)")
      (pages, read) = (pages + 1, read + told.count)
      #expect(!told.contains { $0.contains("no good backup") || $0.contains("\n") }, "\(told)")
    }
    #expect(read > 2 && read < pages, "\(read) of \(pages)")
    folder.remove("user.sqlite.restoring")
    folder.write(Array(sound.prefix(4_096)), to: "user.sqlite")
    #expect(try ComponentManager(configuration).components(matching: "userTag == Mine").count == 1)
  }

  @Test func aPlaceThatAppearsIsUsed() throws {
    let manager = try manager(folder("file/catalog.sqlite"))
    #expect(try manager.components(matching: "").count == 1)
    unlink(folder("file"))
    bundles.effect("echo.lv2", uri: "urn:test:echo", name: "\"Echo\"")
    try manager.scan()
    #expect(try manager.components(matching: "").count == 2)
    #expect(folder.names(in: "file").contains("catalog.sqlite"))
    #expect(notices.all.count == 1)
  }
}
