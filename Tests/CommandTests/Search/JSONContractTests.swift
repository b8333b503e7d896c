import TestSupport
import Testing

/// The keys of `--json`: a contract with scripts.
@Suite struct JSONContractTests {
  let machine = Machine.withBrokenBundle()

  /// Every key of a component with the kind of its value.
  static let component: [String: String] = [
    "uri": "text", "name": "text", "type": "text", "localizedType": "text", "manufacturer": "text", "version": "text",
    "bundle": "text", "class": "text", "license": "text", "audioInputs": "number", "audioOutputs": "number",
    "cvInputs": "number", "cvOutputs": "number", "parameters": "number", "presets": "number", "midiInput": "bool",
    "midiOutput": "bool", "sideChain": "bool", "hardRealtime": "bool", "customView": "bool",
    "inPlaceBroken": "bool", "favorite": "bool",
    "hidden": "bool", "latency": "null", "cost": "null", "loadTime": "null", "memory": "null",
    "requiredFeatures": "list", "tags": "object", "verdict": "text", "validation": "null", "realtime": "null",
    "deterministic": "null", "addedAt": "text", "changedAt": "text",
    "variant": "text", "uses": "number", "lastUsed": "null",
  ]

  @Test func aComponentHasExactlyTheseKeys() throws {
    let components = try machine.aucat("search", "--json").json.elements
    #expect(components.count == 8)
    for component in components {
      #expect(component.keys == Set(Self.component.keys))
      for (key, kind) in Self.component { #expect(component[key]?.kind == kind, "\(key)") }
    }
    let hall = try #require(components.first { $0["uri"] == .text(Plugin.hall.uri) })
    let expected: [String: JSONValue] = [
      "name": .text("Great Hall"), "type": .text("Effect"), "manufacturer": .text("Ånn"), "version": .text("2.4"),
      "bundle": .text(machine.folder("lv2/hall.lv2")), "class": .text("http://lv2plug.in/ns/lv2core#ReverbPlugin"),
      "license": .text("http://opensource.org/licenses/isc"), "audioInputs": .number(2), "audioOutputs": .number(2),
      "parameters": .number(1), "presets": .number(1), "midiInput": .bool(false), "requiredFeatures": .list([]),
      "verdict": .text("scanned"), "favorite": .bool(false), "latency": .null,
      "tags": .object([
        "system": .list([.text("Effects"), .text("Reverb")]), "user": .list([]),
        "all": .list([.text("Effects"), .text("Reverb")]),
      ]),
    ]
    for (key, value) in expected { #expect(hall[key] == value, "\(key)") }
    let time = try Regex(#""[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}Z""#)
    #expect("\(hall["addedAt"] ?? .null)".contains(time) && "\(hall["changedAt"] ?? .null)".contains(time))
  }

  @Test func aQuarantinedBundleHasTheSameKeysAndItsReason() throws {
    let row = try #require(try machine.aucat("search", "--json", "--all").json.elements.last)
    #expect(row.keys == Set(Self.component.keys).union(["reason"]))
    let known: [String: JSONValue] = [
      "bundle": .text(machine.folder("lv2/broken.lv2")), "verdict": .text("failed"), "requiredFeatures": .list([]),
      "tags": .object(["system": .list([]), "user": .list([]), "all": .list([])]),
    ]
    for key in Self.component.keys { #expect(row[key] == known[key] ?? .null, "\(key)") }
    #expect(row["reason"]?.kind == "text")
  }

  @Test func infoAddsPortsPresetsAndTagSources() throws {
    let info = try machine.aucat("info", "--json", Plugin.hall.uri).json
    #expect(info.keys.isSuperset(of: Set(Self.component.keys).union(["portList", "presetList", "tagSources"])))
    #expect(info["uses"] == .number(0) && info["lastUsed"] == .null && info["measurement"] == .null)
    let ports = try #require(info["portList"]?.elements)
    #expect(ports.map { $0["symbol"] } == (0..<5).map { .text("port_\($0)") })
    #expect(ports.map { $0["direction"] } == ["input", "input", "output", "output", "input"].map { .text($0) })
    #expect(ports.last?["default"] == .number(0.5) && ports.first?["default"] == .null)
    #expect(info["presetList"]?.elements.map { $0["name"] } == [.text("Vocal room")])
    let sources = try #require(info["tagSources"]?.elements)
    #expect(sources.map { $0["identifier"] } == [.text("effects"), .text("reverb")])
    #expect(sources.allSatisfy { $0["sources"] == .list([.text("class")]) })
  }

  @Test func aScanHasExactlyTheseKeys() throws {
    let scan = try machine.aucat("scan", "--json").json
    #expect(
      scan.keys == [
        "bundles", "components", "added", "changed", "removed", "unchanged", "quarantined", "seconds", "generation",
      ])
    #expect(scan["bundles"] == .number(9) && scan["components"] == .number(8) && scan["seconds"]?.kind == "number")
    let broken = try #require(scan["quarantined"]?.elements.first)
    #expect(broken.keys.isSuperset(of: ["bundle", "reason", "since"]))
    #expect(broken["bundle"] == .text(machine.folder("lv2/broken.lv2")))
  }

  @Test func tagsAreAnArrayWithCounts() throws {
    let tags = try machine.aucat("tags", "--json").json.elements
    #expect(tags.allSatisfy { $0.keys == ["identifier", "name", "count", "standard", "sources"] })
    let names = ["Drums", "Effects", "Instrument", "MIDI", "Reverb", "Sampler"]
    #expect(tags.map { $0["name"] } == names.map { .text($0) })
    #expect(tags.map { $0["count"] } == [1, 5, 2, 1, 1, 1].map { .number($0) })
    #expect(machine.aucat("tags").lines.first == "Drums\t1\tdrums")
    let standard = try machine.aucat("tags", "--standard", "--json").json.elements
    #expect(standard.count > 50 && standard.contains { $0["count"] == .number(0) })
  }

  @Test(arguments: [("de", "Hall", "Instrument"), ("sv", "Reverb", "Instrument"), ("en", "Reverb", "Music Device")])
  func aLocaleChangesLocalizedTypeAndTagsAndNothingElse(locale: String, reverb: String, device: String) throws {
    let english = try machine.aucat("search", "--json", "--sort", "uri").json.elements
    let other = try machine.aucat("search", "--json", "--sort", "uri", "--locale", locale).json.elements
    let localized: Set<String> = ["localizedType", "tags"]
    #expect(other.map { $0.without(localized) } == english.map { $0.without(localized) })
    let tags = try #require(other.first { $0["uri"] == .text(Plugin.hall.uri) }?["tags"])
    #expect(tags["all"]?.elements.contains(.text(reverb)) == true)
    #expect(other.first { $0["uri"] == .text(Plugin.synth.uri) }?["localizedType"] == .text(device))
  }
}
