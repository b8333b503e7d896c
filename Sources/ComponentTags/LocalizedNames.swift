package import ComponentModel
internal import Linux
package import ICU
internal import Synchronization

/// The names of tags, types and columns in one language, from the ICU resource bundles of `Localizations/`.
///
/// Without resources every name is English, and a tag's is made from its identifier.
package final class LocalizedNames: ComponentNaming {
  /// The caller's locale.
  package let locale: LocaleIdentifier
  /// Whether the resources were found; if not, names are English.
  package let hasResources: Bool
  /// Why names are English although there is a translation for the locale; nil if they are not.
  package let problem: String?
  private let texts: ResourceTexts?
  private let cache = Mutex<[String: Tag]>([:])

  /// The names for a locale.
  ///
  /// - Parameter folder: the folder with the compiled resource bundles, or nil if there is none.
  package init(locale: LocaleIdentifier, folder: String?) {
    self.locale = locale
    texts = folder.flatMap { ResourceTexts(folder: $0, locale: locale) }
    hasResources = texts != nil
    problem = Self.problem(of: texts, for: locale, in: folder)
    cache.withLock { $0.reserveCapacity(256) }
  }

  /// The languages of `Localizations/`, by file name; English is `root`.
  package static let languages = [
    "ar", "cs", "da", "de", "en", "es", "fi", "fr", "he", "hi", "it", "ja", "ko", "nb", "nl", "pl", "pt_BR", "ru", "sv",
    "sw", "tr", "uk", "zh_Hans", "zh_Hant",
  ]

  private static func problem(of texts: ResourceTexts?, for locale: LocaleIdentifier, in folder: String?) -> String? {
    let wanted = [locale.resourceIdentifier, locale.scriptIdentifier]
    let language = languages.first { name in wanted.contains { $0 == name || $0.hasPrefix(name + "_") } } ?? "en"
    guard language != "en", texts?.language != language else { return nil }
    let remedy = "names are in English; install aucat again"
    guard let folder else { return "the folder of resource bundles is missing, so \(remedy)" }
    let file = "\(folder)/\(language).res"
    guard Path.isReadable(file) else { return "\(file): \(SystemError.current), so \(remedy)" }
    return "\(file) is not a resource bundle that ICU can read, so \(remedy)"
  }

  /// See `ComponentNaming`; empty for English, the language of the catalog's own names.
  package var languageTags: [String] { locale.language == "en" ? [] : locale.languageTags }

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
    text(type.rawValue, in: "types") ?? type.englishName
  }

  /// A text of a table of `Localizations/`; nil if it has no such key.
  package func text(_ key: String, in table: String) -> String? { texts?.text(key, in: table) }

  private func standardTag(_ identifier: String, _ aliases: [String]) -> Tag {
    let english = texts?.englishText(identifier, in: "tags") ?? Self.englishName(identifier)
    let name = languageTags.isEmpty ? english : texts?.text(identifier, in: "tags") ?? english
    return Tag(
      identifier: identifier, name: name, englishName: english, aliases: aliases, isStandard: true, sources: [])
  }

  /// `time-effect` as `Time Effect`.
  static func englishName(_ identifier: String) -> String {
    identifier.split(separator: "-").map { $0.prefix(1).uppercased() + $0.dropFirst() }.joined(separator: " ")
  }
}
