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
  private var allRows: ComponentSet?
  private var visibleRows: ComponentSet?
  private var translatedRows: ComponentSet?
  private var tagRows: [TagRow]?
  private var tagSets: [Int64: [TagSource: ComponentSet]] = [:]
  private var hasEveryTagSet = false
  private var typeSets: [String: ComponentSet] = [:]

  init(_ connection: Database, _ view: CatalogView, version: Int64) throws {
    self.version = version
    self.view = view
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
      tags.append(TagRow(id: row[0], tag: tag))
    }
    tagRows = tags
    return tags
  }

  /// The components that have a system tag, by where they have it from.
  func components(withTag tag: Int64, _ connection: Database) throws -> [TagSource: ComponentSet] {
    if hasEveryTagSet { return tagSets[tag] ?? [:] }
    if let sets = tagSets[tag] { return sets }
    let rows = try connection.rows("SELECT component, source FROM component_tag WHERE tag = ?", [value(tag)])
    var sets: [TagSource: ComponentSet] = [:]
    while let row = try rows.next() {
      if let source = TagSource(rawValue: row.text(1)) { sets[source, default: ComponentSet()].insert(row[0]) }
    }
    tagSets[tag] = sets
    return sets
  }

  /// The components of every system tag, read in one go.
  func componentsByTag(_ connection: Database) throws -> [Int64: [TagSource: ComponentSet]] {
    if hasEveryTagSet { return tagSets }
    var sets: [Int64: [TagSource: ComponentSet]] = [:]
    let rows = try connection.rows("SELECT tag, component, source FROM component_tag INDEXED BY component_tag_by_tag")
    while let row = try rows.next() {
      guard let source = TagSource(rawValue: row.text(2)) else { continue }
      sets[row[0], default: [:]][source, default: ComponentSet()].insert(row[1])
    }
    tagSets = sets
    hasEveryTagSet = true
    return sets
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
}

extension ComponentSet {
  fileprivate init(rows: FastDatabaseValueCursor<Int64>) throws {
    self.init()
    while let row = try rows.next() { insert(row) }
  }
}
