import AudioComponents
import TestSupport

/// A catalog in which components differ in what Swift predicates ask.
enum SwiftPredicateCatalog {
  private static let bundles = HandmadeBundles()

  /// A manager of it, which tests only search.
  static func manager() throws -> ComponentManager {
    try scanned.get()
    return try bundles.manager()
  }

  /// Two reverbs, of which one is hidden; a delay without a manufacturer and with an unknown latency; a mixer; an
  /// instrument.
  private static let scanned = Result {
    for (number, component) in [
      HandmadeComponent(
        uri: "urn:hall", name: "Grand Hall", pluginClass: "lv2:ReverbPlugin", maker: "Somebody", version: (2, 10),
        audio: (1, 1), more: "doap:license <urn:isc>"),
      HandmadeComponent(
        uri: "urn:hidden", name: "Hidden Hall", pluginClass: "lv2:ReverbPlugin", maker: "Nobody", version: (2, 0),
        audio: (2, 2)),
      HandmadeComponent(
        uri: "urn:echo", name: "Echo", pluginClass: "lv2:DelayPlugin", version: (0, 0), audio: (2, 2),
        reportsLatency: true, more: "lv2:requiredFeature <urn:feature:worker>, <urn:feature:map>"),
      HandmadeComponent(
        uri: "urn:desk", name: "Desk", pluginClass: "lv2:MixerPlugin", maker: "x42", version: (0, 0), audio: (2, 1)),
      HandmadeComponent(
        uri: "urn:organ", name: "Organ", pluginClass: "lv2:InstrumentPlugin", maker: "Somebody", version: (0, 0),
        audio: (0, 2), midi: (true, false)),
    ].enumerated() { bundles.component("\(number).lv2", component) }
    let manager = try bundles.manager()
    try manager.scan()
    try manager.setUserTagNames(["Mine", "Große Halle"], of: "urn:hall")
    try manager.setUserTagNames(["Mine too"], of: "urn:echo")
    try manager.apply([.add(.favorite, to: "urn:hall"), .add(.hidden, to: "urn:hidden"), .use(of: "urn:organ")])
  }
}
