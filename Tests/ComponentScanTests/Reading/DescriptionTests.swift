import ComponentModel
import Testing

/// What the scanner reads of bundles that are right.
@Suite struct DescriptionTests {
  private func plugin(_ uri: String) throws -> PluginRecord { try #require(Fixtures.scan.get().plugin(uri)) }

  private func port(_ symbol: String) throws -> ComponentPort {
    try #require(plugin("urn:aucat:good:reverb").ports.first { $0.symbol == symbol })
  }

  @Test func aPluginHasWhatItsFilesSay() throws {
    let reverb = try plugin("urn:aucat:good:reverb")
    #expect(reverb.names == [LocalizedText("Good Reverb")])
    #expect(reverb.classes == [LV2.plugin, Namespace.lv2 + "ReverbPlugin"])
    #expect(reverb.author == "Ada Maker")
    #expect(reverb.homepage == "http://example.org/ada")
    #expect(reverb.project == "urn:aucat:good")
    #expect(reverb.projectName == "Good Plugins")
    #expect(reverb.license == "http://opensource.org/licenses/isc")
    #expect(reverb.version == Version(minor: 4, micro: 10))
    #expect(reverb.shortName == "Reverb")
    #expect(reverb.comment == "Rooms and halls.")
    #expect(reverb.requiredFeatures == ["http://lv2plug.in/ns/ext/urid#map"])
    #expect(reverb.optionalFeatures == [LV2.hardRTCapable])
    #expect(reverb.extensionData == ["http://lv2plug.in/ns/ext/worker#interface"])
    #expect(reverb.replaces == ["urn:aucat:good:delay", "urn:aucat:good:echo"])
    #expect(reverb.binary == Fixtures.folder + "/good.lv2/plugin.so")
    #expect(
      reverb.interfaces == [
        InterfaceRecord(uri: "urn:aucat:good:window", type: "http://lv2plug.in/ns/extensions/ui#X11UI")
      ])
    #expect(reverb.remarks.isEmpty)
  }

  @Test func portsComeByIndexWithTheirKindAndDirection() throws {
    let ports = try plugin("urn:aucat:good:reverb").ports
    #expect(ports.map(\.index) == Array(0..<8))
    #expect(ports.map(\.symbol) == ["in", "out", "size", "shape", "latency", "events", "cv", "strange"])
    #expect(ports.map(\.name) == ["Input", "Output", "Size", "Shape", "latency", "events", "cv", "strange"])
    #expect(ports.map(\.kind) == [.audio, .audio, .control, .control, .control, .atom, .cv, .other])
    #expect(ports.map(\.direction) == [.input, .output, .input, .input, .output, .input, .input, .input])
  }

  @Test func aControlHasItsRangeUnitAndProperties() throws {
    let size = try port("size")
    #expect(size.defaultValue == 4)
    #expect(size.minimum == 1)
    #expect(size.maximum == 100.5)
    #expect(size.unit == "m")
    #expect(size.properties == ["logarithmic"])
    #expect(try port("latency").properties == ["reportsLatency"])
  }

  @Test func scalePointsComeByValue() throws {
    let shape = try port("shape")
    #expect(shape.scalePoints.map(\.label) == ["Square", "Round"])
    #expect(shape.scalePoints.map(\.value) == [0.5, 2])
    #expect(shape.properties == ["enumeration", "integer"])
    #expect(shape.unit == "walls", "a unit that the bundle declares itself")
  }

  @Test func anEventPortTellsWhatItTakes() throws {
    let events = try port("events")
    #expect(events.supports == [LV2.midiEvent, "http://lv2plug.in/ns/ext/patch#Message"])
    #expect(events.minimumSize == 8_192)
    #expect(events.carriesMIDI)
  }

  @Test func patchParametersComeByURI() throws {
    let parameters = try plugin("urn:aucat:good:reverb").patchParameters
    #expect(parameters.map(\.name) == ["Gain", "sample-file"])
    #expect(parameters.map(\.isWritable) == [true, false])
    #expect(parameters.map(\.isReadable) == [true, true])
    let gain = try #require(parameters.first)
    #expect(gain.valueType == "http://lv2plug.in/ns/ext/atom#Float")
    #expect(gain.unit == "dB")
    #expect([gain.defaultValue, gain.minimum, gain.maximum] == [0, -60, 12.5])
  }

  @Test func aSideChainIsDeclaredByItsGroupOrByItself() throws {
    let compressor = try plugin("urn:aucat:good:compressor")
    #expect(compressor.ports.filter(\.isSideChain).map(\.symbol) == ["key", "extra"])
    #expect(compressor.mainInputGroup == "urn:aucat:good:main")
    let traits = ComponentTraits(of: compressor)
    #expect(traits.hasSideChain)
    #expect(traits.audioInputs == 1)
    #expect(traits.audioOutputs == 1)
  }

  @Test func namesKeepTheirLanguages() throws {
    let names = Set(try plugin("urn:aucat:names-in-languages:good").names)
    let expected: Set = [
      LocalizedText("Hall", language: "de"), LocalizedText("Reverb", language: "en"), LocalizedText("Reverb"),
      LocalizedText("残響", language: "ja"),
    ]
    #expect(names == expected)
    #expect(try plugin("urn:aucat:names-in-languages:good").names.count == 4, "each once")
    #expect(try plugin("urn:aucat:names-in-languages:plain").names == [LocalizedText("Plain")])
  }

  @Test func controlCharactersAreKeptAsTheyAre() throws {
    let plugin = try plugin("urn:aucat:control-characters:good")
    #expect(plugin.names == [LocalizedText("Red\u{1B}[31m\u{7}\u{202E}esrever\nline")])
    #expect(plugin.comment == "tab\tand\nnewline")
    #expect(plugin.ports.map(\.name) == ["\u{9B}2J"])
  }

  @Test func presetsOfAnotherBundleArriveWithTheirLabels() throws {
    let prefix = "urn:aucat:foreign-presets:"
    let expected = [
      PresetRecord(uri: prefix + "large", appliesTo: "urn:aucat:good:reverb", label: "Large"),
      PresetRecord(uri: prefix + "nameless", appliesTo: "urn:aucat:good:reverb"),
      PresetRecord(
        uri: prefix + "small", appliesTo: "urn:aucat:good:reverb", label: "Small", bank: prefix + "rooms",
        bankLabel: "Rooms"),
    ]
    #expect(try Fixtures.scan.get().presets == expected)
  }

  @Test func aBundleSpeaksOnlyForItsOwnPlugins() throws {
    let scan = try Fixtures.scan.get()
    #expect(scan.plugins.count { $0.uri == "urn:aucat:good:reverb" } == 1)
    #expect(scan.plugin("urn:aucat:see-also-outside:poor")?.names == [LocalizedText("Poor")])
  }
}
