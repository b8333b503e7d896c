/// A tag that a rule gives a component, before it has names.
package struct TagGrant: Hashable, Sendable {
  /// Of a standard tag, or the text of any other.
  package var identifier: String
  /// Whether the tag belongs to the standard vocabulary.
  package var isStandard: Bool
  /// Other whole names of a standard tag.
  package var aliases: [String]
  /// Which rule gives it.
  package var source: TagSource
  /// Names in other languages, of an author's own tag; each has a language.
  package var translations: [LocalizedText]

  /// A tag with its source.
  package init(
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
package struct TagSubject: Hashable, Sendable {
  /// The plugin's URI.
  package var uri: String
  /// All class URIs.
  package var classes: [String]
  /// What the component is to a host.
  package var type: ComponentType
  /// Whether it has a main audio output.
  package var hasAudioOutput: Bool
  /// Names of standard tags that the author has declared, as written.
  package var standardTags: [String] = []
  /// Tags of the author's own.
  package var ownTags: [OwnTag] = []

  /// What the rules look at.
  package init(uri: String, classes: [String], type: ComponentType, hasAudioOutput: Bool) {
    self.uri = uri
    self.classes = classes
    self.type = type
    self.hasAudioOutput = hasAudioOutput
  }
}
