import AudioComponents
import Foundation
import ComponentModel
import ComponentTags
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

  @Test("every phrase that states something means its predicate, in every language")
  func law() throws {
    let manager = try scanned()
    for phrase in Lexicon.standard.phrases {
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
