import ComponentModel
import ICU
import TestSupport
import Testing

@testable import ComponentTags

/// The names of tags and types in each language.
@Suite struct LocalizationTests {
  private let folder = Child.products + "/aucat_ComponentTags.resources"

  @Test("every tag and type has a name in every language", arguments: ["en", "de", "sv"])
  func isComplete(language: String) throws {
    let names = LocalizedNames(locale: Locale(language), folder: folder)
    try #require(names.hasResources)
    for entry in Vocabulary.standard.entries {
      #expect(names.text(entry.identifier, in: "tags")?.isEmpty == false, "\(entry.identifier)")
      #expect(names.text(entry.identifier, in: "definitions")?.isEmpty == false, "\(entry.identifier)")
    }
    for type in ComponentType.allCases { #expect(names.text(type.rawValue, in: "types") != nil, "\(type)") }
  }

  @Test("an identifier is the English name in lower case with hyphens")
  func identifiers() {
    let names = LocalizedNames(locale: .english, folder: folder)
    for tag in names.standardTags {
      let slug = tag.englishName.lowercased().split(separator: " ").joined(separator: "-")
      #expect(tag.identifier == slug, "\(tag.englishName)")
    }
  }

  @Test(
    "a locale as people write it gives its language, garbage gives English",
    arguments: [
      ("sv_SE.UTF-8", "Trummor"), ("de_AT@euro", "Schlagzeug"), ("en_GB", "Drums"), ("C", "Drums"), ("", "Drums"),
      ("../../etc", "Drums"), ("xx_YY", "Drums"), ("\u{1B}[31m", "Drums"),
    ])
  func locales(text: String, drums: String) {
    let names = LocalizedNames(locale: Locale(text), folder: folder)
    #expect(names.tag(identifier: "drums", isStandard: true, aliases: []).name == drums)
  }

  @Test("without resources names are English")
  func withoutResources() {
    let names = LocalizedNames(locale: Locale("sv"), folder: "/nonexistent")
    #expect(!names.hasResources)
    #expect(names.tag(identifier: "time-effect", isStandard: true, aliases: []).name == "Time Effect")
    #expect(names.localizedName(of: .midiProcessor) == "MIDI Processor")
  }

  @Test(
    "folding, keys and patterns follow Unicode",
    arguments: [("Straße", "STRASSE"), ("E\u{301}tude", "étude"), ("ΣΊΣΥΦΟΣ", "σίσυφοσ")])
  func folding(a: String, b: String) {
    let rules = UnicodeRules(locale: .english)
    #expect(rules.tagKey(a) == rules.tagKey(b))
    #expect(rules.folded("Überraschung", [.ignoringCase, .ignoringAccents]) == "uberraschung")
  }

  @Test("a catastrophic regular expression ends by itself")
  func patterns() throws {
    let pattern = try UnicodeRules(locale: .english).pattern("(a+)+$", [])
    #expect(throws: TextPatternError.tooSlow) {
      try pattern.matchesWhole(String(repeating: "a", count: 40) + "b")
    }
    #expect(throws: TextPatternError.self) { try UnicodeRules(locale: .english).pattern("(", []) }
  }
}
