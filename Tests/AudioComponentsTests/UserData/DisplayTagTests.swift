import AudioComponents
import TestSupport
import Testing

/// A user's tag that spells a system tag's name is shown once, and means what its owner typed.
@Suite struct DisplayTagTests {
  private let bundles = HandmadeBundles()
  private var folder: TemporaryFolder { bundles.folder }

  init() throws {
    bundles.effect("hall.lv2", uri: "urn:hall", name: "\"A\"")
    bundles.effect("echo.lv2", uri: "urn:echo", name: "\"B\"", pluginClass: "lv2:DelayPlugin")
  }

  private func manager(_ locale: String = "C") throws -> ComponentManager {
    try ScannedCatalog.manager(catalog: folder("catalog.sqlite"), path: bundles.path, locale: locale)
  }

  private func names(_ uri: String, _ locale: String = "C") throws -> [String] {
    try #require(try manager(locale).component(uri: uri)).displayTags.map(\.name)
  }

  private func counts(_ locale: String = "C") throws -> [String: Int] {
    Dictionary(
      try manager(locale).displayTagCounts().map { ($0.tag.name, $0.count) }, uniquingKeysWith: { _, _ in -1 })
  }

  @Test("a standard tag's English name is shown once in every language, with both sources")
  func english() throws {
    try manager().setUserTagNames(["reverb"], of: "urn:hall")
    #expect(try names("urn:hall") == ["Effects", "Reverb"])
    #expect(try names("urn:hall", "de") == ["Effekte", "Hall"])
    let component = try #require(try manager().component(uri: "urn:hall"))
    let reverb = try #require(component.displayTags.last)
    #expect(reverb.sources.contains(.user) && reverb.sources.contains(.pluginClass) && reverb.identifier == "reverb")
    #expect(component.userTagNames == ["reverb"] && component.systemTagNames == ["Effects", "Reverb"])
    #expect(component.allTagNames == ["Effects", "Reverb"] && component.tags.count == 3)
  }

  @Test("a tag without its system tag is shown as it was typed")
  func alone() throws {
    try manager().setUserTagNames(["reverb"], of: "urn:echo")
    #expect(try names("urn:echo") == ["Delay", "Effects", "reverb"])
    #expect(try names("urn:echo", "de").contains("reverb"))
  }

  /// Hall is German for reverb, and Pan Turkish for panner; who typed either in English meant a hall, and a pan.
  @Test("a name in another language means what its owner typed, for everyone")
  func otherLanguages() throws {
    try manager().setUserTagNames(["Hall", "Pan"], of: "urn:echo")
    for locale in ["C", "de", "tr", "sv"] {
      let manager = try manager(locale)
      #expect(try manager.components(matching: "tag == Reverb").map(\.uri) == ["urn:hall"], "\(locale)")
      #expect(try manager.components(matching: "tag == Panner").isEmpty, "\(locale)")
      #expect(try manager.components(matching: "userTag == Hall").map(\.uri) == ["urn:echo"], "\(locale)")
      #expect(try names("urn:echo", locale).contains("Hall") && names("urn:echo", locale).contains("Pan"))
      #expect(try manager.component(uri: "urn:echo")?.systemTagNames.contains("Hall") == false)
    }
    try manager().setUserTagNames(["Hall"], of: "urn:hall")
    #expect(try names("urn:hall") == ["Effects", "Hall", "Reverb"])
    #expect(try names("urn:hall", "de") == ["Effekte", "Hall"])
  }

  @Test("a list of tags has it once, and counts what a search for it finds")
  func listed() throws {
    try manager().setUserTagNames(["REVERB", "Hall"], of: "urn:echo")
    try manager().setUserTagNames(["reverb", "warm"], of: "urn:hall")
    for locale in ["C", "de"] {
      let manager = try manager(locale)
      let counts = try counts(locale)
      #expect(counts["Reverb"] == (locale == "C" ? 2 : nil) && counts["reverb"] == nil && counts["warm"] == 1)
      #expect(counts["Hall"] == (locale == "C" ? 1 : 2))
      if locale == "C" {
        for (name, count) in counts {
          #expect(try manager.prepare(try manager.predicate("tag == '\(name)'")).count() == count, "\(name)")
        }
      }
      let facets = try manager.prepare(.constant(true)).facets().tags
      #expect(facets.map(\.tag.name) == (try manager.displayTagCounts().map(\.tag.name)))
    }
    let raw = try manager().tagCounts().filter(\.tag.isUser).map(\.tag.name)
    #expect(Set(raw) == ["REVERB", "Hall", "warm"] || Set(raw) == ["reverb", "Hall", "warm"])
  }

  @Test("it is stored, exported and removed as it was typed")
  func stored() throws {
    try manager().setUserTagNames(["ReVerb"], of: "urn:hall")
    #expect(try manager().userTagNames(of: "urn:hall") == ["ReVerb"])
    #expect(try manager().userData().facts.map(\.label.name) == ["ReVerb"])
    try manager().apply([.remove(try UserLabel(.tag, "reverb"), from: "urn:hall")])
    #expect(try manager().userTagNames(of: "urn:hall") == [])
    #expect(try names("urn:hall") == ["Effects", "Reverb"])
  }
}
