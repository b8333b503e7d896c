/// A tag that an author has made (`tags:ownTag`): its names in all languages that the bundle has.
package struct OwnTag: Hashable, Sendable {
  /// `rdfs:label`: at least one, each language once; see `schema/tags.md`.
  package var labels: [LocalizedText]

  /// A tag with its names.
  package init(labels: [LocalizedText]) { self.labels = labels }

  /// The name without a language, else in English, else the first by language; empty where there is none.
  package var text: String {
    let chosen =
      labels.first { $0.language == nil } ?? labels.first { $0.language?.lowercased() == "en" }
      ?? labels.min { ($0.language ?? "") < ($1.language ?? "") }
    return chosen?.text ?? ""
  }

  /// The names that have a language.
  package var translations: [LocalizedText] { labels.filter { $0.language != nil } }
}
