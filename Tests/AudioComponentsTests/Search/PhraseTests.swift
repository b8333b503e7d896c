import AudioComponents
import ComponentModel
import ComponentTags
import Foundation
import TestSupport
import Testing

/// The phrases of `phrases.tsv`, typed as they stand in a search.
@Suite struct PhraseTests {
  /// A catalog with the tables of the program and a few plugins, which the tests only search.
  private static let catalog = Result {
    let folder = TemporaryFolder()
    let bundles = HandmadeBundles(folder)
    bundles.effect("hall.lv2", uri: "urn:hall", name: "\"Hall\"")
    bundles.effect("limit.lv2", uri: "urn:limit", name: "\"Clip\"", pluginClass: "lv2:LimiterPlugin")
    let catalog = try ScannedCatalog(path: bundles.path)
    try catalog.manager.scan()
    return catalog
  }

  private func scanned() throws -> ComponentManager { try Self.catalog.get().manager }

  @Test("a phrase that states something means its predicate, in every language")
  func law() throws {
    let manager = try scanned()
    var random = SeededGenerator(environment: ProcessInfo.processInfo.environment, purpose: "phrases")
    let phrases = Lexicon.standard.phrases
    for phrase in phrases.shuffled(using: &random).prefix(SeededGenerator.cases(phrases.count / 4)) {
      for form in phrase.forms {
        let stated = form.contains("#") ? Self.condition(phrase.condition) : phrase.condition
        guard let condition = try? manager.predicate(stated), condition.statesSomething else { continue }
        let words = form.replacing("#", with: "7").split(separator: " ").map(String.init)
        let meaning = try manager.interpreted(.text(words), words: .interpreted).predicate
        #expect(meaning == condition, "\(form)")
      }
    }
  }

  /// A condition of the number 7, and of the numbers that compare so with it.
  private static func condition(_ text: String) -> String {
    let patterns = [
      (">=", "(7|[8-9]|[1-9][0-9]{1,})"), ("<=", "(7|[1-6])"), (">", "([8-9]|[1-9][0-9]{1,})"), ("<", "([1-6])"),
    ]
    return patterns.reduce(text) { $0.replacing("#" + $1.0, with: $1.1) }.replacing("#", with: "7")
  }

  @Test(
    "a longer phrase wins over an intent, and an intent over a shorter phrase",
    arguments: [
      ("stereo in mono out", "audioInputs == 2 and audioOutputs == 1"),
      (
        "free of latency limiter",
        "~ limiter and (latency == 0 or latency == nil and not port.symbol contains[c] \"latency\")"
      ),
      ("no reverb", "not ~ reverb"),
    ])
  func phrases(text: String, predicate: String) throws {
    let manager = try scanned()
    func parts(_ text: String) throws -> Set<String> {
      let meaning = try manager.interpreted(try manager.predicate(text), words: .interpreted).predicate
      return Set(meaning.description.components(separatedBy: " AND "))
    }
    let (typed, meant) = (try parts(text), try parts(predicate))
    #expect(typed == meant)
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

/// What the names of components say about their kinds.
@Suite struct KindNameTests {
  private let folder = TemporaryFolder()
  private let manager: ComponentManager

  init() throws {
    let bundles = HandmadeBundles(folder)
    for (number, (name, pluginClass)) in Self.components.enumerated() {
      let component = HandmadeComponent(
        uri: "urn:test:\(number)", name: name, pluginClass: pluginClass, maker: "Maker", audio: (2, 2))
      bundles.component("\(number).lv2", component)
    }
    manager = try ScannedCatalog.manager(catalog: folder("catalog.sqlite"), path: bundles.path)
    try manager.scan()
  }

  private static let components = [
    ("Instrument Tuner", "lv2:AnalyserPlugin"), ("Instrument", "lv2:AnalyserPlugin"),
    ("Zither", "lv2:InstrumentPlugin"),
  ]

  private func names(_ text: String) throws -> [String] {
    try manager.search(try manager.predicate(text)).components.map(\.name)
  }

  @Test("a name of another kind that begins with the kind that is meant comes after that kind")
  func otherKinds() throws {
    let found = try names("instrument")
    #expect(Set(found) == ["Instrument", "Zither", "Instrument Tuner"])
    #expect(found.last == "Instrument Tuner", "\(found)")
    #expect(try names("instrument tuner").first == "Instrument Tuner")
  }
}

/// Why a search with flags finds a component.
@Suite struct ReasonTests {
  private let folder = TemporaryFolder()
  private let manager: ComponentManager

  init() throws {
    let (bundles, other) = (HandmadeBundles(folder), HandmadeBundles(folder, root: "other"))
    bundles.effect("a.lv2", uri: "urn:a", name: "\"Quibble Wombat\"")
    other.effect("a.lv2", uri: "urn:a", name: "\"Wombat\"", version: (2, 0))
    bundles.effect("b.lv2", uri: "urn:b", name: "\"Quibble Gnarl\"")
    bundles.effect("c.lv2", uri: "urn:c", name: "\"Quibble Frond\"")
    manager = try ScannedCatalog.manager(catalog: folder("catalog.sqlite"), path: "\(bundles.path):\(other.path)")
    try manager.scan()
    try manager.apply([.add(.hidden, to: "urn:c")])
  }

  @Test(
    "a component is found by the reason's account exactly if the search finds it",
    arguments: [
      "quibble wombat", "quible", "gnarl frond", "quib", "hidden == yes", "name beginswith Quibble", "wombat",
    ])
  func agreesWithSearch(text: String) throws {
    let predicate = try manager.predicate(text)
    for everything in [false, true] {
      for matching in [WordMatching.exact, .interpreted, .typing] {
        let found = Set(try manager.prepare(predicate, everything: everything, words: matching).components())
        for component in try manager.search(.constant(true), everything: true).components {
          let reason = try manager.why(component, matches: predicate, everything: everything, words: matching)
          #expect(
            reason.isFound == found.contains(component), "\(text): \(component.name), \(everything), \(matching)")
          #expect(!reason.isLeftOutAsHidden || !everything && component.isHidden)
        }
      }
    }
  }

  @Test("words that only a shadowed component has together are missing unless everything is searched")
  func scopeOfWords() throws {
    let predicate = try manager.predicate("quibble wombat")
    #expect(try manager.interpreted(predicate, everything: true).notes.isEmpty)
    #expect(try !manager.interpreted(predicate).notes.isEmpty)
  }
}
