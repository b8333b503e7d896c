internal import CatalogStore
internal import UserDataStore
internal import ComponentModel
internal import ComponentQuery
internal import SQLite

/// A connection's cache of the user store; see ``CatalogCache``.
///
/// Its sets contain rows of the catalog, so it is valid only with the same state of the catalog.
final class UserStoreCache {
  private let connection: Connection
  let version: Int64
  let labels: UserLabels
  private var tagRows: [TagRow]?
  private var tagWords: [TagWords]?
  private var useCounts: UserUses?
  private var usedSet: ComponentSet?
  /// The sets of labels. They are few, so an array is cheaper than a dictionary, whose type is instantiated at run
  /// time.
  private var labelSets: [(label: Int64, set: ComponentSet)] = []

  init(_ connection: Connection, isAttached: Bool, version: Int64) throws {
    self.connection = connection
    self.version = version
    labels = try UserLabels(connection, isAttached: isAttached)
  }

  /// Every tag of the user.
  func tags() throws -> [TagRow] {
    tagRows.orMade { labels.tags }
  }

  /// The words of each of ``tags()``, in the same order.
  func wordsOfTags(_ rules: any TextRules) throws -> [TagWords] {
    try tagWords.orMade { try tags().map { TagWords($0.tag, rules: rules) } }
  }

  /// The components that have a label.
  func components(with label: Int64) throws -> ComponentSet {
    if let known = labelSets.first(where: { $0.label == label }) { return known.set }
    let rows = try connection.rows(
      """
      SELECT c.id FROM user.labelled AS x CROSS JOIN component AS c INDEXED BY component_by_uri ON c.uri = x.uri
      WHERE x.label = ?
      """, [Value(label)])
    let set = try ComponentSet(rows: rows)
    labelSets.append((label: label, set: set))
    return set
  }

  /// The components that the user has used.
  func usedComponents() throws -> ComponentSet {
    if let usedSet { return usedSet }
    guard try !uses().isEmpty else { return ComponentSet() }
    let set = try ComponentSet(
      rows: connection.rows(
        """
        SELECT c.id FROM (SELECT DISTINCT uri FROM user.use_count WHERE count > 0) AS u
        CROSS JOIN component AS c INDEXED BY component_by_uri ON c.uri = u.uri
        """))
    usedSet = set
    return set
  }

  /// The use counts of all programs.
  func uses() throws -> UserUses {
    try useCounts.orMade { try UserUses(connection, isAttached: labels.isAttached) }
  }
}

/// How often the user has used each component, from the attached user store. All counts are read together.
struct UserUses {
  /// The uses of one component, by all programs.
  struct Use {
    var count: Int
    var last: UTCTime?
  }

  /// The uses in SQLite's text order. They are few, so an array is cheaper than a dictionary, whose type is
  /// instantiated at run time.
  private var uses: [(uri: String, use: Use)] = []

  init(_ connection: Connection, isAttached: Bool) throws {
    guard isAttached else { return }
    // The rows of one component are adjacent.
    try UserRows(connection, schema: "user").read(.use) { row in
      let uri = try row.text("uri")
      let use = Use(
        count: max(0, try row.integer("count")), last: try row.optionalText("last_used").flatMap { UTCTime($0) })
      if let known = uses.last, known.uri == uri {
        uses[uses.count - 1].use = Self.joined(known.use, use)
      } else {
        uses.append((uri, use))
      }
    }
  }

  private static func joined(_ a: Use, _ b: Use) -> Use {
    let sum = a.count.addingReportingOverflow(b.count)
    return Use(count: sum.overflow ? .max : sum.partialValue, last: [a.last, b.last].compactMap(\.self).max())
  }

  /// Whether nothing has been used.
  var isEmpty: Bool { uses.isEmpty }

  /// The uses of a component; nil if there are none.
  func use(of uri: String) -> Use? {
    let place = uses.lowerBound(isBefore: { $0.uri.utf8.lexicographicallyPrecedes(uri.utf8) })
    return place < uses.count && uses[place].uri == uri ? uses[place].use : nil
  }

  /// Adds the uses to components.
  func add(to components: inout [Component]) {
    guard !uses.isEmpty else { return }
    for index in components.indices {
      guard let use = use(of: components[index].uri) else { continue }
      (components[index].uses, components[index].lastUsed) = (use.count, use.last)
    }
  }
}
