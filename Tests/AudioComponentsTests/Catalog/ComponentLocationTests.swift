import StoreFiles
import Glibc
import TestSupport
import Testing

@testable import AudioComponents

/// A component that a host keeps is described as itself, whatever has become of its row since.
@Suite struct ComponentLocationTests {
  private let bundles = HandmadeBundles()
  private var folder: TemporaryFolder { bundles.folder }
  private let other = HandmadeComponent(
    uri: "urn:other", name: "Other", audio: (1, 1), parameters: ["Depth", "Rate", "Mix", "Tone"])

  init() {
    bundles.effect("hall.lv2", uri: "urn:hall", name: "\"Hall\"")
  }

  private func manager() throws -> ComponentManager {
    try ScannedCatalog.manager(catalog: folder("catalog.sqlite"), path: bundles.path)
  }

  /// Whether an error says that the catalog no longer has the component.
  private func isMissing(_ error: any Error) -> Bool {
    guard case .componentMissing("urn:hall", folder("lv2/hall.lv2"))? = error as? ComponentManagerError else {
      return false
    }
    return "\(error)".contains("no longer has urn:hall") && "\(error)".contains("search for it again")
  }

  @Test("a row that now belongs to another component is not read")
  func rowGivenToAnother() throws {
    let host = try manager()
    let hall = try #require(try host.component(uri: "urn:hall"))
    folder.remove("lv2/hall.lv2")
    bundles.component("other.lv2", other)
    try manager().scan()
    #expect(try host.component(uri: "urn:other")?.rowID == hall.rowID, "the row was not given to another component")
    let words = try host.predicate("hall")
    #expect { try host.details(of: hall) } throws: { isMissing($0) }
    #expect { try host.rank(of: hall, for: words) } throws: { isMissing($0) }
    #expect { try host.why(hall, matches: try host.predicate("port.symbol == gain")) } throws: { isMissing($0) }
    #expect { try host.configurationDictionary(of: hall) } throws: { isMissing($0) }
  }

  @Test("a catalog that was made anew has it in another row")
  func anotherRow() throws {
    let host = try manager()
    let hall = try #require(try host.component(uri: "urn:hall"))
    let words = try host.predicate("hall")
    let (details, rank) = (try host.details(of: hall), try host.rank(of: hall, for: words))
    #expect(details.ports.map(\.symbol) == ["in", "out", "gain"] && !rank.isEmpty)
    for ending in ["", "-wal", "-shm"] { unlink(folder("catalog.sqlite") + ending) }
    folder.remove("lv2/hall.lv2")
    bundles.component("another.lv2", other)
    try manager().scan()
    bundles.effect("hall.lv2", uri: "urn:hall", name: "\"Hall\"")
    try manager().scan()
    #expect(try host.component(uri: "urn:hall")?.rowID != hall.rowID, "it still has its row")
    #expect(try host.details(of: hall) == details)
    #expect(try host.rank(of: hall, for: words) == rank)
    let anew = try #require(try host.component(uri: "urn:hall"))
    #expect(try host.similar(to: hall).map(\.component.uri) == host.similar(to: anew).map(\.component.uri))
  }

  @Test("a component of the same URI in another bundle is another one")
  func moved() throws {
    let host = try manager()
    let hall = try #require(try host.component(uri: "urn:hall"))
    rename(folder("lv2/hall.lv2"), folder("lv2/moved.lv2"))
    try manager().scan()
    #expect { try host.details(of: hall) } throws: { isMissing($0) }
    let moved = try #require(try host.component(uri: "urn:hall"))
    #expect(try host.details(of: moved).binary == folder("lv2/moved.lv2/plugin.so"))
  }
}

@Suite struct ComponentManagerErrorTests {
  @Test("a store's error keeps its store, its path and its text in the error that hosts catch")
  func storeErrors() {
    for code in StoreError.Code.allCases {
      for store in [StoreKind.catalog, .userStore] {
        let error = StoreError(code, store, path: "/a.sqlite", detail: "why")
        let caught = ComponentManagerError(error)
        #expect(caught.description == error.description)
        #expect(caught.path == "/a.sqlite")
        #expect(caught.store == (store == .catalog ? .catalog : .userStore))
      }
    }
  }
}
