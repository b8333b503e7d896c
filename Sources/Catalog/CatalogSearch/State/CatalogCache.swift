internal import CatalogStore
internal import StoreFiles
internal import ComponentModel
internal import ComponentQuery
internal import SQLite

/// A connection's cache of the catalog for one view, valid as long as the file's `data_version`
/// stays the same. Each part is read on first use.
final class CatalogCache {
  private let connection: Connection
  let version: Int64
  let view: CatalogView
  /// The rows that the caller sees.
  let visibility: Visibility
  /// The largest row of a component, which approximates their number.
  let largestRow: Int
  /// The authors' names for their own tags.
  let tagNames: TagNames
  private var allRows: ComponentSet?
  private var visibleRows: ComponentSet?
  private var failingRows: ComponentSet?
  private var crowdedRows: ComponentSet?
  private var tagRows: [TagRow]?
  private var tagWords: [TagWords]?
  private var standardTags: [String: TagRow]?
  private var tagSets: [SourcedSets?] = []
  private var typeSets: [String: ComponentSet] = [:]
  /// The parts of the index of words that have been read.
  private(set) lazy var words = WordCache(connection, visibility, rules: view.rules)
  /// The components that each host can run.
  private(set) lazy var hosts = HostSets(connection, view.hosts)

  init(_ connection: Connection, _ view: CatalogView, version: Int64) throws {
    self.connection = connection
    self.version = version
    self.view = view
    tagNames = TagNames(connection, view.naming)
    visibility = try Visibility(connection, roots: view.roots())
    largestRow = Int(max(0, try ComponentSet.checked(try connection.number("SELECT max(id) FROM component") ?? 0)))
  }

  /// Every component of the catalog.
  func all() throws -> ComponentSet { try allRows.orMade { try set("SELECT id FROM component") } }

  /// The components of the caller's roots, including shadowed ones; nil if these are all.
  func ofRoots() throws -> ComponentSet? {
    guard let condition = visibility.condition(on: "bundle") else { return nil }
    return try visibleRows.orMade { try set("SELECT id FROM component WHERE \(condition)") }
  }

  /// The components with more presets than a person looks through.
  func withManyPresets() throws -> ComponentSet {
    try crowdedRows.orMade {
      try set(
        """
        SELECT c.id FROM component AS c WHERE c.uri IN
          (SELECT applies_to FROM preset GROUP BY applies_to HAVING count(*) > 200)
        """)
    }
  }

  /// The components that a validation could not load or run.
  func failing() throws -> ComponentSet {
    try failingRows.orMade {
      try set("SELECT id FROM component WHERE validation IN ('failed', 'crashed', 'timedOut')")
    }
  }

  /// Every system tag, with its names.
  func tags() throws -> [TagRow] {
    if let tagRows { return tagRows }
    var tags: [TagRow] = []
    let cursor = try connection.rows("SELECT id, identifier, standard, aliases FROM tag")
    while let row = try cursor.next() {
      let tag = try view.naming.tag(
        identifier: row.text("identifier"), isStandard: row.flag("standard"), aliases: row.list("aliases"))
      let id = try row.rowID("id")
      let named = tag.isStandard ? tag : try tagNames.naming(tag, id)
      tags.append(TagRow(id: id, tag: named, position: tags.count))
    }
    tagRows = tags
    tagSets = Array(repeating: nil, count: tags.count)
    return tags
  }

  /// The standard tag with an identifier; nil if no component of the catalog has it.
  func standardTag(_ identifier: String) throws -> TagRow? {
    try standardTags.orMade {
      let tags = try tags().filter(\.tag.isStandard).map { ($0.tag.identifier, $0) }
      return Dictionary(tags, uniquingKeysWith: { first, _ in first })
    }[identifier]
  }

  /// The words of each of ``tags()``, in the same order.
  func wordsOfTags() throws -> [TagWords] {
    try tagWords.orMade { try tags().map { TagWords($0.tag, rules: view.rules) } }
  }

  /// The components with a tag of ``tags()``, by source.
  func components(withTag tag: TagRow) throws -> SourcedSets {
    if let sets = tagSets[tag.position] { return sets }
    let rows = try connection.rows("SELECT component, source FROM component_tag WHERE tag = ?", [Value(tag.id)])
    var sets = SourcedSets()
    while let row = try rows.next() {
      sets.insert(try ComponentSet.checked(try row.rowID("component")), from: try row.text("source"))
    }
    tagSets[tag.position] = sets
    return sets
  }

  /// The components with each tag of ``tags()``, in the same order, read with one query.
  func componentsByTag() throws -> [SourcedSets] {
    let tags = try tags()
    if tagSets.contains(where: { $0 == nil }) { try readEveryTagSet(tags) }
    return tagSets.map { $0 ?? SourcedSets() }
  }

  private func readEveryTagSet(_ tags: [TagRow]) throws {
    let positions = Dictionary(tags.map { ($0.id, $0.position) }, uniquingKeysWith: { first, _ in first })
    var sets = Array(repeating: SourcedSets(), count: tags.count)
    let rows = try connection.rows("SELECT tag, component, source FROM component_tag INDEXED BY component_tag_by_tag")
    while let row = try rows.next() {
      guard let position = positions[try row.rowID("tag")] else { continue }
      sets[position].insert(try ComponentSet.checked(try row.rowID("component")), from: try row.text("source"))
    }
    tagSets = sets
  }

  /// The components of a type.
  func components(ofType type: String) throws -> ComponentSet {
    try typeSets[type].orMade { try set("SELECT id FROM component WHERE type = ?", [Value(type)]) }
  }

  private func set(_ sql: String, _ values: [Value] = []) throws -> ComponentSet {
    try ComponentSet(rows: connection.rows(sql, values))
  }
}
