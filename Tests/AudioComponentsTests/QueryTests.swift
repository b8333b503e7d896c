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

  @Test("a bad predicate says where and what is near")
  func badPredicate() throws {
    let error = #expect(throws: PredicateError.self) {
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
    #expect(hall.latency == 0)
  }
}
