package import ComponentModel

extension Key {
  /// Whether a tag of a component is among the tags of this key: those of a person, of others, of the author, or all.
  /// False for a key of another kind.
  package func covers(_ tag: Tag) -> Bool {
    switch self {
    case .tag, .tags: true
    case .userTag, .userTagNames: tag.isUser
    case .systemTag: tag.isSystem
    case .authorTag: tag.sources.contains(.author)
    default: false
    }
  }
}
