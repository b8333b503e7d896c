import AudioComponents
import ComponentPredicates
import Foundation
import TestSupport
import Testing

/// Every member of Apple's interface has a counterpart: those of the tables of `Sources/Libraries/AudioComponents/AudioComponents.docc/AppleInterface.md`.
struct AppleInterfaceTests {
  private let bundles = HandmadeBundles()
  private let manager: ComponentManager

  init() throws {
    bundles.component(
      "synth.lv2",
      HandmadeComponent(
        uri: "urn:synth", name: "Synth", pluginClass: "lv2:InstrumentPlugin", maker: "Somebody", version: (2, 4),
        audio: (0, 2), midi: (true, false), parameters: ["Gain"],
        more: "lv2:optionalFeature lv2:hardRTCapable ; <http://moddevices.com/ns/modgui#gui> "
          + "[ <http://moddevices.com/ns/modgui#thumbnail> <synth.png> ]"))
    bundles.effect("reverb.lv2", uri: "urn:reverb", name: "Reverb")
    bundles.folder.write("picture", to: "lv2/synth.lv2/synth.png")
    // The head of a library for 64-bit ARM.
    let header: [UInt8] = [0x7F, 0x45, 0x4C, 0x46, 2, 1, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 3, 0, 183, 0, 1, 0, 0, 0]
    bundles.folder.write(header, to: "lv2/synth.lv2/plugin.so")
    manager = try bundles.manager("de_DE.UTF-8")
  }

  @Test func everyMemberHasACounterpart() throws {
    try verify(manager.tagNames().contains("Hall"))
    verify(manager.standardLocalizedTagNames.contains("Schlagzeug"))
    try verify(manager.components(matching: "typeName CONTAINS 'Effect'").map(\.uri), equals: ["urn:reverb"])
    try verify(manager.components { component, _ in component.uri == "urn:reverb" }.map(\.uri), equals: ["urn:reverb"])
    let instruments = ComponentDescription(type: .musicDevice)
    try verify(manager.components(matching: instruments).map(\.uri), equals: ["urn:synth"])
    try verify(manager.components(matching: ComponentDescription()).count, equals: 2, "zero is a wildcard")

    let synth = try demand(manager.component(uri: "urn:synth"))
    verify(synth.name == "Synth" && synth.manufacturerName == "Somebody")
    verify(
      synth.typeName == "Music Device" && synth.localizedTypeName == manager.localizedText("MusicDevice", in: .types))
    verify(synth.localizedTypeName != synth.typeName)
    verify(synth.version.number == 0x0204 && synth.versionString == "2.4")
    try verify(manager.availableArchitectures(of: synth).map(\.description), equals: ["aarch64"])
    verify(!synth.isSandboxSafe && !synth.passesAUVal)
    verify(synth.hasMIDIInput && !synth.hasMIDIOutput && !synth.hasCustomView)
    verify(synth.audioComponentDescription.type, equals: ComponentType.musicDevice.code)
    verify(synth.supportsNumberInputChannels(0, outputChannels: 2))
    verify(!synth.supportsNumberInputChannels(2, outputChannels: 2))
    try verify(manager.details(of: synth).icon, equals: bundles.folder("lv2/synth.lv2/synth.png"))
    let configuration = try manager.configurationDictionary(of: synth)
    verify(
      configuration["http://lv2plug.in/ns/lv2core#optionalFeature"],
      equals: ["http://lv2plug.in/ns/lv2core#hardRTCapable"])
    verify(configuration["http://lv2plug.in/ns/ext/atom#supports"], equals: ["http://lv2plug.in/ns/ext/midi#MidiEvent"])
    verify(configuration["http://lv2plug.in/ns/lv2core#requiredFeature"] == nil)
    let reverb = try demand(manager.component(uri: "urn:reverb"))
    try verify(manager.availableArchitectures(of: reverb).isEmpty, "an empty file has none")
    for names in [["Warm", "Old"], ["Warm"]] { try manager.setUserTagNames(names, of: "urn:synth") }
    let tagged = try demand(manager.component(uri: "urn:synth"))
    verify(tagged.userTagNames == ["Warm"] && tagged.allTagNames.contains("Warm"), "assigning tags replaces them")
    let found = try manager.components(
      matching: #Predicate<Component> {
        $0.hasMIDIInput && !$0.hasMIDIOutput && $0.typeName == "Music Device" && $0.versionString == "2.4"
          && !$0.passesAUVal && !$0.isSandboxSafe && !$0.hasCustomView && $0.manufacturerName == "Somebody"
      })
    verify(found.map(\.uri), equals: ["urn:synth"])
  }

  @Test func thePageHasEveryTypeWithItsCode() {
    let path = Repository.path("Sources/Libraries/AudioComponents/AudioComponents.docc/AppleInterface.md")
    let page = String(decoding: Child.contents(path), as: UTF8.self)
    for type in ComponentType.allCases {
      verify(page.contains("| `AVAudioUnitType\(type.rawValue)` | `.\(type)` | `\(type.code)` |"), "\(type)")
    }
  }
}
