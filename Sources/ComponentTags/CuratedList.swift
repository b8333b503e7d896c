/// Tags of well-known plugins that their classes lack or get wrong, from `Data/curated.tsv`, which documents
/// its format.
struct CuratedList: Sendable {
  /// The list's entry for one plugin.
  struct Facts: Equatable {
    var added: Set<String> = []
    /// Removed from the tags that classes give, never from those that the list gives.
    var removed: Set<String> = []
  }

  /// One line.
  struct Line: Sendable {
    var pattern: String
    var tags: [String]
  }

  static let standard = CuratedList(table: EmbeddedTables.curated)

  let lines: [Line]
  private let exact: [String: [Int]]
  private let wildcards: [(position: Int, pattern: URIPattern)]

  init(table: String) {
    let lines = TabTable(table).rows.compactMap { fields in
      fields.count >= 2
        ? Line(pattern: String(fields[0]), tags: fields[1].split(separator: ",").map(String.init)) : nil
    }
    self.lines = lines
    var exact: [String: [Int]] = [:]
    var wildcards: [(position: Int, pattern: URIPattern)] = []
    for (position, line) in lines.enumerated() {
      if let pattern = URIPattern(line.pattern) {
        wildcards.append((position, pattern))
      } else {
        exact[line.pattern, default: []].append(position)
      }
    }
    self.exact = exact
    self.wildcards = wildcards
  }

  func facts(of uri: String) -> Facts {
    var facts = Facts()
    let bytes = Array(uri.utf8)
    let matching = exact[uri, default: []] + wildcards.filter { $0.pattern.matches(bytes) }.map(\.position)
    for tag in matching.flatMap({ lines[$0].tags }) {
      if tag.hasPrefix("-") { facts.removed.insert(String(tag.dropFirst())) } else { facts.added.insert(tag) }
    }
    return facts
  }
}
