internal import CatalogStore
internal import StoreFiles
internal import ComponentModel
internal import ComponentQuery
internal import SQLite

/// Finds replacements for a component that was removed, from the remaining facts about it: its URI, the name and tags
/// that the log of changes keeps, the tags that the user gave it, and the bundles that declare that they replace it.
struct GoneComponentSearch {
  let state: ReadState

  /// Maximum number of components to compare.
  private static let candidateLimit = 20_000
  /// Parts of URIs that say nothing about a component.
  private static let fillers: Set<String> = ["urn", "lv2", "plugin", "plugins", "ns", "home", "rdf", "ext"]

  /// Whether the user store or the catalog's log knows a URI.
  func knows(_ uri: String) throws -> Bool {
    if try !tags(of: uri).isEmpty { return true }
    return try state.connection.number(
      "SELECT 1 FROM latest_change WHERE uri = ? AND kind = 'removed' LIMIT 1", [Value(uri)]) != nil
  }

  /// The URIs of removed components with a name, the last removed first. Case and accents make no difference.
  func uris(named name: String) throws -> [String] {
    let key = state.view.rules.folded(name, [.ignoringCase, .ignoringAccents])
    let rows = try state.connection.rows(
      """
      SELECT uri, name FROM latest_change AS l WHERE kind = 'removed' AND name NOT NULL
        AND NOT EXISTS (SELECT 1 FROM component WHERE uri = l.uri)
      ORDER BY sequence DESC
      """, [])
    return try rows.compactMap { row in
      let own = state.view.rules.folded(try row.text("name"), [.ignoringCase, .ignoringAccents])
      return own == key ? try row.text("uri") : nil
    }
  }

  /// The best replacements, with what they share; empty if too little is known.
  func replacements(of uri: String, limit: Int) throws -> [SimilarComponent] {
    let components = try visible()
    let (name, formerTags) = try former(uri)
    let tags = try tags(of: uri) + formerTags
    let replacing = Set(
      try state.connection.texts(
        "SELECT c.uri FROM replaced AS r JOIN component AS c ON c.id = r.component WHERE r.uri = ?", [Value(uri)]))
    let words = try Words(components, rules: state.view.rules)
    let own = words.distinctive([Self.Words.path(uri)] + name, tags)
    var found: [SimilarComponent] = []
    for (index, component) in components.enumerated() {
      let likeness = words.likeness(of: index, to: own)
      let doesReplace = replacing.contains(component.uri)
      guard likeness > 0 || doesReplace else { continue }
      let shared = component.tags.filter { tag in
        tags.contains { state.view.rules.tagKey($0) == state.view.rules.tagKey(tag.name) }
      }
      found.append(
        SimilarComponent(
          component, score: doesReplace ? 1 : min(0.99, likeness), tags: shared, pluginClass: nil, channels: nil,
          parameters: []))
    }
    found.sort { $0.score == $1.score ? $0.component.uri < $1.component.uri : $0.score > $1.score }
    var groups: Set<String> = []
    return Array(found.filter { groups.insert($0.component.variant).inserted }.prefix(limit))
  }

  private func visible() throws -> [Component] {
    let search = Search(state: state)
    let visible = try ComponentSets(state: state).visible(.visible) ?? state.catalog.all()
    return try search.components(visible.rows(limit: Self.candidateLimit))
  }

  /// The name of a removed component, if it is known, and the identifiers of its tags.
  private func former(_ uri: String) throws -> (name: [String], tags: [String]) {
    let rows = try state.connection.rows(
      """
      SELECT name, tags FROM latest_change WHERE uri = ? AND kind = 'removed' AND name NOT NULL
      ORDER BY sequence DESC LIMIT 1
      """, [Value(uri)])
    guard let row = try rows.next() else { return ([], []) }
    return ([try row.text("name")], try row.list("tags"))
  }

  /// The tags that the user gave a URI.
  private func tags(of uri: String) throws -> [String] {
    guard state.userStore.labels.isAttached else { return [] }
    return try state.connection.texts(
      """
      SELECT l.name FROM user.labelled AS x JOIN user.label AS l ON l.id = x.label
      WHERE x.uri = ? AND l.kind = 'tag' ORDER BY l.name
      """, [Value(uri)])
  }

  /// The words of URIs, names and tags, with how rare they are.
  private struct Words {
    private let rules: any TextRules
    private var ofComponents: [Set<String>] = []
    private var counts: [String: Int] = [:]

    init(_ components: [Component], rules: any TextRules) throws {
      self.rules = rules
      for component in components {
        let texts = [Self.path(component.uri), component.name] + component.tags.map(\.name)
        let words = Self.words(texts, rules)
        ofComponents.append(words)
        for word in words { counts[word, default: 0] += 1 }
      }
    }

    private static func words(_ texts: [String], _ rules: any TextRules) -> Set<String> {
      var words: Set<String> = []
      for text in texts {
        let folded = rules.folded(text, [.ignoringCase, .ignoringAccents])
        for part in folded.unicodeScalars.split(whereSeparator: {
          !$0.properties.isAlphabetic && $0.value > 0x20 || $0 == " "
        }) {
          let word = String(part)
          if word.utf8.count > 1 && !fillers.contains(word) { words.insert(word) }
        }
      }
      return words
    }

    /// A URI without its scheme and host, which identify the source of a component, not its kind.
    static func path(_ uri: String) -> String {
      let parts = uri.split(separator: "/", maxSplits: 3, omittingEmptySubsequences: false)
      guard parts.count > 2, parts[0].last == ":", parts[1].isEmpty else { return uri }
      return String(parts.count == 4 ? parts[3] : parts[2].drop { $0 != "#" })
    }

    /// The weight of a tag's word relative to one of a URI.
    private static let tagWeight = 3.0

    /// The words of the known facts, with their weights, in a fixed order. Words that no component has are left out.
    func distinctive(_ texts: [String], _ tags: [String]) -> [(word: String, weight: Double)] {
      let tagged = Self.words(tags, rules)
      return tagged.union(Self.words(texts, rules)).sorted().compactMap { word in
        guard let count = counts[word] else { return nil }
        let weight = ParameterVocabulary.weight(count, of: ofComponents.count)
        return (word, tagged.contains(word) ? weight * Self.tagWeight : weight)
      }
    }

    /// How well a component matches the known facts, from 0 to 1; 0 if they have no word in common.
    func likeness(of index: Int, to own: [(word: String, weight: Double)]) -> Double {
      let all = own.reduce(0) { $0 + $1.weight }
      let common = own.filter { ofComponents[index].contains($0.word) }.reduce(0) { $0 + $1.weight }
      return all > 0 ? common / (all * (1 + Double(ofComponents[index].count) / 100)) : 0
    }
  }
}
