import AudioComponents
import ComponentModel
import Foundation
import TestSupport
import Testing

/// The phrases of `phrases.tsv`, typed as they stand in a search.
struct PhraseTests {
  private static let bundles = HandmadeBundles()
  /// A catalog with the tables of the program and a few plugins, which the tests only search.
  private static let scanned = Result {
    bundles.effect("hall.lv2", uri: "urn:hall", name: "Hall")
    bundles.effect("limit.lv2", uri: "urn:limit", name: "Clip", pluginClass: "lv2:LimiterPlugin")
    let manager = try bundles.manager()
    try manager.scan()
    return manager
  }

  @Test("every phrase that states something means its predicate, in every language", .part(.laws))
  func law() throws { try check(.max) }

  /// Checks so many phrases, chosen at random.
  private func check(_ count: Int) throws {
    let manager = try Self.scanned.get()
    var random = SeededGenerator(environment: ProcessInfo.processInfo.environment, purpose: "phrases")
    let table = try String(
      contentsOfFile: Repository.path("Sources/Language/ComponentTags/Data/phrases.tsv"), encoding: .utf8)
    let phrases = table.split(separator: "\n").filter { !$0.hasPrefix("#") }.map { $0.split(separator: "\t") }
    for phrase in phrases.shuffled(using: &random).prefix(count) {
      for form in phrase[1].split(separator: "|") {
        // A word's condition also has the names of the tags that it names.
        if form.contains("*") { continue }
        let stated = Self.condition(String(phrase[2]), of: form)
        guard let condition = try? manager.predicate(stated), condition.statesSomething else { continue }
        let words = Self.words(form)
        let meaning = try manager.interpreted(.text(words), words: .interpreted).predicate
        verify(meaning, equals: condition, "\(form)")
      }
    }
  }

  /// The words of a phrase with the number 7, or 7 seconds.
  private static func words(_ form: Substring) -> [String] {
    let name = form.hasPrefix("=") ? form.dropFirst() : form
    return name.replacing("{}+", with: "7+ s").replacing("{}", with: " 7 s ").replacing("#", with: "7")
      .split(separator: " ").map(String.init)
  }

  /// A condition of the number 7, and of the numbers that compare so with it.
  private static func condition(_ text: String, of form: Substring) -> String {
    if form.contains("{}") {
      return text.replacing("{}", with: "time").replacing("#f", with: "336000").replacing("#", with: "7")
    }
    guard form.contains("#") else { return text }
    let patterns = [
      (">=", "(7|[8-9]|[1-9][0-9]{1,})"), ("<=", "(7|[1-6])"), (">", "([8-9]|[1-9][0-9]{1,})"), ("<", "([1-6])"),
      ("v", "7(\\.0)?"),
    ]
    return patterns.reduce(text) { $0.replacing("#" + $1.0, with: $1.1) }.replacing("#", with: "7")
  }

  @Test("some phrases mean their predicates; a longer phrase wins over an intent, and an intent over a shorter phrase")
  func phrases() throws {
    try check(10)
    let manager = try Self.scanned.get()
    func parts(_ text: String) throws -> Set<String> {
      let meaning = try manager.interpreted(try manager.predicate(text), words: .interpreted).predicate
      return Set(meaning.description.components(separatedBy: " AND "))
    }
    for (text, predicate) in [
      ("stereo in mono out", "audioInputs == 2 and audioOutputs == 1"), ("no reverb", "not ~ reverb"),
      (
        "free of latency limiter",
        "~ limiter and (latency == 0 or latency == nil and not port.property == reportsLatency)"
      ),
    ] { try verify(parts(text), equals: parts(predicate), "\(text)") }
  }
}

extension ComponentPredicate {
  /// Whether it is neither constant, nor words, such as NOT and NUMBER in the table.
  fileprivate var statesSomething: Bool {
    switch self {
    case .text, .constant: false
    default: true
    }
  }
}

/// What searches with words find, and why.
struct ReasonTests {
  private let bundles = HandmadeBundles()

  @Test("a name of another kind that begins with the kind that is meant comes after that kind")
  func otherKinds() throws {
    for (number, (name, pluginClass)) in [
      ("Instrument Tuner", "lv2:AnalyserPlugin"), ("Instrument", "lv2:AnalyserPlugin"),
      ("Zither", "lv2:InstrumentPlugin"),
    ].enumerated() {
      let component = HandmadeComponent(
        uri: "urn:test:\(number)", name: name, pluginClass: pluginClass, maker: "Maker", audio: (2, 2))
      bundles.component("\(number).lv2", component)
    }
    let manager = try bundles.manager()
    let found = try manager.components(matching: "instrument").map(\.name)
    verify(Set(found), equals: ["Instrument", "Zither", "Instrument Tuner"])
    verify(found.last, equals: "Instrument Tuner", "\(found)")
    try verify(manager.components(matching: "instrument tuner").first?.name, equals: "Instrument Tuner")
  }

  @Test("a component is found by the reason's account exactly if the search finds it, in whatever scope")
  func agreesWithSearch() throws {
    let other = HandmadeBundles(bundles.folder, root: "other")
    bundles.effect("a.lv2", uri: "urn:a", name: "Quibble Wombat")
    other.effect("a.lv2", uri: "urn:a", name: "Wombat", version: (2, 0))
    bundles.effect("b.lv2", uri: "urn:b", name: "Quibble Gnarl")
    bundles.effect("c.lv2", uri: "urn:c", name: "Quibble Frond")
    let manager = try bundles.manager(path: "\(bundles.path):\(other.path)")
    try manager.scan()
    try manager.apply([.add(.hidden, to: "urn:c")])
    let all = try manager.search(.constant(true), everything: true).components
    for text in ["quibble wombat", "quible", "quib", "hidden == yes", "wombat"] {
      let predicate = try manager.predicate(text)
      for (everything, matching) in [
        (false, WordMatching.exact), (false, .interpreted), (false, .typing), (true, .interpreted),
      ] {
        let found = Set(try manager.prepare(predicate, everything: everything, words: matching).components())
        for component in all {
          let reason = try manager.why(component, matches: predicate, everything: everything, words: matching)
          verify(
            reason.isFound, equals: found.contains(component), "\(text): \(component.name), \(everything), \(matching)")
          verify(!reason.isLeftOutAsHidden || !everything && component.isHidden)
        }
      }
    }
    // Only a shadowed component has both words.
    let predicate = try manager.predicate("quibble wombat")
    try verify(manager.interpreted(predicate, everything: true).notes.isEmpty)
    verify(try !manager.interpreted(predicate).notes.isEmpty)
  }
}
