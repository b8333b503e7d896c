import AudioComponents
import Glibc
import Synchronization
import TestSupport
import Testing

/// Where no catalog can be written, a manager answers from memory.
struct MemoryCatalogTests {
  private let bundles = HandmadeBundles()
  private var folder: TemporaryFolder { bundles.folder }
  private let notices = Notices()
  private let places: [String?]

  init() {
    bundles.effect("hall.lv2", uri: "urn:test:hall", name: "Hall")
    bundles.folder.write("", to: "file")
    places = [nil, bundles.folder("file/catalog.sqlite")]
  }

  private func manager(_ path: String?, pooled: Bool = false) throws -> ComponentManager {
    var configuration = try ScannedCatalog.manager(
      catalog: folder("x"), path: bundles.path, pooled: pooled, notice: { [notices] in notices.add($0) }
    ).configuration
    configuration.catalogPath = path
    return ComponentManager(configuration)
  }

  private func names(_ manager: ComponentManager, _ predicate: String = "") throws -> [String] {
    try manager.components(matching: predicate).map(\.name)
  }

  @Test func queriesAnswerAndAScanBeforeThemIsAnError() throws {
    for (path, pooled) in places.flatMap({ [($0, false), ($0, true)] }) {
      let manager = try manager(path, pooled: pooled)
      let count = notices.all.count
      try verify(names(manager, "tag == Reverb"), equals: ["Hall"])
      try verify(names(manager), equals: ["Hall"])
      let hall = try demand(manager.component(uri: "urn:test:hall"))
      try verify(manager.details(of: hall).ports.count, equals: 3)
      // A host that wants no catalog knows it.
      verify(notices.all.count, equals: count + (path == nil ? 0 : 1), "\(notices.all)")
      verify(path == nil || notices.all.last?.contains("into memory") == true)
    }
    verify(!folder.names(in: "").contains { $0.contains("catalog") })
    let errors = places.map { path in verify(throws: ComponentManagerError.self) { try manager(path).scan() } }
    guard case .noPlaceForCatalog? = errors[0] else { return verify(false, "\(errors)") }
  }

  @Test func aScanUpdatesItAndUsesAPlaceThatAppearsAndTheUsersTagsAreFound() throws {
    let (manager, later) = (try manager(nil), try manager(places[1]))
    for manager in [manager, later] { try verify(names(manager), equals: ["Hall"]) }
    bundles.effect("echo.lv2", uri: "urn:test:echo", name: "Echo")
    let report = try manager.scan()
    verify((report.added, report.unchanged) == (1, 1))
    try verify(names(manager), equals: ["Echo", "Hall"])
    try verify(manager.scan().added, equals: 0)
    try verify(names(manager, "userTag == Mine"), equals: [])
    for (tags, found) in [(["Mine"], ["Hall"]), ([], [])] as [([String], [String])] {
      try manager.setUserTagNames(tags, of: "urn:test:hall")
      try verify(names(manager, "userTag == Mine"), equals: found)
    }
    unlink(folder("file"))
    try later.scan()
    try verify(names(later), equals: ["Echo", "Hall"])
    verify(folder.names(in: "file").contains("catalog.sqlite"))
    verify(notices.all.count, equals: 1)
  }

  @Test("a user store that can't be read costs its tags, and neither more scans nor more notices")
  func unreadableUserStore() throws {
    // A folder in its place, or no permission, which root needs none of.
    for (path, isFolder) in places.flatMap({ geteuid() == 0 ? [($0, true)] : [($0, true), ($0, false)] }) {
      var configuration = try manager(path).configuration
      let name = "user-\(path == nil)-\(isFolder)"
      let userStore = folder(name)
      configuration.userStorePath = userStore
      if isFolder { mkdir(userStore, 0o700) } else { chmod(folder.write("", to: name), 0) }
      let scans = Mutex(0)
      configuration.firstScan = { (manager) throws(ComponentManagerError) in
        // The first attempt finds that there is no place.
        try manager.scan()
        scans.withLock { $0 += 1 }
      }
      let manager = ComponentManager(configuration)
      let count = notices.all.count
      for _ in 0..<3 { try verify(names(manager), equals: ["Hall"]) }
      verify(scans.withLock { $0 }, equals: 1)
      let told = notices.all.dropFirst(count)
      verify(told.count { $0.contains("your own tags are not shown") }, equals: 1, "\(told)")
      verify(told.count { $0.contains(userStore) }, equals: 1, "\(told)")
      verify(!told.contains { $0.contains("  ") }, "\(told)")

      // What has been mended is noticed, at the price of a scan.
      if isFolder { rmdir(userStore) } else { chmod(userStore, 0o600) }
      try manager.setUserTagNames(["Mine"], of: "urn:test:hall")
      try verify(names(manager, "userTag == Mine"), equals: ["Hall"])
      verify(scans.withLock { $0 }, equals: 2)
    }
  }
}
