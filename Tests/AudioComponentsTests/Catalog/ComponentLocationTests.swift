import StoreFiles
import TestSupport
import Testing

@testable import AudioComponents

/// A component that a host keeps is described as itself, whatever has become of its row since.
struct ComponentLocationTests {
  private let bundles = HandmadeBundles()
  private var folder: TemporaryFolder { bundles.folder }
  private let other = HandmadeComponent(
    uri: "urn:other", name: "Other", audio: (1, 1), parameters: ["Depth", "Rate", "Mix", "Tone"])

  init() {
    bundles.effect("hall.lv2", uri: "urn:hall", name: "Hall")
  }

  /// Checks for the error that says that the catalog no longer has the component.
  private func verifyMissing(line: Int = #line, _ body: () throws -> some Any) {
    let error = verify(throws: ComponentManagerError.self, line: line, body)
    guard case .componentMissing("urn:hall", folder("lv2/hall.lv2"))? = error else {
      return verify(false, "\(error as Any)", line: line)
    }
    let text = error?.description ?? ""
    verify(text.contains("no longer has urn:hall") && text.contains("search for it again"), "\(text)", line: line)
  }

  @Test("a row that now belongs to another component is not read, nor one of the same URI in another bundle")
  func rowGivenToAnother() throws {
    let host = try bundles.manager()
    let hall = try demand(host.component(uri: "urn:hall"))
    folder.remove("lv2/hall.lv2")
    bundles.component("other.lv2", other)
    try bundles.manager().scan()
    try verify(
      host.component(uri: "urn:other")?.rowID, equals: hall.rowID, "the row was not given to another component")
    let words = try host.predicate("hall")
    verifyMissing { try host.details(of: hall) }
    verifyMissing { try host.rank(of: hall, for: words) }
    verifyMissing { try host.why(hall, matches: try host.predicate("port.symbol == gain")) }
    verifyMissing { try host.configurationDictionary(of: hall) }

    folder.remove("lv2/other.lv2")
    bundles.effect("moved.lv2", uri: "urn:hall", name: "Hall")
    try bundles.manager().scan()
    verifyMissing { try host.details(of: hall) }
    let moved = try demand(host.component(uri: "urn:hall"))
    try verify(host.details(of: moved).binary, equals: folder("lv2/moved.lv2/plugin.so"))
  }

  @Test("a catalog that was made anew has it in another row")
  func anotherRow() throws {
    let host = try bundles.manager()
    let hall = try demand(host.component(uri: "urn:hall"))
    let words = try host.predicate("hall")
    let (details, rank) = (try host.details(of: hall), try host.rank(of: hall, for: words))
    verify(details.ports.map(\.symbol) == ["in", "out", "gain"] && !rank.isEmpty)
    folder.removeStore()
    folder.remove("lv2/hall.lv2")
    bundles.component("another.lv2", other)
    try bundles.manager().scan()
    bundles.effect("hall.lv2", uri: "urn:hall", name: "Hall")
    try bundles.manager().scan()
    let anew = try demand(host.component(uri: "urn:hall"))
    verify(anew.rowID != hall.rowID, "it still has its row")
    try verify(host.details(of: hall), equals: details)
    try verify(host.rank(of: hall, for: words), equals: rank)
    try verify(host.similar(to: hall).map(\.component.uri), equals: host.similar(to: anew).map(\.component.uri))
  }

  @Test("a store's error keeps its store, its path and its text in the error that hosts catch")
  func storeErrors() {
    for code in StoreError.Code.allCases {
      for store in [StoreKind.catalog, .userStore] {
        let error = StoreError(code, store, path: "/a.sqlite", detail: "why")
        let caught = ComponentManagerError(error)
        verify(caught.description, equals: error.description)
        verify(caught.path == "/a.sqlite" && caught.store == (store == .catalog ? .catalog : .userStore))
      }
    }
  }
}
