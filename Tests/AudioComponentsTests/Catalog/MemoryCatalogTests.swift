import AudioComponents
import Glibc
import TestSupport
import Testing

/// Where no catalog can be written, a manager answers from memory.
@Suite struct MemoryCatalogTests {
  private let folder = TemporaryFolder()
  private let bundles: HandmadeBundles
  private let notices = Notices()

  init() {
    bundles = HandmadeBundles(folder)
    bundles.effect("hall.lv2", uri: "urn:test:hall", name: "\"Hall\"")
    folder.write("", to: "file")
  }

  private func manager(_ path: String?, pooled: Bool = false) throws -> ComponentManager {
    let notices = notices
    var configuration = try ScannedCatalog.manager(catalog: folder("x"), path: bundles.path, pooled: pooled) {
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
