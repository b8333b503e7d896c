import AudioComponents
import Glibc
import SQLite
import Synchronization
import TestSupport
import Testing

/// Managers of users who share the machine's catalog.
struct SharedCatalogTests {
  private let bundles = HandmadeBundles()
  private var folder: TemporaryFolder { bundles.folder }
  private let notices = Notices()
  private var shared: String { folder("shared/catalog.sqlite") }

  init() throws {
    // Root's workers read as another user.
    chmod(bundles.folder.path, 0o755)
    addHall()
    bundles.effect("echo.lv2", uri: "urn:test:echo", name: "Echo")
    try scanForSystem()
  }

  private func addHall() { bundles.effect("hall.lv2", uri: "urn:test:hall", name: "Hall") }

  private func addGate(_ bundles: HandmadeBundles? = nil) {
    (bundles ?? self.bundles).effect("gate.lv2", uri: "urn:test:gate", name: "Gate")
  }

  private func scanForSystem() throws { _ = try manager("root").scanForSystem() }

  /// A manager of a user.
  private func manager(_ user: String, path: String? = nil, pooled: Bool = false) throws -> ComponentManager {
    var configuration = try ScannedCatalog.manager(
      catalog: folder("\(user)/catalog.sqlite"), path: path ?? bundles.path, pooled: pooled,
      notice: { [notices] in notices.add($0) }
    ).configuration
    configuration.systemCatalogPath = shared
    return ComponentManager(configuration)
  }

  private func names(_ manager: ComponentManager, _ predicate: String = "") throws -> [String] {
    try manager.components(matching: predicate).map(\.name)
  }

  private func hasOwn(_ user: String) -> Bool { folder.names(in: user).contains("catalog.sqlite") }

  @Test("a manager that has it open sees the next one, and answers if it is uninstalled")
  func replaced() throws {
    for pooled in [true, false] {
      try scanForSystem()
      let manager = try manager("new", pooled: pooled)
      try verify(names(manager), equals: ["Echo", "Hall"])
      let follower = manager.follower()
      addGate()
      try verify(names(manager).count, equals: 2, "as with a catalog of one's own, until a scan")
      try scanForSystem()
      try verify(names(manager) == ["Echo", "Gate", "Hall"] && !hasOwn("new"))
      let changes = try follower.next(waiting: 5)
      verify(changes.map(\.kind) == [.added] && changes.map(\.uri) == ["urn:test:gate"], "\(changes)")
      folder.remove("lv2/gate.lv2")
      try scanForSystem()
      try verify(follower.next(waiting: 5).map(\.kind), equals: [.removed])
      try verify(names(manager).count, equals: 2)
      folder.remove("shared")
      try verify(names(manager).count == 2 && names(manager, "name contains a") == ["Hall"])
      verify(!hasOwn("new"))
      try verify(names(self.manager("other\(pooled)")).count, equals: 2)
      verify(hasOwn("other\(pooled)"), "a new host scans")
    }
  }

  @Test("a user's scan makes the user's catalog from it, which then answers; a bundle of one's own is one")
  func ownScan() throws {
    let own = HandmadeBundles(folder, root: "own")
    addGate(own)
    let owner = try manager("owner", path: bundles.path + ":" + own.path)
    try verify(names(owner) == ["Echo", "Gate", "Hall"] && hasOwn("owner"))
    // The times of verdicts and changes show that the others were copied.
    let sql = "SELECT sequence || uri FROM latest_change WHERE uri <> 'urn:test:gate' ORDER BY sequence"
    let copied = try Connection(folder("owner/catalog.sqlite"), for: .reading).texts(sql)
    try verify(Connection(shared, for: .reading).texts(sql), equals: copied)

    let manager = try manager("new")
    try verify(names(manager).count, equals: 2)
    addGate()
    let follower = manager.follower()
    let report = try manager.scan()
    verify(report.added == 1 && report.unchanged == 2)
    try verify(hasOwn("new") && names(manager) == ["Echo", "Gate", "Hall"])
    try verify(follower.next(waiting: 5).map(\.uri), equals: ["urn:test:gate"])
    // The machine's is not read again.
    folder.remove("shared")
    for manager in [manager, try self.manager("new")] { try verify(names(manager).count, equals: 3) }
  }

  @Test("what has changed since the machine's scan is scanned by the user")
  func changed() throws {
    mkdir(folder("second"), 0o755)
    symlink(folder("lv2/hall.lv2"), folder("second/hall.lv2"))
    let cases: [(user: String, path: String, change: () -> Void, names: [String])] = [
      ("moved", ":" + folder("second"), {}, ["Echo", "Hall"]), ("added", "", { addGate() }, ["Echo", "Gate", "Hall"]),
      ("removed", "", { folder.remove("lv2/gate.lv2") }, ["Echo", "Hall"]),
      ("changed", "", { bundles.effect("hall.lv2", uri: "urn:test:hall", name: "Cave") }, ["Cave", "Echo"]),
    ]
    for (user, path, change, found) in cases {
      try scanForSystem()
      let said = notices.all.count
      change()
      try verify(names(manager(user, path: bundles.path + path)), equals: found)
      verify(hasOwn(user), "\(user)")
      let told = notices.all.dropFirst(said)
      verify(told.count == (user == "moved" ? 0 : 1) && told.allSatisfy { $0.contains("is older") }, "\(user): \(told)")
    }
  }

  @Test("damage that a query meets ends in the user's own catalog")
  func damaged() throws {
    let bytes = Child.contents(shared)
    for page in stride(from: 4_096, to: bytes.count, by: 19 * 4_096) {
      var damaged = bytes
      for index in page..<page + 64 { damaged[index] ^= 0xFF }
      folder.write(damaged, to: "shared/catalog.sqlite")
      folder.remove("new")
      let manager = try manager("new")
      try verify(names(manager, "name contains al OR tag == Delay"), equals: ["Hall"], "page \(page)")
      try verify(names(manager).count, equals: 2, "page \(page)")
    }
  }

  @Test("other tag rules, an older schema and none are not used, nor is one that a host declines")
  func others() throws {
    for (number, sql) in [
      "UPDATE catalog SET tag_rules = 'other'", "PRAGMA user_version = 99",
      "UPDATE bundle SET scanner = scanner - 1", "UPDATE bundle SET turtle_stamp = NULL",
    ].enumerated() {
      try scanForSystem()
      try Connection(shared, for: .writing).execute(sql)
      try verify(names(manager("new\(number)")).count, equals: 2)
      verify(hasOwn("new\(number)"), "\(sql)")
      folder.remove("shared")
    }
    try scanForSystem()
    for hasCatalog in [false, true] {
      let scans = Mutex(0)
      var configuration = try manager("host\(hasCatalog)").configuration
      if hasCatalog { configuration.systemCatalogPath = nil } else { configuration.catalogPath = nil }
      configuration.firstScan = { (manager) throws(ComponentManagerError) in
        try manager.scan()
        scans.withLock { $0 += 1 }
      }
      try verify(names(ComponentManager(configuration)).count == 2 && scans.withLock { $0 } == 1)
      verify(hasOwn("host\(hasCatalog)"), equals: hasCatalog)
    }
    for (value, path) in [(nil, "/var/cache/aucat/catalog.sqlite"), ("", nil), ("/x/y", "/x/y")] as [(String?, String?)]
    {
      let environment = value.map { ["AUCAT_SYSTEM_CATALOG": $0] } ?? [:]
      try verify(Configuration(environment: environment).systemCatalogPath, equals: path)
    }
  }
}
