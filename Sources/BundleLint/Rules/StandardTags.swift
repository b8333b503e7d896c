internal import ComponentModel
internal import Linux
internal import ComponentQuery
internal import ComponentScan
internal import ComponentTags
internal import ICU

/// The words that stand for standard tags, as a scan takes them, and those that authors write instead.
enum StandardTags {
  /// Identifiers by their names in other languages, in lower case.
  private static let byTranslation: [String: String] = {
    let folder = ProgramLocation.localizations
    var words: [String: String] = [:]
    for language in LocalizedNames.languages where language != "en" {
      for tag in LocalizedNames(locale: LocaleIdentifier(language), folder: folder).standardTags
      where words[tag.name.lowercased()] == nil {
        words[tag.name.lowercased()] = tag.identifier
      }
    }
    return words
  }()

  /// The English name of the tag that a word stands for. As in a scan, space is taken off its ends only.
  static func name(of word: String) -> String? { Vocabulary.standard.entry(named: word)?.englishName }

  /// The English name of the tag that has this name in another language.
  static func name(translated word: String) -> String? {
    byTranslation[words(word).lowercased()].flatMap { Vocabulary.standard[$0]?.englishName }
  }

  /// The English name of the nearest tag.
  static func nearestName(to word: String) -> String? {
    nearest(to: words(word), in: Vocabulary.standard.names).flatMap(name(of:))
  }
}
