/// The source of a component's tag.
public enum TagSource: String, CaseIterable, Hashable, Sendable {
  /// From the component's LV2 classes or its type.
  case pluginClass = "class"
  /// From the list of well-known components that ships with the project.
  case curated
  /// From the bundle: its author declared it.
  case author
  /// The user has added it.
  case user
}

/// A tag as a component carries it, with every name by which it is found.
public struct Tag: Hashable, Sendable {
  /// A language-neutral name: for a standard tag, the English name in lower case with hyphens (`time-effect`); for any
  /// other, the text itself.
  public var identifier: String
  /// The display name, in the caller's language.
  public var name: String
  /// The name in English. For an author's own tag, it is the one that the author marks as English, else the text; for a
  /// user's tag, the text.
  public var englishName: String
  /// Other whole names of a standard tag.
  public var aliases: [String]
  /// Whether the tag belongs to the standard vocabulary.
  public var isStandard: Bool
  /// Its sources, each once.
  public var sources: [TagSource]
  /// For a user's tag, the identifier of the component's system tag whose name it spells, in English or in the caller's
  /// language; nil if there is none. To people both are one tag; predicates and the user store tell them apart.
  package var spelledTag: String?

  /// A tag with all its names.
  public init(
    identifier: String, name: String, englishName: String, aliases: [String] = [], isStandard: Bool,
    sources: [TagSource]
  ) {
    self.identifier = identifier
    self.name = name
    self.englishName = englishName
    self.aliases = aliases
    self.isStandard = isStandard
    self.sources = sources
  }

  /// A tag that has only its text.
  public init(_ text: String, source: TagSource) {
    self.init(identifier: text, name: text, englishName: text, isStandard: false, sources: [source])
  }

  /// The names of which a part may match: `CONTAINS`, `BEGINSWITH`, `ENDSWITH`, `LIKE` and `MATCHES` look at these. The
  /// text of a tag that isn't a standard one is among them, as the author wrote it.
  public var displayNames: [String] {
    let names = name == englishName ? [name] : [englishName, name]
    return isStandard || names.contains(identifier) ? names : [identifier] + names
  }

  /// The names besides the display names, which match only as a whole.
  package var wholeNames: [String] { !isStandard || identifier == englishName ? aliases : [identifier] + aliases }

  /// Whether it has a source other than the user.
  public var isSystem: Bool { sources.contains { $0 != .user } }

  /// Whether the user gave it.
  public var isUser: Bool { sources.contains(.user) }
}

/// A tag that an author has defined (`tags:ownTag`): its names in all languages that the bundle has.
package struct OwnTag: Hashable, Sendable {
  /// `rdfs:label`: at least one, each language once; see `schema/tags.md`.
  package var labels: [LocalizedText]

  /// A tag with its names.
  package init(labels: [LocalizedText]) { self.labels = labels }

  /// The name without a language, else in English, else the first by language; empty if there is none.
  package var text: String {
    let chosen =
      labels.first { $0.language == nil } ?? labels.first { $0.language?.lowercased() == "en" }
      ?? labels.min { ($0.language ?? "") < ($1.language ?? "") }
    return chosen?.text ?? ""
  }

  /// The names that have a language.
  package var translations: [LocalizedText] { labels.filter { $0.language != nil } }
}

/// The names that depend on the caller's language. May be used from any thread.
package protocol ComponentNaming: Sendable {
  /// A tag in the caller's language, from what the catalog holds about it. It has no sources yet.
  func tag(identifier: String, isStandard: Bool, aliases: @autoclosure () throws -> [String]) rethrows -> Tag

  /// The name of a type.
  func localizedName(of type: ComponentType) -> String

  /// The language tags that authors may use for the caller's language, the closest first, in lower case
  /// (`pt-br`, `pt`); empty if the name without a language is the right one.
  var languageTags: [String] { get }
}

/// A table of `Localizations/`, by its name there.
package enum TextTable: String, CaseIterable, Sendable {
  case tags, types, columns, facets
}
