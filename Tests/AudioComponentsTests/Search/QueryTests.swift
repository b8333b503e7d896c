import AudioComponents
import TestSupport
import Testing

/// The three kinds of query, as hosts use them.
@Suite struct QueryTests {
  private let folder = TemporaryFolder()
  private let manager: ComponentManager

  init() throws {
    let bundles = HandmadeBundles(folder)
    bundles.effect("hall.lv2", uri: "urn:test:hall", name: "\"Grand Hall\"")
    bundles.effect("echo.lv2", uri: "urn:test:echo", name: "\"Echo\"", pluginClass: "lv2:DelayPlugin")
    bundles.effect("desk.lv2", uri: "urn:test:desk", name: "\"Desk\"", pluginClass: "lv2:MixerPlugin")
    manager = try ScannedCatalog.manager(catalog: folder("catalog.sqlite"), path: bundles.path)
  }

  private func names(_ text: String) throws -> [String] { try manager.components(matching: text).map(\.name) }

  @Test("a reverb is not a delay, although LV2's Reverb is a subclass of Delay")
  func classTags() throws {
    #expect(try names("tag == Reverb") == ["Grand Hall"])
    #expect(try names("tag == Delay") == ["Echo"])
  }

  @Test("a standard tag is found by name, part of the name, identifier and alias")
  func tagNames() throws {
    for predicate in ["tag == reverb", "tag contains verb", "tag == Reverberation", "tags contains 'REVERB'"] {
      #expect(try names(predicate) == ["Grand Hall"], "\(predicate)")
    }
    #expect(try names("tag contains Reverberation").isEmpty, "a part matches display names, not aliases")
  }

  @Test("a tag is found by its name in each of the 24 languages, whole and in part, beside its English one")
  func tagNamesInEveryLanguage() throws {
    var languages = 0
    for file in TemporaryFolder.names(inFolder: Repository.path("Localizations")).sorted() {
      guard file.hasSuffix(".txt"), file != "root.txt" else { continue }
      languages += 1
      let manager = try ScannedCatalog.manager(
        catalog: folder("catalog.sqlite"), path: folder("lv2"), locale: "\(file.dropLast(4)).UTF-8")
      for tag in manager.standardTags where ["reverb", "delay", "mixer"].contains(tag.identifier) {
        let expected = try manager.components(matching: "tag == \"\(tag.identifier)\"")
        #expect(expected.count == 1)
        let part = String(tag.name.dropLast(tag.name.count > 4 ? 1 : 0))
        let texts = ["tag == %@", "tag == %@", "tag contains %@"]
        for (text, name) in zip(texts, [tag.name, tag.englishName, part]) {
          #expect(try manager.components(matching: text, arguments: [name]) == expected, "\(file) \(text) \(name)")
        }
      }
    }
    #expect(languages == 24)
  }

  @Test("values stand for %@, whatever they hold, and have to be of the key's kind")
  func arguments() throws {
    #expect(try manager.components(matching: "name == %@", arguments: ["Echo"]).map(\.name) == ["Echo"])
    let evil = "Echo\" or name != \""
    #expect(try manager.components(matching: "name == %@", arguments: [evil]).isEmpty)
    #expect(
      try manager.components(matching: "name in %@", arguments: [["Echo", "Desk"]]).map(\.name) == ["Desk", "Echo"])
    #expect(
      try manager.components(matching: "audioInputs == %@ and midiInput == %@", arguments: [1, false]).count == 3)
    for (text, arguments) in [
      ("name == %@", [] as [any PredicateArgument]), ("name == %@", ["a", "b"]), ("audioInputs == %@", ["one"]),
    ] {
      #expect(invalidPredicate { try manager.components(matching: text, arguments: arguments) } != nil, "\(text)")
    }
  }

  @Test("a plugin whose URI has letters beyond ASCII is found like any other")
  func internationalURIs() throws {
    let bundles = HandmadeBundles(folder, root: "iri")
    bundles.effect("a.lv2", uri: "urn:test:café", name: "\"Café\"")
    let manager = try ScannedCatalog.manager(catalog: folder("iri.sqlite"), path: bundles.path)
    #expect(try manager.components(matching: "tag == Reverb").map(\.uri) == ["urn:test:café"])
    #expect(try manager.component(uri: "urn:test:café")?.name == "Café")
  }

  @Test("results come by name; plain words are ranked")
  func order() throws {
    #expect(try names("") == ["Desk", "Echo", "Grand Hall"])
    #expect(try names("effects") == ["Echo", "Grand Hall"])
    #expect(try names("hall") == ["Grand Hall"])
  }

  @Test("a closure chooses, and stops when it says so")
  func closure() throws {
    var asked = 0
    let found = try manager.components { component, stop in
      asked += 1
      stop = component.name == "Echo"
      return component.supports(inputs: 1, outputs: 1)
    }
    #expect(found.map(\.name) == ["Desk", "Echo"])
    #expect(asked == 2)
  }

  @Test("zero fields of a description match everything")
  func description() throws {
    #expect(try manager.components(matching: ComponentDescription()).count == 3)
    #expect(try manager.components(matching: ComponentDescription(type: .mixer)).map(\.name) == ["Desk"])
    let echo = try #require(try manager.component(uri: "urn:test:echo"))
    #expect(echo.componentDescription.type == "aufx")
    #expect(try manager.components(matching: echo.componentDescription) == [echo])
  }

  @Test("a bad predicate's error says where it is wrong, and what is nearest")
  func badPredicate() throws {
    let error = invalidPredicate {
      try manager.components(matching: "tags contains x and nme == y")
    }
    #expect(error?.column == 21)
    #expect(error?.suggestion == "name")
  }

  @Test("details have ports and what the author says")
  func details() throws {
    let hall = try #require(try manager.component(uri: "urn:test:hall"))
    let details = try manager.details(of: hall)
    #expect(details.ports.map(\.symbol) == ["in", "out", "gain"])
    #expect(details.ports.last?.defaultValue == 0.5)
    #expect(hall.manufacturer == "Somebody")
    #expect(hall.latency == nil, "it has not been measured")
  }
}
