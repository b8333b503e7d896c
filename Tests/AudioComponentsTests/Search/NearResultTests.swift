import AudioComponents
import TestSupport
import Testing

/// What a search tells of components that don't match but are near.
struct NearResultTests {
  private let bundles = HandmadeBundles()
  private let manager: ComponentManager

  init() throws {
    for (number, component) in Self.components.enumerated() { bundles.component("\(number).lv2", component) }
    manager = try bundles.manager()
    try manager.scan()
  }

  private static let components = [
    effect("Spring Tank", "lv2:ReverbPlugin"), effect("Cathedral", "lv2:ReverbPlugin", comment: "After Schroeder."),
    effect("Slapback", "lv2:DelayPlugin"), effect("Squeeze", "lv2:CompressorPlugin", comment: "For drums and voice."),
    effect("Grit", "lv2:DistortionPlugin"), effect("Wobble", "lv2:ChorusPlugin"),
  ]

  private static func effect(_ name: String, _ pluginClass: String, comment: String = "") -> HandmadeComponent {
    HandmadeComponent(
      uri: "urn:" + name.filter { $0.isLetter }, name: name, pluginClass: pluginClass, audio: (2, 2),
      more: comment.isEmpty ? "" : "rdfs:comment \"\(comment)\"")
  }

  private func found(_ text: String, _ matching: WordMatching = .interpreted, near: Bool = true) throws -> SearchResult
  {
    try manager.search(try manager.predicate(text), words: matching, near: near)
  }

  private static let texts = [
    "schroeder chorus", "drum reverb", "cathedrall", "slapbackish echo", "spring", "reverb -spring", "tag == Reverb",
    "chorus without wobble", "xyzzyplugh", "type == Effect ~ schroeder", "the plugin",
  ]

  @Test("what is near changes nothing else of a result, isn't among what matches, and together they are ten at most")
  func apart() throws {
    for text in Self.texts {
      var result = try found(text)
      let near = result.near
      verify(Set(near).isDisjoint(with: result.components) && Set(near).count == near.count, "\(text)")
      verify(near.count + result.total <= 10 || near.isEmpty, "\(text)")
      result.near = []
      try verify(result, equals: found(text, near: false), "\(text)")
      try verify(found(text, .exact).near, equals: [], "\(text)")
    }
  }

  @Test("what has some of the words is shown; what is excluded, hidden, or without plain words isn't")
  func shown() throws {
    func all(_ text: String) throws -> [String] {
      let result = try found(text)
      return (result.components + result.near).map(\.name)
    }
    try verify(all("schroeder chorus").contains("Cathedral") && all("schroeder chorus").contains("Wobble"))
    try verify(all("cathedralverb").contains("Cathedral"))
    try verify(!all("schroeder chorus -after").contains("Cathedral"))
    try verify(found("tag == Reverb").near, equals: [])
    try verify(found("xyzzyplugh").near, equals: [])
    try manager.apply([.add(.hidden, to: "urn:Cathedral")])
    try verify(!all("schroeder chorus").contains("Cathedral"))
  }

  @Test("a limit counts both")
  func limit() throws {
    let predicate = try manager.predicate("schroeder chorus")
    let whole = try manager.search(predicate, near: true)
    for limit in 0...whole.total + whole.near.count {
      let result = try manager.search(predicate, near: true, limit: limit)
      let expected = Array((whole.components + whole.near).prefix(limit))
      verify(result.components + result.near, equals: expected, "\(limit)")
    }
  }
}
