internal import ComponentModel
internal import ComponentScan
internal import ComponentTags
internal import ICU
internal import ComponentQuery

/// The words that stand for standard tags, as authors may write them.
enum StandardTags {
  /// The English name of each tag, by identifier.
  static let english: [String: String] = {
    let names = LocalizedNames(locale: .english, folder: folder)
    return Dictionary(names.standardTags.map { ($0.identifier, $0.englishName) }, uniquingKeysWith: { $1 })
  }()

  private static let folder = ProgramLocation.find(["aucat_ComponentTags.resources", "../share/aucat/localizations"])

  /// Identifiers by the words that may be written: identifier, English name, alias; in lower case.
  private static let byWord: [String: String] = {
    var words: [String: String] = [:]
    for entry in Vocabulary.standard.entries {
      for word in [entry.identifier, english[entry.identifier] ?? entry.identifier] + entry.aliases
      where words[word.lowercased()] == nil {
        words[word.lowercased()] = entry.identifier
      }
    }
    return words
  }()

  /// Identifiers by their names in other languages, in lower case.
  private static let byTranslation: [String: String] = {
    var words: [String: String] = [:]
    for language in LocalizedNames.languages where language != "en" {
      for tag in LocalizedNames(locale: Locale(language), folder: folder).standardTags
      where words[tag.name.lowercased()] == nil {
        words[tag.name.lowercased()] = tag.identifier
      }
    }
    return words
  }()

  /// The English name of the tag that a word stands for.
  static func name(of word: String) -> String? { byWord[words(word).lowercased()].flatMap { english[$0] } }

  /// The English name of the tag that has this name in another language.
  static func name(translated word: String) -> String? {
    byTranslation[words(word).lowercased()].flatMap { english[$0] }
  }

  /// The English name of the nearest tag.
  static func nearestName(to word: String) -> String? {
    nearest(to: words(word), in: byWord.keys.sorted()).flatMap { byWord[$0] }.flatMap { english[$0] }
  }
}
