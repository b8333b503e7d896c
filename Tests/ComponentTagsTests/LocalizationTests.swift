import ComponentModel
import Foundation
import ICU
import TestSupport
import Testing

@testable import ComponentTags

/// The names of tags and types in each language.
struct LocalizationTests {
  private let folder = Child.products + "/aucat_CICU.resources"

  private func names(_ locale: String, in folder: String? = nil) -> LocalizedNames {
    LocalizedNames(locale: LocaleIdentifier(locale), folder: folder ?? self.folder)
  }

  /// The name of a tag.
  private func drums(_ names: LocalizedNames) -> String {
    names.tag(identifier: "drums", isStandard: true, aliases: []).name
  }

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

  @Test(
    "every language has a file with every text of root, opens within seconds, and gives each tag a name of its own",
    .endsIfItHangs)
  func languages() throws {
    let files = TemporaryFolder.names(inFolder: Repository.path("Localizations"))
    let languages = files.filter { $0.hasSuffix(".txt") && $0 != "root.txt" }.map { String($0.dropLast(4)) }
    verify(languages.sorted() == LocalizedNames.languages && languages.count == 24)
    let root = try tables("root")
    verify(root["tags"]?.count, equals: Vocabulary.standard.entries.count)
    verify(Set(root["tags", default: [:]].keys), equals: Set(root["definitions of tags", default: [:]].keys))
    let rules = UnicodeRules(locale: .english)
    var owners: [String: String] = [:]
    for tag in names("en").standardTags {
      verify(tag.identifier, equals: tag.englishName.lowercased().split(separator: " ").joined(separator: "-"))
      for name in tag.displayNames + tag.wholeNames { owners[rules.tagKey(name)] = tag.identifier }
    }
    for language in languages {
      let own = language == "en" ? root : try tables(language)
      let names = names(language)
      verify(names.problem == nil, "\(language)")
      for table in TextTable.allCases {
        let (texts, wanted) = (own[table.rawValue, default: [:]], root[table.rawValue, default: [:]])
        verify(Set(texts.keys), equals: Set(wanted.keys), "\(language) \(table)")
        for (key, text) in texts { verify(names.text(key, in: table), equals: text, "\(language) \(table) \(key)") }
      }
      for type in ComponentType.allCases { verify(own["types"]?[type.rawValue] != nil, "\(language) \(type)") }
      var keys: Set<String> = []
      for tag in names.standardTags {
        let key = rules.tagKey(tag.name)
        verify(keys.insert(key).inserted, "\(language): \(tag.name) is two tags")
        // Beside the English names and aliases, too.
        verify(owners[key, default: tag.identifier], equals: tag.identifier, "\(language): \(tag.name)")
      }
    }
  }

  @Test("a locale as people write it gives its language; garbage, or a file that is missing or broken, gives English")
  func locales() {
    for (locale, name) in [
      ("sv_SE.UTF-8", "Trummor"), ("de_AT@euro", "Schlagzeug"), ("en_GB", "Drums"), ("pt", "Bateria"),
      ("pt_PT", "Bateria"), ("no", "Trommer"), ("nn_NO", "Trommer"), ("zh-tw", "鼓"), ("hu", "Drums"), ("C", "Drums"),
      ("", "Drums"), ("../../etc", "Drums"), ("xx_YY", "Drums"), ("\u{1B}[31m", "Drums"),
    ] { verify(drums(names(locale)), equals: name, "\(locale)") }
    for (locale, file, isBroken) in [
      ("sv", "sv.res", true), ("pt", "pt_BR.res", false), ("no_NO", "nb.res", true), ("zh_TW", "zh_Hant.res", false),
    ] {
      let copy = TemporaryFolder()
      for name in [file, "de.res", "root.res", "en.res"] where name != file {
        copy.write(Child.contents(folder + "/" + name), to: name)
      }
      if isBroken { copy.write("this is no resource bundle", to: file) }
      let names = names(locale, in: copy.path)
      verify(names.problem?.contains(file), equals: true, "\(locale)")
      verify(drums(names), equals: "Drums")
      for other in ["de", "hu"] { verify(self.names(other, in: copy.path).problem == nil, "that is said of it alone") }
    }
    let none = names("sv", in: "/nonexistent")
    verify(none.problem != nil && drums(none) == "Drums" && none.localizedName(of: .midiProcessor) == "MIDI Processor")
  }

  @Test("a resource bundle with any byte changed, cut or lengthened is not used")
  func damagedFiles() {
    let copy = TemporaryFolder()
    let sound = Child.contents(folder + "/sv.res")
    func problem(_ bytes: [UInt8]) -> String? {
      copy.write(bytes, to: "sv.res")
      let names = names("sv", in: copy.path)
      verify(drums(names) == (bytes == sound ? "Trummor" : "Drums"))
      return names.problem
    }
    verify(problem(sound) == nil)
    var generator = SeededGenerator(
      environment: ProcessInfo.processInfo.environment, purpose: "damaged resource bundles")
    let anywhere = (0..<SeededGenerator.cases(20)).map { _ in Int.random(in: 0..<sound.count, using: &generator) }
    for position in Array(0..<32) + anywhere {
      var bytes = sound
      bytes[position] ^= UInt8.random(in: 1...255, using: &generator)
      verify(problem(bytes)?.contains("sv.res"), equals: true, "\(position)")
    }
    for bytes in [[], Array(sound.dropLast()), Array(sound.dropLast(16)), sound + [0], sound + sound] {
      verify(problem(bytes)?.contains("sv.res"), equals: true, "\(bytes.count)")
    }
  }
}

/// Unicode's rules for texts.
struct UnicodeRulesTests {
  private let rules = UnicodeRules(locale: LocaleIdentifier("en"))

  @Test("folding and keys follow Unicode, and a catastrophic regular expression ends by itself")
  func folding() throws {
    for (a, b) in [("Straße", "STRASSE"), ("E\u{301}tude", "étude"), ("ΣΊΣΥΦΟΣ", "σίσυφοσ")] {
      verify(rules.tagKey(a), equals: rules.tagKey(b))
    }
    verify(rules.folded("Überraschung", [.ignoringCase, .ignoringAccents]), equals: "uberraschung")
    let pattern = try rules.pattern("(a+)+$", [])
    verify(throws: TextPatternError.tooSlow) { try pattern.matchesWhole(String(repeating: "a", count: 40) + "b") }
    verify(throws: TextPatternError.self) { try rules.pattern("(", []) }
  }

  /// Of every character, and of texts of a few, which may be the beginnings of each other.
  @Test("texts in ASCII sort without ICU as with it")
  func asciiOrder() {
    let characters = (0..<128).map { String(UnicodeScalar(UInt8($0))) }
    let some = ["a", "A", "b", "Z", "1", " ", "-", "_", "$", "\u{7F}"]
    var generator = SeededGenerator(environment: ProcessInfo.processInfo.environment, purpose: "texts in ASCII")
    let words = (0..<SeededGenerator.cases(200)).map { _ in
      (0..<Int.random(in: 2...6, using: &generator)).map { _ in
        (Bool.random(using: &generator) ? characters : some).randomElement(using: &generator) ?? ""
      }.joined()
    }
    let texts = characters + [""] + words
    for locale in ["en", "en_GB", "C"] {
      let rules = UnicodeRules(locale: LocaleIdentifier(locale))
      let (own, icu) = (rules.sortKeys(of: texts), texts.map(rules.sortKey))
      let order = texts.indices.sorted { icu[$0].lexicographicallyPrecedes(icu[$1]) }
      for (a, b) in zip(order, order.dropFirst()) {
        let agrees = own[a].lexicographicallyPrecedes(own[b]) == icu[a].lexicographicallyPrecedes(icu[b])
        let isReversed = own[b].lexicographicallyPrecedes(own[a])
        verify(agrees && !isReversed, "\(texts[a].debugDescription) and \(texts[b].debugDescription)")
      }
      verify(own != icu)
      let mixed = texts + ["é"]
      verify(rules.sortKeys(of: mixed), equals: mixed.map(rules.sortKey))
    }
  }

  @Test(
    "texts are broken into words that are spelt alike where people see no difference, and whose words are themselves")
  func words() {
    for (text, expected) in [
      ("Noise-Gate (Mono)", ["noise", "gate", "mono"]), ("x42-EQ_10q", ["x42", "eq", "10q"]), ("", []), (" -–… ", []),
      ("Über Größe", ["uber", "grosse"]), ("e\u{301}cho İI", ["echo", "ii"]), ("Ｗｉｄｅ ｶﾞｲﾄﾞ", ["wide", "カイト"]),
      ("don’t gareus.org", ["don", "t", "gareus", "org"]), ("ﬁlter ½", ["filter", "1", "2"]),
      ("Компрессор-2", ["компрессор", "2"]), ("ノイズゲート", ["ノイス", "ケート"]), ("EQイコライザー", ["eq", "イコライサー"]),
      ("混响效果", ["混", "响", "效果"]), ("a\u{0}b\nc", ["a", "b", "c"]), ("리버브", ["리버브"]), ("हिन्दी", ["हिनदी"]),
    ] { verify(rules.words(of: text), equals: expected, "\(text)") }
    for text in ["Noise Gate", "ノイズゲート リバーブレーター", "混响效果器", "ฟิลเตอร์เสียง", "Компрессоры", "ǅ ﬃ Ⅷ"] {
      let words = rules.words(of: text)
      verify(!words.isEmpty)
      for word in words { verify(rules.words(of: word).joined(), equals: word, "\(word)") }
    }
  }
}
