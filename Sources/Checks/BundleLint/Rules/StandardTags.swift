internal import ComponentModel
internal import Linux
internal import ComponentQuery
internal import ComponentScan
internal import ComponentTags
internal import ICU

/// Names of standard tags, as a scan accepts them, and those that authors write instead.
enum StandardTags {
  /// Identifiers by lower-case names in other languages.
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

  /// The English name of the tag with a name. As in a scan, only space at its ends is trimmed.
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
