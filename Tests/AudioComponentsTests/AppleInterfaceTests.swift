import AudioComponents
import ComponentPredicates
import Foundation
import TestSupport
import Testing

/// Every member of Apple's interface has a counterpart: those of the tables of `Sources/Libraries/AudioComponents/AudioComponents.docc/AppleInterface.md`.
@Suite struct AppleInterfaceTests {
  private let folder = TemporaryFolder()
  private let manager: ComponentManager

  init() throws {
    let bundles = HandmadeBundles(folder)
    bundles.component(
      "synth.lv2",
      HandmadeComponent(
        uri: "urn:synth", name: "Synth", pluginClass: "lv2:InstrumentPlugin", maker: "Somebody", version: (2, 4),
        audio: (0, 2), midi: (true, false), parameters: ["Gain"],
        more: "lv2:optionalFeature lv2:hardRTCapable ; <http://moddevices.com/ns/modgui#gui> "
          + "[ <http://moddevices.com/ns/modgui#thumbnail> <synth.png> ]"))
    bundles.effect("reverb.lv2", uri: "urn:reverb", name: "\"Reverb\"")
    folder.write("picture", to: "lv2/synth.lv2/synth.png")
    // The head of a library for 64-bit ARM.
    let header: [UInt8] = [0x7F, 0x45, 0x4C, 0x46, 2, 1, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 3, 0, 183, 0, 1, 0, 0, 0]
    folder.write(header, to: "lv2/synth.lv2/plugin.so")
    manager = try ScannedCatalog.manager(catalog: folder("catalog.sqlite"), path: bundles.path, locale: "de_DE.UTF-8")
  }

  @Test func theManagersMembers() throws {
    #expect(try manager.tagNames().contains("Hall"))
    #expect(manager.standardLocalizedTagNames.contains("Schlagzeug"))
    #expect(try manager.components(matching: "typeName CONTAINS 'Effect'").map(\.uri) == ["urn:reverb"])
    let passing = try manager.components { component, stop in
      stop = component.uri == "urn:reverb"
      return true
    }
    #expect(passing.map(\.uri) == ["urn:reverb"])
    let instruments = ComponentDescription(type: .musicDevice)
    #expect(try manager.components(matching: instruments).map(\.uri) == ["urn:synth"])
    #expect(try manager.components(matching: ComponentDescription()).count == 2, "zero is a wildcard")
  }

  @Test func theComponentsMembers() throws {
    let synth = try #require(try manager.component(uri: "urn:synth"))
    #expect(synth.name == "Synth" && synth.manufacturerName == "Somebody")
    #expect(
      synth.typeName == "Music Device" && synth.localizedTypeName == manager.localizedText("MusicDevice", in: .types))
    #expect(synth.localizedTypeName != synth.typeName)
    #expect(synth.version.number == 0x0204 && synth.versionString == "2.4")
    #expect(try manager.availableArchitectures(of: synth).map(\.description) == ["aarch64"])
    #expect(!synth.isSandboxSafe && !synth.passesAUVal)
    #expect(synth.hasMIDIInput && !synth.hasMIDIOutput && !synth.hasCustomView)
    #expect(synth.audioComponentDescription.type == ComponentType.musicDevice.code)
    #expect(synth.supportsNumberInputChannels(0, outputChannels: 2))
    #expect(!synth.supportsNumberInputChannels(2, outputChannels: 2))
    #expect(try manager.details(of: synth).icon == folder("lv2/synth.lv2/synth.png"))
    let configuration = try manager.configurationDictionary(of: synth)
    #expect(
      configuration["http://lv2plug.in/ns/lv2core#optionalFeature"] == ["http://lv2plug.in/ns/lv2core#hardRTCapable"])
    #expect(configuration["http://lv2plug.in/ns/ext/atom#supports"] == ["http://lv2plug.in/ns/ext/midi#MidiEvent"])
    #expect(configuration["http://lv2plug.in/ns/lv2core#requiredFeature"] == nil)
    let reverb = try #require(try manager.component(uri: "urn:reverb"))
    #expect(try manager.availableArchitectures(of: reverb).isEmpty, "an empty file has none")
  }

  @Test func assigningTagsReplacesThem() throws {
    try manager.setUserTagNames(["Warm", "Old"], of: "urn:synth")
    try manager.setUserTagNames(["Warm"], of: "urn:synth")
    let synth = try #require(try manager.component(uri: "urn:synth"))
    #expect(synth.userTagNames == ["Warm"] && synth.allTagNames.contains("Warm"))
    #expect(try manager.userTagNames(of: "urn:synth") == ["Warm"])
  }

  @Test func applesNamesMayStandInASwiftPredicate() throws {
    let found = try manager.components(
      matching: #Predicate<Component> {
        $0.hasMIDIInput && !$0.hasMIDIOutput && $0.typeName == "Music Device" && $0.versionString == "2.4"
          && !$0.passesAUVal && !$0.isSandboxSafe && !$0.hasCustomView && $0.manufacturerName == "Somebody"
      })
    #expect(found.map(\.uri) == ["urn:synth"])
  }

  @Test(
    "the page has every member of Apple's interface",
    arguments: [
      "shared()", "tagNames", "standardLocalizedTagNames", "components(matching: NSPredicate)",
      "components(passingTest:)",
      "components(matching: AudioComponentDescription)", "registrationsChangedNotification", "name", "typeName",
      "localizedTypeName", "manufacturerName", "version", "versionString", "availableArchitectures", "isSandboxSafe",
      "hasMIDIInput", "hasMIDIOutput", "audioComponentDescription", "userTagNames", "allTagNames", "iconURL",
      "passesAUVal",
      "hasCustomView", "configurationDictionary", "supportsNumberInputChannels(_:outputChannels:)",
      "tagsDidChangeNotification",
    ])
  func page(member: String) throws {
    let page = try String(
      contentsOfFile: Repository.path("Sources/Libraries/AudioComponents/AudioComponents.docc/AppleInterface.md"),
      encoding: .utf8
    )
    #expect(page.contains("\n| `\(member)`"))
  }

  @Test func thePageHasEveryTypeWithItsCode() throws {
    let page = try String(
      contentsOfFile: Repository.path("Sources/Libraries/AudioComponents/AudioComponents.docc/AppleInterface.md"),
      encoding: .utf8
    )
    for type in ComponentType.allCases {
      #expect(page.contains("| `AVAudioUnitType\(type.rawValue)` | `.\(type)` | `\(type.code)` |"), "\(type)")
    }
  }
}
