package import ComponentModel
internal import Linux
package import ICU
internal import Synchronization

/// The names of tags, types and columns in one language, from the ICU resource bundle of `Localizations/`; in English
/// if the bundle has none, or is missing or damaged.
package final class LocalizedNames: ComponentNaming {
  /// The locale of the caller.
  package let locale: LocaleIdentifier
  /// Why names are not as they should be, such as in English although there is a translation for the locale; nil if
  /// nothing is wrong.
  package let problem: String?
  private let texts: ResourceTexts?
  private let cache = Mutex<[String: Tag]>([:])

  /// The names for a locale.
  ///
  /// - Parameter folder: the folder with the compiled resource bundles, or nil if there is none.
  package init(locale: LocaleIdentifier, folder: String?) {
    self.locale = locale
    languageTags = locale.language == "en" ? [] : locale.languageTags
    (texts, problem) = Self.texts(in: Self.language(of: locale), folder)
    cache.withLock { $0.reserveCapacity(256) }
  }

  /// The texts of a language if its resource bundle is sound, else the problem and its remedy. English needs neither.
  private static func texts(in language: String, _ folder: String?) -> (ResourceTexts?, problem: String?) {
    if language == "en" { return (nil, nil) }
    let remedy = "so names are in English; install aucat again"
    guard let folder else { return (nil, "the folder of resource bundles is missing, \(remedy)") }
    let file = ResourceFile(language, in: folder)
    if let problem = file.problem { return (nil, "\(file.path): \(problem), \(remedy)") }
    return (ResourceTexts(folder: folder, language: language), nil)
  }

  /// The languages of `Localizations/`, by file name. The English names are those of `root`.
  package static let languages = [
    "ar", "cs", "da", "de", "en", "es", "fi", "fr", "he", "hi", "it", "ja", "ko", "nb", "nl", "pl", "pt_BR", "ru", "sv",
    "sw", "tr", "uk", "zh_Hans", "zh_Hant",
  ]

  /// The file name of a locale's language; `en` if there is no translation.
  private static func language(of locale: LocaleIdentifier) -> String {
    guard locale.language != "en" else { return "en" }
    let wanted = [locale.resourceIdentifier, locale.scriptIdentifier]
    return languages.first { name in wanted.contains { $0 == name || $0.hasPrefix(name + "_") } } ?? "en"
  }

  /// See `ComponentNaming`; empty for English, the language of the catalog's own names.
  package let languageTags: [String]

  /// See `ComponentNaming`.
  package func tag(identifier: String, isStandard: Bool, aliases: @autoclosure () throws -> [String]) rethrows -> Tag {
    guard isStandard else {
      return Tag(identifier: identifier, name: identifier, englishName: identifier, isStandard: false, sources: [])
    }
    return try cache.withLock { cache in
      if let known = cache[identifier] { return known }
      let tag = standardTag(identifier, try aliases())
      cache[identifier] = tag
      return tag
    }
  }

  /// The standard vocabulary, including tags that no component has.
  package var standardTags: [Tag] {
    Vocabulary.standard.entries.map { tag(identifier: $0.identifier, isStandard: true, aliases: $0.aliases) }
  }

  /// See `ComponentNaming`.
  package func localizedName(of type: ComponentType) -> String {
    text(type.rawValue, in: .types) ?? type.englishName
  }

  /// The text of a key in a table of `Localizations/`; nil if the table has no such key.
  package func text(_ key: String, in table: TextTable) -> String? {
    texts?.text(key, in: table.rawValue) ?? Self.english(key, in: table)
  }

  private static func english(_ key: String, in table: TextTable) -> String? {
    let entries =
      switch table {
      case .tags: EmbeddedEnglish.tags
      case .types: EmbeddedEnglish.types
      case .columns: EmbeddedEnglish.columns
      case .facets: EmbeddedEnglish.facets
      }
    var (first, end) = (0, entries.count)
    while first < end {
      let middle = (first + end) / 2
      if entries[middle].key < key { first = middle + 1 } else { end = middle }
    }
    return first < entries.count && entries[first].key == key ? entries[first].text : nil
  }

  private func standardTag(_ identifier: String, _ aliases: [String]) -> Tag {
    let english = Self.english(identifier, in: .tags) ?? Self.englishName(identifier)
    let name = texts?.text(identifier, in: TextTable.tags.rawValue) ?? english
    return Tag(
      identifier: identifier, name: name, englishName: english, aliases: aliases, isStandard: true, sources: [])
  }

  /// The English name of a tag: `Time Effect` for `time-effect`.
  static func englishName(_ identifier: String) -> String {
    identifier.split(separator: "-").map { $0.prefix(1).uppercased() + $0.dropFirst() }.joined(separator: " ")
  }
}
