import AudioComponents
import Glibc
import SQLite
import Synchronization
import TestSupport
import Testing

/// Managers of users who share the machine's catalog.
@Suite struct SharedCatalogTests {
  private let bundles = HandmadeBundles()
  private var folder: TemporaryFolder { bundles.folder }
  private let notices = Notices()
  private var shared: String { folder("shared/catalog.sqlite") }

  init() throws {
    // Root's workers read as another user.
    chmod(folder.path, 0o755)
    bundles.effect("hall.lv2", uri: "urn:test:hall", name: "\"Hall\"")
    bundles.effect("echo.lv2", uri: "urn:test:echo", name: "\"Echo\"")
    try scanForSystem()
  }

  private func scanForSystem() throws { _ = try manager("root").scanForSystem() }

  /// A manager of a user.
  private func manager(_ user: String, path: String? = nil, pooled: Bool = false) throws -> ComponentManager {
    let notices = notices
    var configuration = try ScannedCatalog.manager(
      catalog: folder("\(user)/catalog.sqlite"), path: path ?? bundles.path, pooled: pooled, isNew: true
    ) { notices.add($0) }.configuration
    configuration.systemCatalogPath = shared
    return ComponentManager(configuration)
  }

  private func names(_ manager: ComponentManager, _ predicate: String = "") throws -> [String] {
    try manager.components(matching: predicate).map(\.name)
  }

  private func hasOwn(_ user: String) -> Bool { folder.names(in: user).contains("catalog.sqlite") }

  @Test("a new user's search scans nothing and writes nothing", arguments: [false, true]) func newUser(pooled: Bool)
    throws
  {
    var configuration = try manager("new", pooled: pooled).configuration
    configuration.workerPath = "/nowhere"
    configuration.firstScan = { _ in Issue.record("a scan") }
    let manager = ComponentManager(configuration)
    #expect(try names(manager) == ["Echo", "Hall"] && names(manager, "tag == Reverb").count == 2)
    let hall = try #require(try manager.component(uri: "urn:test:hall"))
    #expect(try manager.details(of: hall).ports.count == 3)
    #expect(folder.names(in: "new") == [] && notices.all == [])
    // What the user enters is found beside it.
    try manager.setUserTagNames(["Mine"], of: "urn:test:hall")
    #expect(try names(manager, "userTag == Mine") == ["Hall"])
    #expect(!hasOwn("new"))
  }

  @Test("a manager that has it open sees the next one") func replaced() throws {
    let manager = try manager("new", pooled: true)
    #expect(try names(manager) == ["Echo", "Hall"])
    let follower = manager.follower()
    bundles.effect("gate.lv2", uri: "urn:test:gate", name: "\"Gate\"")
    #expect(try names(manager).count == 2, "as with a catalog of one's own, until a scan")
    try scanForSystem()
    #expect(try names(manager) == ["Echo", "Gate", "Hall"] && !hasOwn("new"))
    let changes = try follower.next(waiting: 5)
    #expect(changes.map(\.kind) == [.added] && changes.map(\.uri) == ["urn:test:gate"], "\(changes)")
    folder.remove("lv2/gate.lv2")
    try scanForSystem()
    #expect(try follower.next(waiting: 5).map(\.kind) == [.removed])
  }

  @Test("it is uninstalled while a host has it open") func uninstalled() throws {
    for pooled in [false, true] {
      try scanForSystem()
      let manager = try manager("new", pooled: pooled)
      #expect(try names(manager).count == 2)
      folder.remove("shared")
      #expect(try names(manager).count == 2 && names(manager, "name contains a") == ["Hall"])
      #expect(!hasOwn("new"))
      #expect(try names(try self.manager("other\(pooled)")).count == 2)
      #expect(hasOwn("other\(pooled)"), "a new host scans")
    }
  }

  @Test("a user's scan makes the user's catalog from it, which then answers") func ownScan() throws {
    let manager = try manager("new")
    #expect(try names(manager).count == 2)
    bundles.effect("gate.lv2", uri: "urn:test:gate", name: "\"Gate\"")
    let follower = manager.follower()
    let report = try manager.scan()
    #expect(report.added == 1 && report.unchanged == 2)
    #expect(try hasOwn("new") && names(manager) == ["Echo", "Gate", "Hall"])
    #expect(try follower.next(waiting: 5).map(\.uri) == ["urn:test:gate"])
    // The machine's is not read again.
    folder.remove("shared")
    #expect(try names(manager).count == 3)
    #expect(try names(try self.manager("new")).count == 3)
  }

  @Test("a bundle of the user's own is scanned, and nothing else") func ownBundle() throws {
    let own = HandmadeBundles(folder, root: "own")
    own.effect("gate.lv2", uri: "urn:test:gate", name: "\"Gate\"")
    let manager = try manager("new", path: bundles.path + ":" + own.path)
    #expect(try names(manager) == ["Echo", "Gate", "Hall"] && hasOwn("new"))
    // The times of verdicts and changes show that the others were copied.
    let (before, after) = (
      try Connection(shared, for: .reading), try Connection(folder("new/catalog.sqlite"), for: .reading)
    )
    let sql = "SELECT sequence || uri FROM latest_change WHERE uri <> 'urn:test:gate' ORDER BY sequence"
    #expect(try before.texts(sql) == after.texts(sql))
  }

  enum Change: CaseIterable { case changed, removed, added, moved }

  @Test("what has changed since the machine's scan is scanned by the user", arguments: Change.allCases)
  func changed(_ change: Change) throws {
    var path = bundles.path
    switch change {
    case .changed: bundles.effect("hall.lv2", uri: "urn:test:hall", name: "\"Cave\"")
    case .removed: folder.remove("lv2/hall.lv2")
    case .added: bundles.effect("gate.lv2", uri: "urn:test:gate", name: "\"Gate\"")
    case .moved:
      mkdir(folder("second"), 0o755)
      symlink(folder("lv2/hall.lv2"), folder("second/hall.lv2"))
      path += ":" + folder("second")
    }
    let expected: [Change: [String]] = [
      .changed: ["Cave", "Echo"], .removed: ["Echo"], .added: ["Echo", "Gate", "Hall"], .moved: ["Echo", "Hall"],
    ]
    #expect(try names(try manager("new", path: path)) == expected[change])
    #expect(hasOwn("new") && notices.all == [])
  }

  @Test("a damaged one is named once, and the user's own answers") func damaged() throws {
    var bytes = Child.contents(shared)
    for index in 4_096..<bytes.count { bytes[index] = UInt8(truncatingIfNeeded: index &* 7_919 >> 3) }
    folder.write(bytes, to: "shared/catalog.sqlite")
    let manager = try manager("new")
    for _ in 0..<3 { #expect(try names(manager) == ["Echo", "Hall"]) }
    #expect(
      notices.all.count == 1 && notices.all[0].contains("a scan for the whole machine, by root, rebuilds it"),
      "\(notices.all)")
    #expect(hasOwn("new"))
    #expect(try names(try self.manager("new")).count == 2 && notices.all.count == 1, "nobody looks at it any more")
    try scanForSystem()
    let other = try self.manager("other")
    #expect(try names(other).count == 2 && !hasOwn("other"))
  }

  @Test("damage that a query meets later ends in the same") func damagedLater() throws {
    let bytes = Child.contents(shared)
    for page in stride(from: 4_096, to: bytes.count, by: 7 * 4_096) {
      var damaged = bytes
      for index in page..<page + 64 { damaged[index] ^= 0xFF }
      folder.write(damaged, to: "shared/catalog.sqlite")
      folder.remove("new")
      let manager = try manager("new")
      #expect(try names(manager, "name contains al OR tag == Delay") == ["Hall"], "page \(page)")
      #expect(try manager.components(matching: "").count == 2, "page \(page)")
    }
  }

  @Test("other tag rules, an older schema and none are not used") func others() throws {
    for (number, sql) in [
      "UPDATE catalog SET tag_rules = 'other'", "PRAGMA user_version = 99",
      "UPDATE bundle SET scanner = scanner - 1", "UPDATE bundle SET turtle_stamp = NULL",
    ].enumerated() {
      try scanForSystem()
      try Connection(shared, for: .writing).execute(sql)
      #expect(try names(try manager("new\(number)")).count == 2)
      #expect(hasOwn("new\(number)"), "\(sql)")
      folder.remove("shared")
    }
  }

  @Test("a host that wants no catalog, or none of the machine, gets none") func declined() throws {
    for isDeclined in [false, true] {
      let scans = Mutex(0)
      var configuration = try manager("new\(isDeclined)").configuration
      if isDeclined { configuration.catalogPath = nil } else { configuration.systemCatalogPath = nil }
      configuration.firstScan = { (manager) throws(ComponentManagerError) in
        try manager.scan()
        scans.withLock { $0 += 1 }
      }
      let manager = ComponentManager(configuration)
      #expect(try names(manager).count == 2 && scans.withLock { $0 } == 1)
      #expect(hasOwn("new\(isDeclined)") == !isDeclined)
    }
  }

  @Test("the environment names it") func environment() throws {
    func path(_ value: String?) throws -> String? {
      try Configuration(environment: value.map { ["AUCAT_SYSTEM_CATALOG": $0] } ?? [:]).systemCatalogPath
    }
    #expect(try path(nil) == "/var/cache/aucat/catalog.sqlite")
    #expect(try path("") == nil && path("/x/y") == "/x/y")
  }
}
