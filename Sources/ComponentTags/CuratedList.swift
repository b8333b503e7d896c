/// Tags of well-known plugins that no class gives, or that a class gives wrongly, from `Data/curated.tsv`, which documents
/// its format.
struct CuratedList: Sendable {
  /// What the list says of one plugin.
  struct Facts: Equatable {
    var added: Set<String> = []
    /// Taken away from what classes give; never from what the list itself gives.
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
  private let wildcards: [Int]

  init(table: String) {
    let lines = TabTable(table).rows.compactMap { fields in
      fields.count >= 2
        ? Line(pattern: String(fields[0]), tags: fields[1].split(separator: ",").map(String.init)) : nil
    }
    self.lines = lines
    wildcards = lines.indices.filter { lines[$0].pattern.contains("*") }
    exact = Dictionary(grouping: lines.indices.filter { !lines[$0].pattern.contains("*") }) { lines[$0].pattern }
  }

  func facts(of uri: String) -> Facts {
    var facts = Facts()
    let matching = exact[uri, default: []] + wildcards.filter { Self.matches(uri, lines[$0].pattern) }
    for tag in matching.flatMap({ lines[$0].tags }) {
      if tag.hasPrefix("-") { facts.removed.insert(String(tag.dropFirst())) } else { facts.added.insert(tag) }
    }
    return facts
  }

  /// Whether the whole URI matches a pattern in which `*` stands for any run of characters.
  static func matches(_ uri: String, _ pattern: String) -> Bool {
    let parts = pattern.split(separator: "*", omittingEmptySubsequences: false)
    guard parts.count > 1, let first = parts.first, let last = parts.last else { return uri == pattern }
    guard uri.hasPrefix(first), uri.hasSuffix(last), uri.utf8.count >= first.utf8.count + last.utf8.count else {
      return false
    }
    var rest = uri.dropFirst(first.count).dropLast(last.count)
    for part in parts.dropFirst().dropLast() where !part.isEmpty {
      guard let found = rest.firstRange(of: part) else { return false }
      rest = rest[found.upperBound...]
    }
    return true
  }
}

extension Substring {
  fileprivate func firstRange(of part: Substring) -> Range<Index>? {
    var start = startIndex
    while start < endIndex {
      if self[start...].hasPrefix(part) { return start..<index(start, offsetBy: part.count) }
      start = index(after: start)
    }
    return nil
  }
}
