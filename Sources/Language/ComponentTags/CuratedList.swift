/// Tags of well-known plugins that their classes lack or get wrong, from `Data/curated.tsv`, which documents
/// its format.
struct CuratedList: Sendable {
  /// The list's entry for one plugin.
  struct Facts: Equatable {
    var added: Set<String> = []
    /// Removed from the tags that classes give, never from those that the list gives.
    var removed: Set<String> = []
  }

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

/// A URI in which `*` matches any run of characters, even none.
struct URIPattern: Sendable {
  private let first: [UInt8]
  private let middle: [[UInt8]]
  private let last: [UInt8]

  /// - Returns: nil for a text without `*`.
  init?(_ text: String) {
    let parts = text.utf8.split(separator: UInt8(ascii: "*"), omittingEmptySubsequences: false).map { Array($0) }
    guard parts.count > 1 else { return nil }
    first = parts[0]
    last = parts[parts.count - 1]
    middle = parts.dropFirst().dropLast().filter { !$0.isEmpty }
  }

  /// Whether the whole of a URI matches. Matching each part at its first occurrence is enough.
  func matches(_ uri: [UInt8]) -> Bool {
    guard uri.count >= first.count + last.count, uri.starts(with: first), uri.suffix(last.count).elementsEqual(last)
    else { return false }
    var rest = uri[first.count..<(uri.count - last.count)]
    for part in middle {
      guard let found = Self.end(of: part, in: rest) else { return false }
      rest = rest[found...]
    }
    return true
  }

  private static func end(of part: [UInt8], in rest: ArraySlice<UInt8>) -> Int? {
    guard rest.count >= part.count else { return nil }
    return (rest.startIndex...(rest.endIndex - part.count)).first { rest[$0...].starts(with: part) }
      .map { $0 + part.count }
  }
}
