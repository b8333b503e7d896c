internal import StoreFiles
internal import ComponentModel
internal import SQLite

/// The authors' names for their own tags in the caller's language and in English, read when such a tag is first shown
/// or searched for. In a catalog without such tags, this costs nothing.
final class TagNames {
  /// A name of a tag, by row.
  private struct Name {
    var tag: Int64
    var language: String
    var text: String
  }

  private let connection: Connection
  private let naming: any ComponentNaming
  /// The names by tag; nil until they are read. They are in an array instead of a dictionary, as in ``SourcedSets``.
  private var read: [Name]?

  init(_ connection: Connection, _ naming: any ComponentNaming) {
    self.connection = connection
    self.naming = naming
  }

  /// The nonstandard tag of a row with its author's names. Its identifier is shown in languages without a name.
  func naming(_ tag: Tag, _ row: Int64) throws -> Tag {
    let names = try allNames()
    var named = tag
    var rank = Int.max
    var next = names.lowerBound(isBefore: { $0.tag < row })
    while next < names.count, names[next].tag == row {
      let name = names[next]
      next += 1
      if name.language == Self.english {
        named.englishName = name.text
        // English has no language tags, because the catalog's own names are English.
        if naming.languageTags.isEmpty { named.name = name.text }
      }
      guard let position = naming.languageTags.firstIndex(of: name.language), position < rank else { continue }
      rank = position
      named.name = name.text
    }
    return named
  }

  private static let english = "en"

  /// The names by tag. If components disagree about one, the first in byte order is taken, as in the view `tag_names`.
  private func allNames() throws -> [Name] {
    if let read { return read }
    let rows = try connection.rows(
      """
      SELECT tag, language, min(name) AS name FROM tag_name WHERE language IN (SELECT value FROM json_each(?))
      GROUP BY tag, language ORDER BY tag
      """, [Value(list: naming.languageTags + [Self.english])])
    let names = try rows.compactMap { row in
      Name(tag: try row.rowID("tag"), language: try row.text("language"), text: try row.text("name"))
    }
    read = names
    return names
  }
}

/// A tag with its row.
struct TagRow {
  var id: Int64
  var tag: Tag
  /// Its index in the list of all tags.
  var position: Int
}

/// Sorts tags by name in the caller's collation, computing each collation key once.
struct NameOrder {
  private var keys: [String: [UInt8]] = [:]

  /// The order of tags with these names.
  init(of names: Set<String>, _ rules: any TextRules) {
    let names = Array(names)
    keys.reserveCapacity(names.count)
    for (name, key) in zip(names, rules.sortKeys(of: names)) { keys[name] = key }
  }

  /// The bytes by which a tag sorts.
  func key(of tag: Tag) -> [UInt8] { keys[tag.name, default: []] }

  func sorted(_ tags: [Tag]) -> [Tag] {
    tags.sorted { a, b in
      let (first, second) = (key(of: a), key(of: b))
      return first == second ? a.identifier < b.identifier : first.lexicographicallyPrecedes(second)
    }
  }
}

/// The user's tags that spell the name of a system tag, in English or in the caller's language.
///
/// People see them as one tag, but predicates distinguish them: `Hall` is the German name of reverbs, and an English
/// user's tag for concert halls.
struct TagSpelling {
  private let rules: any TextRules
  /// The position of the system tag with a name.
  private var positions: [String: Int] = [:]

  init(of tags: [Tag], _ rules: any TextRules) {
    self.rules = rules
    for (position, tag) in tags.enumerated() where tag.isSystem {
      for name in [tag.name, tag.englishName] where positions[rules.tagKey(name)] == nil {
        positions[rules.tagKey(name)] = position
      }
    }
  }

  /// The position of the system tag that a user's tag spells; nil if it spells none.
  func position(of tag: Tag) -> Int? { positions[rules.tagKey(tag.name)] }

  /// Records, for each of a component's user tags, which of its other tags it spells.
  static func mark(_ tags: inout [Tag], _ rules: any TextRules) {
    guard tags.contains(where: \.isUser), tags.contains(where: \.isSystem) else { return }
    let spelling = TagSpelling(of: tags, rules)
    for index in tags.indices where tags[index].isUser {
      tags[index].spelledTag = spelling.position(of: tags[index]).map { tags[$0].identifier }
    }
  }
}
