/// A tag that a rule gives a component, before it has names.
package struct TagGrant: Hashable, Sendable {
  /// The identifier of a standard tag, or the text of any other.
  package var identifier: String
  /// Whether the tag belongs to the standard vocabulary.
  package var isStandard: Bool
  /// Other whole names of a standard tag.
  package var aliases: [String]
  /// Which rule gives it.
  package var source: TagSource
  /// The names of an author's own tag in other languages; each has a language.
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

/// The facts for the tag rules. All of them but the author's tags are in the catalog, so after a change of the rules
/// only bundles that declare tags have to be read.
package struct TagSubject: Hashable, Sendable {
  /// The URI of the plugin.
  package var uri: String
  /// The URIs of all its classes.
  package var classes: [String]
  /// The component's type from a host's point of view.
  package var type: ComponentType
  /// Whether it has a main audio output.
  package var hasAudioOutput: Bool
  /// Names of standard tags that the author has declared, as written.
  package var standardTags: [String] = []
  /// The author's own tags, from `tags:ownTag`.
  package var ownTags: [OwnTag] = []

  /// The facts for the rules.
  package init(uri: String, classes: [String], type: ComponentType, hasAudioOutput: Bool) {
    self.uri = uri
    self.classes = classes
    self.type = type
    self.hasAudioOutput = hasAudioOutput
  }
}
