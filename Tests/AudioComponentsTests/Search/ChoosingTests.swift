import AudioComponents
import TestSupport
import Testing

/// Which component a person means by a text.
struct ChoosingTests {
  private let bundles = HandmadeBundles()

  private func manager() throws -> ComponentManager {
    for (uri, name, kind) in [
      ("urn:hall", "Grand Hall", "Reverb"), ("urn:vintage", "Vintage Delay", "Delay"), ("urn:vinyl", "Vinyl", "Filter"),
      ("urn:mono", "Squeeze Mono", "Compressor"), ("urn:stereo", "Squeeze Stereo", "Compressor"),
    ] { bundles.effect("\(uri.dropFirst(4)).lv2", uri: uri, name: name, pluginClass: "lv2:\(kind)Plugin") }
    let manager = try bundles.manager()
    try manager.scan()
    return manager
  }

  /// How a text leads to components, and their URIs.
  private func meant(
    _ text: String, _ manager: ComponentManager, among condition: ComponentPredicate? = nil
  ) throws -> String {
    switch try manager.choice(of: text, among: condition) {
    case .one(let component, let basis, let variants):
      "\(basis): \(component.uri)" + variants.map { ", not \($0.uri)" }.joined()
    case .candidates(let found, let basis): "\(basis)? " + found.map(\.uri).sorted().joined(separator: " ")
    case .none: "nothing"
    }
  }

  @Test("a text chooses by URI, name, beginning, words and predicate, if only one component is meant")
  func texts() throws {
    let manager = try manager()
    for (text, expected) in [
      ("urn:hall", "uri: urn:hall"), ("grand HÁLL", "name: urn:hall"), ("vint", "beginning: urn:vintage"),
      ("vin", "words? urn:vintage urn:vinyl"), ("delay somebody", "words: urn:vintage"),
      ("somebody squeeze", "words: urn:mono, not urn:stereo"), ("somebody", "words? \(allURIs)"),
      ("tag == Delay", "predicate: urn:vintage"), ("name beginswith Squeeze", "predicate? urn:mono urn:stereo"),
      ("urn:hal", "nothing"), ("./hall.lv2", "nothing"), ("hall.lv2", "nothing"), ("nosuch", "nothing"),
      ("squeze", "nothing"), ("name ==", "nothing"), ("name == nosuch", "nothing"), ("", "nothing"), (" ", "nothing"),
    ] { try verify(meant(text, manager), equals: expected, "`\(text)`") }
  }

  private let allURIs = "urn:hall urn:mono urn:stereo urn:vintage urn:vinyl"

  @Test("words that only stand for a tag choose nothing, be it on one component")
  func meanings() throws {
    let manager = try manager()
    try verify(manager.components(matching: "slapback").map(\.uri), equals: ["urn:vintage"], "another name of Delay")
    try verify(meant("slapback", manager), equals: "meaning? urn:vintage")
    try manager.setUserTagNames(["slapback"], of: "urn:vinyl")
    try verify(meant("slapback", manager), equals: "words: urn:vinyl", "a tag of the user's own")
    try manager.setUserTagNames(["Slapback"], of: "urn:hall")
    try verify(meant("slapback", manager), equals: "words? urn:hall urn:vinyl")
    try verify(meant("slapback filter", manager), equals: "words: urn:vinyl")
  }

  @Test("a condition narrows beginnings and words if something matches both")
  func conditions() throws {
    let manager = try manager()
    try manager.apply([.add(.hidden, to: "urn:stereo")])
    let hidden = try manager.predicate("hidden == yes")
    try verify(meant("squeeze", manager), equals: "words: urn:mono, not urn:stereo", "hidden ones count")
    try verify(meant("squeeze", manager, among: hidden), equals: "beginning: urn:stereo")
    try verify(meant("vint", manager, among: hidden), equals: "beginning: urn:vintage")
  }

  @Test("a component that is gone isn't replaced by another with the words of its name")
  func gone() throws {
    bundles.effect("old.lv2", uri: "urn:old", name: "Hall Reverb")
    let manager = try manager()
    bundles.folder.remove("lv2/old.lv2")
    try manager.scan()
    try verify(meant("reverb hall", manager), equals: "words: urn:hall")
    try verify(meant("hall reverb", manager), equals: "nothing")
  }
}
