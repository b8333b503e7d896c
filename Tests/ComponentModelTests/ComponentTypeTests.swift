import ComponentModel
import Testing

/// What a component is to a host: the first rule that fits decides.
@Suite struct ComponentTypeTests {
  /// Ports in short: `a` audio, `m` MIDI by atoms, `e` MIDI by the old events, `p` atoms without MIDI, `c` control, `v`
  /// CV, `s` audio side chain, `o` MIDI by atoms that need not be connected, `i` MIDI as a side chain; inputs, then outputs after `>`.
  private static func record(_ classes: [String], _ ports: String) -> PluginRecord {
    var record = PluginRecord(uri: "urn:x")
    record.classes = (["Plugin"] + classes).map { Namespace.lv2 + $0 }
    var direction = ComponentPort.Direction.input
    for letter in ports {
      guard letter != ">" else {
        direction = .output
        continue
      }
      let kinds: [Character: ComponentPort.Kind] = [
        "m": .atom, "o": .atom, "i": .atom, "p": .atom, "e": .event, "c": .control, "v": .cv,
      ]
      let index = record.ports.count
      var port = ComponentPort(
        index: index, symbol: "p\(index)", name: "", kind: kinds[letter] ?? .audio, direction: direction)
      if "moie".contains(letter) { port.supports = [LV2.midiEvent] }
      if letter == "p" { port.supports = ["http://lv2plug.in/ns/ext/patch#Message"] }
      if letter == "s" || letter == "i" { port.properties = ["isSideChain"] }
      if letter == "o" { port.properties = ["connectionOptional"] }
      record.ports.append(port)
    }
    return record
  }

  @Test(
    arguments: [
      // A class that says it goes before all ports.
      (["MixerPlugin"], "aaa>a", .mixer), (["MixerPlugin", "InstrumentPlugin"], "m>a", .mixer),
      (["ConverterPlugin"], "aa>aa", .formatConverter), (["ConverterPlugin", "MixerPlugin"], "a>a", .mixer),
      (["InstrumentPlugin", "ConverterPlugin"], "m>a", .formatConverter), (["InstrumentPlugin"], "a>a", .musicDevice),
      (["InstrumentPlugin"], "", .musicDevice), (["InstrumentPlugin"], ">m", .musicDevice),
      // Then the ports.
      ([], "m>a", .musicDevice), ([], "e>a", .musicDevice), ([], "mc>aam", .musicDevice),
      ([], "m>m", .midiProcessor), ([], "e>m", .midiProcessor), (["MIDIPlugin"], "mc>mc", .midiProcessor),
      ([], ">a", .generator), ([], "c>aa", .generator), ([], "p>a", .generator),
      (["GeneratorPlugin"], ">a", .generator),
      ([], "am>a", .musicEffect), ([], "ae>", .musicEffect), (["VocoderPlugin"], "aam>am", .musicEffect),
      ([], "a>a", .effect), ([], "ap>ap", .effect), ([], "a>am", .effect), (["ReverbPlugin"], "aa>aa", .effect),
      // What fits no rule is an effect.
      ([], "", .effect), ([], "m>", .effect), ([], ">m", .effect), ([], "c>c", .effect), ([], "v>v", .effect),
      ([], "a>", .effect), (["GeneratorPlugin"], "a>a", .effect), ([], "s>a", .effect), ([], "sm>a", .musicEffect),
      // MIDI that need not be connected makes no music effect, unless the class says that it is for MIDI.
      ([], "ao>a", .effect), ([], "ai>a", .effect), ([], "aoi>ao", .effect), (["FilterPlugin"], "aao>aao", .effect),
      ([], "aom>a", .musicEffect), ([], "aoe>a", .musicEffect), (["MIDIPlugin"], "ao>a", .musicEffect),
      (["MIDIPlugin"], "a>a", .effect), (["InstrumentPlugin"], "ao>a", .musicDevice), ([], "o>a", .musicDevice),
      ([], "o>o", .midiProcessor), (["MixerPlugin"], "ao>a", .mixer),
    ] as [([String], String, ComponentType)])
  func theFirstRuleThatFitsDecides(classes: [String], ports: String, type: ComponentType) {
    #expect(ComponentTraits(of: Self.record(classes, ports)).type == type)
  }

  @Test func aClassOfAnotherVocabularyIsNoClass() {
    var record = Self.record([], "a>a")
    record.classes = ["urn:other#MixerPlugin", "MixerPlugin"]
    #expect(ComponentTraits(of: record).type == .effect)
  }

  @Test func mainPortsAreThoseOfTheMainGroupElseAllButSideChains() {
    var record = Self.record([], "aas>aa")
    #expect(ComponentTraits(of: record).audioInputs == 2)
    #expect(ComponentTraits(of: record).hasSideChain)
    record.ports[0].group = "urn:main"
    record.mainInputGroup = "urn:main"
    #expect(ComponentTraits(of: record).audioInputs == 1)
    record.mainInputGroup = "urn:of-no-port"
    #expect(ComponentTraits(of: record).audioInputs == 2)
    #expect(ComponentTraits(of: record).audioOutputs == 2)
  }

  @Test func countsAndFlagsFollowFromPorts() {
    var record = Self.record([], "ccvvmp>cvp")
    record.patchParameters = [
      PatchParameter(uri: "urn:a", name: "a", isWritable: true, isReadable: true),
      PatchParameter(uri: "urn:b", name: "b", isWritable: false, isReadable: true),
    ]
    let traits = ComponentTraits(of: record)
    #expect([traits.cvInputs, traits.cvOutputs, traits.parameters] == [2, 1, 3])
    #expect(traits.hasMIDIInput && !traits.hasMIDIOutput && !traits.hasSideChain)
  }

  @Test(arguments: [
    ([LocalizedText("Plain"), LocalizedText("Hall", language: "de")], "Plain"),
    ([LocalizedText("Hall", language: "de"), LocalizedText("Reverb", language: "en-GB")], "Reverb"),
    ([LocalizedText("Hall", language: "de"), LocalizedText("Salle", language: "fr")], "Hall"),
    ([LocalizedText("")], "stereo"), ([], "stereo"),
  ]) func theNameIsTheOneWithoutALanguage(names: [LocalizedText], expected: String) {
    var record = PluginRecord(uri: "http://example.org/reverb#stereo")
    record.names = names
    #expect(ComponentTraits(of: record).name == expected)
  }

  @Test func theManufacturerIsTheAuthorElseTheProject() {
    var record = PluginRecord(uri: "urn:x")
    #expect(ComponentTraits(of: record).manufacturer == nil)
    record.projectName = "Project"
    #expect(ComponentTraits(of: record).manufacturer == "Project")
    record.author = "Ada"
    #expect(ComponentTraits(of: record).manufacturer == "Ada")
  }
}
