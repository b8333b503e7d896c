public import ComponentModel
public import ICU
internal import Synchronization

/// The names of tags, types and columns in one language, from the ICU resource bundles of `Localizations/`.
///
/// Without resources every name is English: a tag's is then made from its identifier.
public final class LocalizedNames: ComponentNaming {
  /// The caller's locale.
  public let locale: Locale
  /// Whether the resources were found; where not, names are English.
  public let hasResources: Bool
  private let texts: ResourceTexts?
  private let cache = Mutex<[String: Tag]>([:])

  /// The names for a locale.
  ///
  /// - Parameter folder: the folder with the compiled resource bundles; nil where there is none.
  public init(locale: Locale, folder: String?) {
    self.locale = locale
    texts = folder.flatMap { ResourceTexts(folder: $0, locale: locale) }
    hasResources = texts != nil
    cache.withLock { $0.reserveCapacity(256) }
  }

  /// See `ComponentNaming`; empty for English, which the catalog's own names are in.
  public var languageTags: [String] { locale.language == "en" ? [] : locale.languageTags }

  /// See `ComponentNaming`.
  public func tag(identifier: String, isStandard: Bool, aliases: @autoclosure () -> [String]) -> Tag {
    guard isStandard else {
      return Tag(identifier: identifier, name: identifier, englishName: identifier, isStandard: false, sources: [])
    }
    return cache.withLock { cache in
      if let known = cache[identifier] { return known }
      let tag = standardTag(identifier, aliases())
      cache[identifier] = tag
      return tag
    }
  }

  /// The standard vocabulary, whether a component has the tag or not.
  public var standardTags: [Tag] {
    Vocabulary.standard.entries.map { tag(identifier: $0.identifier, isStandard: true, aliases: $0.aliases) }
  }

  /// See `ComponentNaming`.
  public func localizedName(of type: ComponentType) -> String {
    text(type.rawValue, in: "types") ?? type.englishName
  }

  /// A text of a table of `Localizations/`; nil where it has no such key.
  public func text(_ key: String, in table: String) -> String? { texts?.text(key, in: table) }

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
