internal import ComponentModel
internal import GRDB

/// What is kept of a catalog between the queries of one connection, for one view of it. It is true as long as the file's
/// `data_version` is the same, and each part is read when a query first asks for it.
///
/// Used on the connection's queue only.
final class KeptCatalog {
  let version: Int64
  let view: CatalogView
  /// Which rows the caller sees.
  let visibility: Visibility
  /// The largest number of a component: about as many as there are.
  let largestRow: Int
  /// What authors call their own tags.
  let tagNames: TagNames
  private var allRows: ComponentSet?
  private var visibleRows: ComponentSet?
  private var translatedRows: ComponentSet?
  private var tagRows: [TagRow]?
  private var tagSets: [SourcedSets?] = []
  private var typeSets: [String: ComponentSet] = [:]

  init(_ connection: Database, _ view: CatalogView, version: Int64) throws {
    self.version = version
    self.view = view
    tagNames = TagNames(view.naming)
    visibility = try Visibility(connection, roots: view.roots())
    // Sets have a bit a row. A scan numbers its rows one by one; only a damaged file has one beyond this.
    largestRow = Int(try connection.number("SELECT max(id) FROM component") ?? 0)
    guard largestRow < 1 << 28 else {
      throw DatabaseError(resultCode: .SQLITE_CORRUPT, message: "a component's number is out of range")
    }
  }

  /// Every component of the catalog.
  func all(_ connection: Database) throws -> ComponentSet {
    if let allRows { return allRows }
    let rows = try set("SELECT id FROM component", connection)
    allRows = rows
    return rows
  }

  /// The components of the caller's roots, shadowed ones included; nil where these are all.
  func ofRoots(_ connection: Database) throws -> ComponentSet? {
    guard let condition = visibility.condition(on: "bundle") else { return nil }
    if let visibleRows { return visibleRows }
    let rows = try set("SELECT id FROM component WHERE \(condition)", connection)
    visibleRows = rows
    return rows
  }

  /// The components that have their name in several languages.
  func translated(_ connection: Database) throws -> ComponentSet {
    if let translatedRows { return translatedRows }
    let rows = try set("SELECT id FROM component WHERE instr(names, '\",\"') > 0", connection)
    translatedRows = rows
    return rows
  }

  /// Every system tag.
  func tags(_ connection: Database) throws -> [TagRow] {
    if let tagRows { return tagRows }
    var tags: [TagRow] = []
    let cursor = try connection.rows("SELECT id, identifier, standard, aliases FROM tag")
    while let row = try cursor.next() {
      let tag = view.naming.tag(identifier: row.text(1), isStandard: row.flag(2), aliases: row.list(3))
      let id: Int64 = row[0]
      let named = tag.isStandard ? tag : try tagNames.naming(tag, id, connection)
      tags.append(TagRow(id: id, tag: named, position: tags.count))
    }
    tagRows = tags
    tagSets = Array(repeating: nil, count: tags.count)
    return tags
  }

  /// The components that have a tag of ``tags(_:)``, by where they have it from.
  func components(withTag tag: TagRow, _ connection: Database) throws -> SourcedSets {
    if let sets = tagSets[tag.position] { return sets }
    let rows = try connection.rows("SELECT component, source FROM component_tag WHERE tag = ?", [value(tag.id)])
    var sets = SourcedSets()
    while let row = try rows.next() { sets.insert(row[0], from: row.text(1)) }
    tagSets[tag.position] = sets
    return sets
  }

  /// The components of every tag of ``tags(_:)``, in the same order, read in one go.
  func componentsByTag(_ connection: Database) throws -> [SourcedSets] {
    let tags = try tags(connection)
    if tagSets.contains(where: { $0 == nil }) { try readEveryTagSet(tags, connection) }
    return tagSets.map { $0 ?? SourcedSets() }
  }

  private func readEveryTagSet(_ tags: [TagRow], _ connection: Database) throws {
    let positions = Dictionary(tags.map { ($0.id, $0.position) }, uniquingKeysWith: { first, _ in first })
    var sets = Array(repeating: SourcedSets(), count: tags.count)
    let rows = try connection.rows("SELECT tag, component, source FROM component_tag INDEXED BY component_tag_by_tag")
    while let row = try rows.next() {
      if let position = positions[row[0]] { sets[position].insert(row[1], from: row.text(2)) }
    }
    tagSets = sets
  }

  /// The components of a type.
  func components(ofType type: String, _ connection: Database) throws -> ComponentSet {
    if let set = typeSets[type] { return set }
    let rows = try set("SELECT id FROM component WHERE type = ?", connection, [value(type)])
    typeSets[type] = rows
    return rows
  }

  private func set(_ sql: String, _ connection: Database, _ values: [DatabaseValue] = []) throws -> ComponentSet {
    try ComponentSet(rows: connection.numbers(sql, values))
  }
}

/// What is kept of the user store between the queries of one connection; see ``KeptCatalog``.
///
/// Its sets are of rows of the catalog, so it is true only beside the same state of that.
final class KeptUserStore {
  let version: Int64
  let labels: UserLabels
  private var tagRows: [TagRow]?
  private var labelSets: [Int64: ComponentSet] = [:]

  init(_ connection: Database, isAttached: Bool, version: Int64) throws {
    self.version = version
    labels = try UserLabels(connection, isAttached: isAttached)
  }

  /// Every tag of the user.
  func tags(_ connection: Database) throws -> [TagRow] {
    if let tagRows { return tagRows }
    let tags = try labels.tags(connection)
    tagRows = tags
    return tags
  }

  /// The components that have a label.
  func components(with label: Int64, _ connection: Database) throws -> ComponentSet {
    if let set = labelSets[label] { return set }
    let rows = try connection.numbers(
      """
      SELECT c.id FROM user.labelled AS x CROSS JOIN component AS c INDEXED BY component_by_uri ON c.uri = x.uri
      WHERE x.label = ?
      """, [value(label)])
    let set = try ComponentSet(rows: rows)
    labelSets[label] = set
    return set
  }
}

/// One tag with its names, and its row.
struct TagRow {
  var id: Int64
  var tag: Tag
  /// Where it is in the list of all tags.
  var position: Int
}

/// The components that have one tag, by where they have it from.
///
/// An array and no dictionary: the first of a new kind of dictionary costs a short program a hundredth of its time.
struct SourcedSets {
  private var sets = Array(repeating: ComponentSet(), count: TagSource.allCases.count)

  mutating func insert(_ row: Int64, from source: String) {
    if let source = TagSource(rawValue: source) { sets[Self.index(source)].insert(row) }
  }

  subscript(source: TagSource) -> ComponentSet { sets[Self.index(source)] }

  /// The components that have it from anywhere.
  var union: ComponentSet {
    var union = ComponentSet()
    for set in sets { union.formUnion(set) }
    return union
  }

  private static func index(_ source: TagSource) -> Int {
    switch source {
    case .pluginClass: 0
    case .curated: 1
    case .author: 2
    case .user: 3
    }
  }
}

extension ComponentSet {
  fileprivate init(rows: FastDatabaseValueCursor<Int64>) throws {
    self.init()
    while let row = try rows.next() { insert(row) }
  }
}
