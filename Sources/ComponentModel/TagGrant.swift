/// A tag that a rule gives a component, before it has names.
public struct TagGrant: Hashable, Sendable {
  /// Of a standard tag, or the text of any other.
  public var identifier: String
  /// Whether the tag belongs to the standard vocabulary.
  public var isStandard: Bool
  /// Other whole names of a standard tag.
  public var aliases: [String]
  /// Which rule gives it.
  public var source: TagSource
  /// Names in other languages, of an author's own tag; each has a language.
  public var translations: [LocalizedText]

  /// A tag with its source.
  public init(
    _ identifier: String, isStandard: Bool, aliases: [String] = [], source: TagSource,
    translations: [LocalizedText] = []
  ) {
    self.identifier = identifier
    self.isStandard = isStandard
    self.aliases = aliases
    self.source = source
    self.translations = translations
  }
}

/// What the tag rules look at. All but the author's tags is in the catalog, so that new rules need no bundle that declares
/// none.
public struct TagSubject: Hashable, Sendable {
  /// The plugin's URI.
  public var uri: String
  /// All class URIs.
  public var classes: [String]
  /// What the component is to a host.
  public var type: ComponentType
  /// Whether it has a main audio output.
  public var hasAudioOutput: Bool
  /// Names of standard tags that the author has declared, as written.
  public var standardTags: [String] = []
  /// Tags of the author's own.
  public var ownTags: [OwnTag] = []

  /// What the rules look at.
  public init(uri: String, classes: [String], type: ComponentType, hasAudioOutput: Bool) {
    self.uri = uri
    self.classes = classes
    self.type = type
    self.hasAudioOutput = hasAudioOutput
  }
}
