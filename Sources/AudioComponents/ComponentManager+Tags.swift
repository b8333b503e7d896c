internal import ComponentStore
internal import ComponentTags
internal import ICU

extension ComponentManager {
  /// Every tag that a component has, and every tag of the person at this machine, by name.
  public func tagCounts() throws -> [CountedTag] {
    try query { try $0.tagCounts(view: $1) }
  }

  /// The names of all tags, those of the person at this machine included, each once: corresponds to `tagNames`.
  public func tagNames() throws -> [String] {
    try tagCounts().map(\.tag.name).reduce(into: []) { names, name in if names.last != name { names.append(name) } }
  }

  /// The standard vocabulary, whether a component has the tag or not, by name.
  public var standardTags: [Tag] {
    let keyed = names.standardTags.map { (key: rules.sortKey($0.name), tag: $0) }
    return keyed.sorted { $0.key.lexicographicallyPrecedes($1.key) }.map(\.tag)
  }

  /// The names of the standard tags in the caller's language: corresponds to `standardLocalizedTagNames`.
  public var standardLocalizedTagNames: [String] { standardTags.map(\.name) }

  /// A text for people in the caller's language; English, or the key itself, where there is none.
  ///
  /// - Parameter table: a table of `Localizations/`: `columns`, `facets`, `types`.
  public func localizedText(_ key: String, in table: String) -> String { names.text(key, in: table) ?? key }

  /// The bytes by which a text sorts in the caller's language.
  public func sortKey(_ text: String) -> [UInt8] { rules.sortKey(text) }
}
