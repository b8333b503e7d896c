import ComponentModel
import Foundation
import ICU
import TestSupport
import Testing

@testable import ComponentTags

/// The names of tags and types in each language.
@Suite struct LocalizationTests {
  private let folder = Child.products + "/aucat_CICU.resources"

  /// The tables of a language's source, by key.
  private func tables(_ language: String) throws -> [String: [String: String]] {
    let text = String(decoding: Child.contents(Repository.path("Localizations/\(language).txt")), as: UTF8.self)
    var tables: [String: [String: String]] = [:]
    var table = ""
    for line in text.split(separator: "\n") {
      if let match = line.wholeMatch(of: #/  ([a-z]+) \{/#) { table = String(match.1) }
      if let match = line.wholeMatch(of: #/    ([A-Za-z-]+) \{ "(.*)" \}(?: \/\/ (.+))?/#) {
        tables[table, default: [:]][String(match.1)] = String(match.2)
        if let definition = match.3 {
          tables["definitions of \(table)", default: [:]][String(match.1)] = String(definition)
        }
      }
    }
    return tables
  }

  @Test("the languages are those that have a file")
  func files() {
    let files = TemporaryFolder.names(inFolder: Repository.path("Localizations"))
    let languages = files.filter { $0.hasSuffix(".txt") && $0 != "root.txt" }.map { String($0.dropLast(4)) }
    #expect(languages.sorted() == LocalizedNames.languages && languages.count == 24)
  }

  @Test(
    "every language has every text of root, opens within seconds, and says what its file says",
    .endsIfItHangs, arguments: LocalizedNames.languages)
  func isComplete(language: String) throws {
    let root = try tables("root")
    let own = language == "en" ? root : try tables(language)
    #expect(root["tags"]?.count == Vocabulary.standard.entries.count)
    #expect(Set(root["tags", default: [:]].keys) == Set(root["definitions of tags", default: [:]].keys))
    let names = LocalizedNames(locale: LocaleIdentifier(language), folder: folder)
    #expect(names.problem == nil)
    for table in TextTable.allCases {
      let (texts, wanted) = (own[table.rawValue, default: [:]], root[table.rawValue, default: [:]])
      #expect(Set(texts.keys) == Set(wanted.keys), "\(table)")
      for (key, text) in texts { #expect(names.text(key, in: table) == text, "\(table) \(key)") }
    }
    for type in ComponentType.allCases { #expect(own["types"]?[type.rawValue] != nil, "\(type)") }
  }

  @Test(
    "a name belongs to one tag, in each language and beside the English names and aliases",
    arguments: LocalizedNames.languages)
  func namesAreOnes(language: String) {
    let rules = UnicodeRules(locale: .english)
    var owners: [String: String] = [:]
    for tag in LocalizedNames(locale: .english, folder: folder).standardTags {
      for name in tag.displayNames + tag.wholeNames { owners[rules.tagKey(name)] = tag.identifier }
    }
    var own: Set<String> = []
    for tag in LocalizedNames(locale: LocaleIdentifier(language), folder: folder).standardTags {
      #expect(own.insert(rules.tagKey(tag.name)).inserted, "\(tag.name) is two tags")
      #expect(owners[rules.tagKey(tag.name), default: tag.identifier] == tag.identifier, "\(tag.name)")
    }
  }

  @Test(
    "a language whose file is missing or broken is English, and that is said once",
    arguments: [
      ("sv", "sv.res", true), ("pt", "pt_BR.res", false), ("no_NO", "nb.res", true), ("zh_TW", "zh_Hant.res", false),
    ])
  func brokenFiles(locale: String, file: String, isBroken: Bool) throws {
    let copy = TemporaryFolder()
    for name in TemporaryFolder.names(inFolder: folder) where name != file {
      copy.write(Child.contents(folder + "/" + name), to: name)
    }
    if isBroken { copy.write("this is no resource bundle", to: file) }
    let names = LocalizedNames(locale: LocaleIdentifier(locale), folder: copy.path)
    #expect(names.problem?.contains(file) == true)
    #expect(names.tag(identifier: "drums", isStandard: true, aliases: []).name == "Drums")
    #expect(LocalizedNames(locale: LocaleIdentifier("de"), folder: copy.path).problem == nil)
    #expect(LocalizedNames(locale: LocaleIdentifier("hu"), folder: copy.path).problem == nil)
  }

  @Test("a resource bundle with any byte changed, cut or lengthened is not used")
  func damagedFiles() {
    let copy = TemporaryFolder()
    let sound = Child.contents(folder + "/sv.res")
    func problem(_ bytes: [UInt8]) -> String? {
      copy.write(bytes, to: "sv.res")
      let names = LocalizedNames(locale: LocaleIdentifier("sv"), folder: copy.path)
      #expect(
        names.tag(identifier: "drums", isStandard: true, aliases: []).name == (bytes == sound ? "Trummor" : "Drums"))
      return names.problem
    }
    #expect(problem(sound) == nil)
    var generator = SeededGenerator(
      environment: ProcessInfo.processInfo.environment, purpose: "damaged resource bundles")
    for position in Array(0..<64) + (0..<120).map({ _ in Int.random(in: 0..<sound.count, using: &generator) }) {
      var bytes = sound
      bytes[position] ^= UInt8.random(in: 1...255, using: &generator)
      #expect(problem(bytes)?.contains("sv.res") == true, "\(position)")
    }
    for bytes in [[], Array(sound.dropLast()), Array(sound.dropLast(16)), sound + [0], sound + sound] {
      #expect(problem(bytes)?.contains("sv.res") == true, "\(bytes.count)")
    }
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
      ("sv_SE.UTF-8", "Trummor"), ("de_AT@euro", "Schlagzeug"), ("en_GB", "Drums"), ("pt", "Bateria"),
      ("pt_PT", "Bateria"),
      ("no", "Trommer"), ("nn_NO", "Trommer"), ("zh-tw", "鼓"), ("hu", "Drums"), ("C", "Drums"), ("", "Drums"),
      ("../../etc", "Drums"), ("xx_YY", "Drums"), ("\u{1B}[31m", "Drums"),
    ])
  func locales(text: String, drums: String) {
    let names = LocalizedNames(locale: LocaleIdentifier(text), folder: folder)
    #expect(names.tag(identifier: "drums", isStandard: true, aliases: []).name == drums)
  }

  @Test("without resources names are English")
  func withoutResources() {
    let names = LocalizedNames(locale: LocaleIdentifier("sv"), folder: "/nonexistent")
    #expect(names.problem != nil)
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

  /// Of every character, and of texts of a few, which may be the beginnings of each other.
  @Test("texts in ASCII sort without ICU as with it", arguments: ["en", "en_GB", "C"])
  func asciiOrder(locale: String) {
    let rules = UnicodeRules(locale: LocaleIdentifier(locale))
    let characters = (0..<128).map { String(UnicodeScalar(UInt8($0))) }
    var generator = SeededGenerator(environment: ProcessInfo.processInfo.environment, purpose: "texts in ASCII")
    let some = ["a", "A", "b", "Z", "1", " ", "-", "_", "$", "\u{7F}"]
    let texts =
      characters + [""]
      + (0..<200).map { _ in
        (0..<Int.random(in: 2...6, using: &generator)).map { _ in
          (Bool.random(using: &generator) ? characters : some).randomElement(using: &generator) ?? ""
        }.joined()
      }
    let (own, icu) = (rules.sortKeys(of: texts), texts.map(rules.sortKey))
    for (a, b) in texts.indices.lazy.flatMap({ first in texts.indices.map { (first, $0) } }) {
      let agrees = own[a].lexicographicallyPrecedes(own[b]) == icu[a].lexicographicallyPrecedes(icu[b])
      if !agrees { Issue.record("\(texts[a].debugDescription) and \(texts[b].debugDescription)") }
    }
    #expect(own != icu)
    let mixed = texts + ["é"]
    #expect(rules.sortKeys(of: mixed) == mixed.map(rules.sortKey))
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

/// Texts are broken into words that are spelt alike where people see no difference.
@Suite struct WordBreakTests {
  private let rules = UnicodeRules(locale: LocaleIdentifier("en"))

  @Test(arguments: [
    ("Noise-Gate (Mono)", ["noise", "gate", "mono"]), ("x42-EQ_10q", ["x42", "eq", "10q"]), ("", []), (" -–… ", []),
    ("Über Größe", ["uber", "grosse"]), ("e\u{301}cho İI", ["echo", "ii"]), ("Ｗｉｄｅ ｶﾞｲﾄﾞ", ["wide", "カイト"]),
    ("don’t gareus.org", ["don", "t", "gareus", "org"]), ("ﬁlter ½", ["filter", "1", "2"]),
    ("Компрессор-2", ["компрессор", "2"]),
    ("ノイズゲート", ["ノイス", "ケート"]), ("EQイコライザー", ["eq", "イコライサー"]), ("混响效果", ["混", "响", "效果"]),
    ("a\u{0}b\nc", ["a", "b", "c"]), ("리버브", ["리버브"]), ("हिन्दी", ["हिनदी"]),
  ])
  func breaks(text: String, expected: [String]) {
    #expect(rules.words(of: text) == expected, "\(rules.words(of: text))")
  }

  @Test("a word's words are itself")
  func areStable() {
    for text in ["Noise Gate", "ノイズゲート リバーブレーター", "混响效果器", "ฟิลเตอร์เสียง", "Компрессоры", "ǅ ﬃ Ⅷ"] {
      let words = rules.words(of: text)
      #expect(!words.isEmpty)
      for word in words { #expect(rules.words(of: word).joined() == word, "\(word)") }
    }
  }
}
