import AudioComponents
import TestSupport
import Testing

/// Standard tags in queries.
struct QueryTests {
  private let bundles = HandmadeBundles()

  @Test("a standard tag is found by name, part of the name, identifier and alias, and by its names in the 24 languages")
  func tags() throws {
    bundles.effect("hall.lv2", uri: "urn:test:hällen", name: "Grand Hall")
    bundles.effect("echo.lv2", uri: "urn:test:echo", name: "Echo", pluginClass: "lv2:DelayPlugin")
    bundles.effect("desk.lv2", uri: "urn:test:desk", name: "Desk", pluginClass: "lv2:MixerPlugin")
    let manager = try bundles.manager()
    for (text, names) in [
      ("tag == Reverb", ["Grand Hall"]), ("tag == reverb", ["Grand Hall"]), ("tag contains verb", ["Grand Hall"]),
      ("tag == Reverberation", ["Grand Hall"]), ("tags contains 'REVERB'", ["Grand Hall"]),
      // A part matches display names, not aliases. A reverb is no delay, although LV2's Reverb is a subclass of Delay.
      ("tag contains Reverberation", []), ("tag == Delay", ["Echo"]),
    ] { try verify(manager.components(matching: text).map(\.name), equals: names, "\(text)") }
    try verify(manager.component(uri: "urn:test:hällen")?.name, equals: "Grand Hall", "letters beyond ASCII")

    var languages = 0
    for file in TemporaryFolder.names(inFolder: Repository.path("Localizations")).sorted() {
      guard file.hasSuffix(".txt"), file != "root.txt" else { continue }
      languages += 1
      let manager = try bundles.manager("\(file.dropLast(4)).UTF-8")
      for tag in manager.standardTags where ["reverb", "delay", "mixer"].contains(tag.identifier) {
        let expected = try manager.components(matching: "tag == \"\(tag.identifier)\"")
        verify(expected.count, equals: 1)
        let part = String(tag.name.dropLast(tag.name.count > 4 ? 1 : 0))
        for (text, name) in [("tag == %@", tag.name), ("tag == %@", tag.englishName), ("tag contains %@", part)] {
          try verify(manager.components(matching: text, arguments: [name]), equals: expected, "\(file) \(text) \(name)")
        }
      }
    }
    verify(languages, equals: 24)
  }
}
