import ComponentModel
import ComponentQuery
import TestSupport

/// The components that the tests ask: each differs from the others in what the questions are about.
enum Subjects {
  static let rules = FakeTextRules()

  static let drums = component("urn:drums", "Drümkit", .musicDevice) {
    $0.manufacturer = "Calf Studio Gear"
    $0.version = Version(minor: 2, micro: 10)
    $0.audioOutputs = 2
    $0.parameters = 3
    $0.presets = 2
    $0.hasMIDIInput = true
    $0.isFavorite = true
    $0.tags = [
      Tag("Drum Machine", source: .user),
      Tag(
        identifier: "instrument", name: "Instrument", englishName: "Instrument", aliases: ["synth"], isStandard: true,
        sources: [.pluginClass, .user]),
    ]
    $0.validation = "passed"
    $0.realtime = "proven"
    $0.addedAt = UTCTime("2026-11-02T10:00:00Z") ?? .epoch
    $0.requiredFeatures = ["http://lv2plug.in/ns/ext/urid#map", "http://lv2plug.in/ns/ext/worker#schedule"]
  }

  static let delay = component("http://x.org/delay#stereo", "Echo", .effect) {
    $0.version = Version(minor: 2, micro: 4)
    $0.audioInputs = 2
    $0.audioOutputs = 2
    $0.parameters = 1
    $0.latency = 64
    $0.cost = 0.25
    $0.loadTime = 12.5
    $0.tags = [
      Tag(
        identifier: "time-effect", name: "Zeiteffekt", englishName: "Time Effect", aliases: ["tempo fx"],
        isStandard: true, sources: [.pluginClass]),
      Tag("Für Bass", source: .author),
    ]
    $0.validation = "failed"
    $0.isDeterministic = false
    $0.addedAt = UTCTime("2026-10-01T00:00:00Z") ?? .epoch
  }

  static let plain = component("urn:plain", "Plain*", .generator) { $0.isHidden = true }

  static let quarantined = QuarantinedBundle(
    path: "/lv2/bad.lv2", verdict: .crashed, reason: "signal 11",
    since: UTCTime("2026-11-01T00:00:00Z") ?? .epoch)

  static var drumsDetails: ComponentDetails {
    var details = ComponentDetails()
    details.ports =
      [ComponentPort(index: 0, symbol: "fb", name: "Feedback", kind: .control, direction: .input)]
      + [("ms", 10, 2_500), ("Hz", 0.001, 0.5), ("G", 0, 10), (nil, 0, 9_999)].map { unit, minimum, maximum in
        var port = ComponentPort(index: 1, symbol: "x", name: "X", kind: .control, direction: .input)
        (port.unit, port.minimum, port.maximum) = (unit, minimum, maximum)
        if unit == "Hz" { port.properties = ["sampleRate"] }
        return port
      }
    details.presets = [
      .init(uri: "urn:p1", name: "Vocal Booth", bank: nil, bundle: "/lv2/a.lv2"),
      .init(uri: "urn:p2", name: "Big Room", bank: nil, bundle: "/lv2/a.lv2"),
    ]
    return details
  }

  /// The letters of the subjects that a predicate is true of: `d` drums, `e` delay (Echo), `p` plain, `q` quarantined.
  static func found(by text: String) throws -> String {
    let prepared = try PreparedPredicate(ComponentPredicate(parsing: text), rules: rules)
    var found = ""
    for (letter, component) in [("d", drums), ("e", delay), ("p", plain)] {
      let subject = CatalogSubject(component) { letter == "d" ? drumsDetails : ComponentDetails() }
      if try prepared.matches(subject) { found += letter }
    }
    if try prepared.matches(quarantined) { found += "q" }
    return found
  }

  private static func component(
    _ uri: String, _ name: String, _ type: ComponentType, _ change: (inout Component) -> Void
  ) -> Component {
    var component = Component(rowID: 1, uri: uri, name: name, type: type, bundle: "/lv2/\(name).lv2")
    change(&component)
    return component
  }
}
