import ComponentModel
import TestSupport
import Testing

/// What a component is to a host: the first rule that fits decides.
struct ComponentTypeTests {
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

  @Test func theFirstRuleThatFitsDecides() {
    for (classes, ports, type) in [
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
    ] as [([String], String, ComponentType)] {
      verify(ComponentTraits(of: Self.record(classes, ports)).type, equals: type, "\(classes) \(ports)")
    }
    var record = Self.record([], "a>a")
    record.classes = ["urn:other#MixerPlugin", "MixerPlugin"]
    verify(ComponentTraits(of: record).type, equals: .effect, "a class of another vocabulary is no class")
  }

  @Test func countsAndFlagsFollowFromPortsMainOnesBeingThoseOfTheMainGroupElseAllButSideChains() {
    var record = Self.record([], "aas>aa")
    for (group, inputs) in [(nil, 2), ("urn:main", 1), ("urn:of-no-port", 2)] as [(String?, Int)] {
      record.ports[0].group = "urn:main"
      record.mainInputGroup = group
      let traits = ComponentTraits(of: record)
      verify(traits.audioInputs == inputs && traits.audioOutputs == 2 && traits.hasSideChain, "\(group ?? "")")
    }
    record = Self.record([], "ccvvmp>cvp")
    record.patchParameters = [
      PatchParameter(uri: "urn:a", name: "a", isWritable: true, isReadable: true),
      PatchParameter(uri: "urn:b", name: "b", isWritable: false, isReadable: true),
    ]
    let traits = ComponentTraits(of: record)
    verify([traits.cvInputs, traits.cvOutputs, traits.parameters], equals: [2, 1, 3])
    verify(traits.hasMIDIInput && !traits.hasMIDIOutput && !traits.hasSideChain)
  }

  @Test func theNameIsTheOneWithoutALanguageAndTheManufacturerTheAuthorElseTheProject() {
    let (hall, empty) = (LocalizedText("Hall", language: "de"), LocalizedText(""))
    for (names, expected) in [
      ([LocalizedText("Plain"), hall], "Plain"), ([hall, LocalizedText("Reverb", language: "en-GB")], "Reverb"),
      ([hall, LocalizedText("Salle", language: "fr")], "Hall"), ([empty], "stereo"), ([], "stereo"),
    ] {
      var record = PluginRecord(uri: "http://example.org/reverb#stereo")
      record.names = names
      verify(ComponentTraits(of: record).name, equals: expected)
    }
    for (project, author, manufacturer) in [(nil, nil, nil), ("P", nil, "P"), ("P", "Ada", "Ada")]
      as [(String?, String?, String?)]
    {
      var record = PluginRecord(uri: "urn:x")
      (record.projectName, record.author) = (project, author)
      verify(ComponentTraits(of: record).manufacturer, equals: manufacturer)
    }
  }
}
