import AudioComponents
import TestSupport
import Testing

/// What the names of components say about their kinds.
@Suite struct KindNameTests {
  private let folder = TemporaryFolder()
  private let manager: ComponentManager

  init() throws {
    let bundles = HandmadeBundles(folder)
    for (number, (name, pluginClass)) in Self.components.enumerated() {
      let component = HandmadeComponent(
        uri: "urn:test:\(number)", name: name, pluginClass: pluginClass, maker: "Maker", audio: (2, 2))
      bundles.component("\(number).lv2", component)
    }
    manager = try ScannedCatalog.manager(catalog: folder("catalog.sqlite"), path: bundles.path)
    try manager.scan()
  }

  private static let components = [
    ("Instrument Tuner", "lv2:AnalyserPlugin"), ("Instrument", "lv2:AnalyserPlugin"),
    ("Zither", "lv2:InstrumentPlugin"),
  ]

  private func names(_ text: String) throws -> [String] {
    try manager.search(try manager.predicate(text)).components.map(\.name)
  }

  @Test("a name of another kind that begins with the kind that is meant comes after that kind")
  func otherKinds() throws {
    let found = try names("instrument")
    #expect(Set(found) == ["Instrument", "Zither", "Instrument Tuner"])
    #expect(found.last == "Instrument Tuner", "\(found)")
    #expect(try names("instrument tuner").first == "Instrument Tuner")
  }
}
