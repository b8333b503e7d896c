internal import CatalogSearch
internal import ComponentTags
internal import ICU

extension ComponentManager {
  /// The tags of all components and all of the user's tags, by name.
  ///
  /// - Throws: an error about a store.
  public func tagCounts() throws(ComponentManagerError) -> [CountedTag] {
    try query { try $0.tagCounts(view: $1) }
  }

  /// As ``tagCounts()``, for display: a user's tag that is spelt like a system tag, in English or in the caller's language, is
  /// merged into it, and each component counts once.
  public func displayTagCounts() throws(ComponentManagerError) -> [CountedTag] {
    try query { try $0.displayTagCounts(view: $1) }
  }

  /// The names of all tags, the user's included, each once: corresponds to `tagNames`.
  ///
  /// - Throws: an error about a store.
  public func tagNames() throws(ComponentManagerError) -> [String] {
    try tagCounts().map(\.tag.name).reduce(into: []) { names, name in if names.last != name { names.append(name) } }
  }

  /// The standard vocabulary by name, whether or not a component has the tag.
  public var standardTags: [Tag] { sorted(names.standardTags, by: \.name) }

  /// The names of the standard tags in the caller's language: corresponds to `standardLocalizedTagNames`.
  public var standardLocalizedTagNames: [String] { standardTags.map(\.name) }

  /// The languages of names, as `LC_ALL` names them.
  package static var languages: [String] { LocalizedNames.languages }

  /// Whether a text is an English name, an identifier or an alias of a standard tag.
  package static func isStandardTag(named name: String) -> Bool { Vocabulary.standard.entry(named: name) != nil }

  /// A text for people in the caller's language, else in English, else the key itself.
  ///
  /// - Parameter table: a table of `Localizations/`: `columns`, `facets`, `types`.
  package func localizedText(_ key: String, in table: TextTable) -> String { names.text(key, in: table) ?? key }

  /// The sort key of a text in the caller's language, as bytes.
  package func sortKey(_ text: String) -> [UInt8] { rules.sortKey(text) }

  /// Sorts elements by name in the caller's collation.
  func sorted<Named>(_ elements: [Named], by name: (Named) -> String) -> [Named] {
    elements.map { (key: rules.sortKey(name($0)), element: $0) }
      .sorted { $0.key.lexicographicallyPrecedes($1.key) }.map(\.element)
  }

  /// The names, each once: names that differ only in case are one.
  package func distinct(_ names: [String]) -> [String] {
    var seen: Set<String> = []
    return names.filter { seen.insert(rules.tagKey($0)).inserted }
  }

  /// The labels, each once: names that differ only in case are one.
  package func distinct(_ labels: [UserLabel]) -> [UserLabel] {
    var seen: Set<UserLabel> = []
    return labels.filter { label in
      var folded = label
      folded.name = rules.tagKey(label.name)
      return seen.insert(folded).inserted
    }
  }
}
