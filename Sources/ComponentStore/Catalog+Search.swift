public import ComponentModel
public import ComponentQuery
internal import GRDB
internal import Synchronization

extension Catalog {
  /// The components that a predicate is true of.
  ///
  /// - Parameters:
  ///   - everything: with hidden components, shadowed duplicates and quarantined bundles.
  /// - Throws: ``StoreError``, and `PredicateError` where an expression of `MATCHES` is none or takes too long.
  public func search(_ predicate: Predicate, view: CatalogView, everything: Bool = false) throws -> CatalogResult {
    try read { connection in
      let search = try search(connection, view)
      let components = try search.components(predicate, with: everything ? .everything : .visible)
      let quarantined = everything ? try search.quarantined(predicate) : []
      return CatalogResult(components: components, quarantined: quarantined)
    }
  }

  /// All components that a caller sees, for a closure to choose from.
  public func components(view: CatalogView) throws -> [Component] {
    try search(.constant(true), view: view).components
  }

  /// How a predicate would be searched for.
  public func plan(_ predicate: Predicate, view: CatalogView) throws -> QueryPlan {
    try read { connection in try search(connection, view).plan(predicate) }
  }

  /// Bundles and plugins that are kept away from hosts.
  public func quarantined(view: CatalogView) throws -> [QuarantinedBundle] {
    try read { connection in try search(connection, view).quarantined(.constant(true)) }
  }

  func search(_ connection: Database, _ view: CatalogView) throws -> Search {
    try Search(connection, view, hasUserStore: hasUserStore)
  }
}

/// One search in one state of the catalog.
struct Search {
  let connection: Database
  let rows: ComponentRows

  /// What a search finds beside the components that everybody sees.
  struct Scope: OptionSet {
    let rawValue: Int
    /// Components that the person hides.
    static let hidden = Scope(rawValue: 1)
    /// Duplicates that another one goes before.
    static let shadowed = Scope(rawValue: 2)
    static let visible: Scope = []
    static let everything: Scope = [.hidden, .shadowed]
  }

  init(_ connection: Database, _ view: CatalogView, hasUserStore: Bool) throws {
    let visibility = try Visibility(connection, roots: view.roots)
    guard visibility.hasBundles || view.acceptsNothing else { throw NotScanned() }
    self.connection = connection
    let labels = try UserLabels(connection, isAttached: hasUserStore)
    rows = ComponentRows(naming: view.naming, rules: view.rules, visibility: visibility, labels: labels)
  }

  func components(_ predicate: Predicate, with scope: Scope) throws -> [Component] {
    let scope = Self.names(.hidden, predicate) ? scope.union(.hidden) : scope
    guard Lowering.canLower(predicate) else { return try filtered(predicate, scope) }
    var lowering = try lowering(for: predicate)
    let condition = try lowering.condition(predicate)
    return try sorted(fetch(condition, lowering, scope))
  }

  /// Whether a predicate names a key.
  private static func names(_ key: Key, _ predicate: Predicate) -> Bool {
    var isNamed = false
    predicate.visitLeaves { leaf in
      if case .comparison(let comparison) = leaf, comparison.key == key { isNamed = true }
    }
    return isNamed
  }

  func plan(_ predicate: Predicate) throws -> QueryPlan {
    guard Lowering.canLower(predicate) else {
      return QueryPlan(sql: nil, steps: [], filteredInMemory: "the whole predicate: it has too many parts for SQLite")
    }
    var lowering = try lowering(for: predicate)
    let condition = try lowering.condition(predicate)
    let calls = TestFunction(lowering.tests, rules: rows.rules)
    calls.install(connection)
    defer { calls.remove(connection) }
    let statement = try connection.makeStatement(sql: "EXPLAIN QUERY PLAN " + sql(condition, .visible))
    statement.setUncheckedArguments(StatementArguments(lowering.arguments))
    let steps = try Row.fetchAll(statement).map { $0.text(3) }
    return QueryPlan(sql: condition, steps: steps, filteredInMemory: nil)
  }

  /// Every row in memory, for a predicate that is too large for SQLite.
  private func filtered(_ predicate: Predicate, _ scope: Scope) throws -> [Component] {
    let prepared = try PreparedPredicate(predicate, rules: rows.rules)
    let candidates = try sorted(fetch("1", try lowering(for: .constant(true)), scope))
    return try candidates.filter { component in
      try prepared.matches(CatalogSubject(component) { try DetailsReader(connection, rows).details(of: component) })
    }
  }

  /// Tags are read where the predicate asks for them.
  private func lowering(for predicate: Predicate) throws -> Lowering {
    var needsTags = false
    predicate.visitLeaves { leaf in
      switch leaf {
      case .text: needsTags = true
      case .comparison(let comparison): needsTags = needsTags || comparison.key.kind == .tags
      default: break
      }
    }
    return Lowering(
      rows: rows, tags: needsTags ? try tags() : [], userTags: needsTags ? try rows.labels.tags(connection) : [])
  }

  func tags() throws -> [Lowering.TagRow] {
    var tags: [Lowering.TagRow] = []
    let cursor = try connection.rows("SELECT id, identifier, standard, aliases FROM tag")
    while let row = try cursor.next() {
      let tag = rows.naming.tag(identifier: row.text(1), isStandard: row.flag(2), aliases: row.list(3))
      tags.append(Lowering.TagRow(id: row[0], tag: tag))
    }
    return tags
  }

  /// The conditions of a scope, on `component AS c`.
  func conditions(of scope: Scope) -> [String] {
    var conditions: [String] = []
    if let visible = rows.visibility.condition(on: "c.bundle") { conditions.append(visible) }
    if !scope.contains(.shadowed), !rows.visibility.shadowed.isEmpty {
      conditions.append("c.id NOT IN (\(UserLabels.list(rows.visibility.shadowed.sorted())))")
    }
    if !scope.contains(.hidden), let isHidden = rows.labels.isHidden { conditions.append("NOT \(isHidden)") }
    return conditions
  }

  private func sql(_ condition: String, _ scope: Scope) -> String {
    let conditions = ["(\(condition))"] + conditions(of: scope)
    return "SELECT \(rows.columns) FROM \(ComponentRows.tables) WHERE \(conditions.joined(separator: " AND "))"
  }

  private func fetch(_ condition: String, _ lowering: Lowering, _ scope: Scope) throws -> [Component] {
    let calls = TestFunction(lowering.tests, rules: rows.rules)
    // A search that asks no test does without the functions.
    if lowering.needsFunctions { calls.install(connection) }
    defer { if lowering.needsFunctions { calls.remove(connection) } }
    do {
      var components: [Component] = []
      let cursor = try connection.rows(sql(condition, scope), lowering.arguments)
      while let row = try cursor.next() { components.append(rows.component(row)) }
      try rows.addTags(to: &components, connection)
      return components
    } catch {
      throw calls.failure ?? error
    }
  }

  /// By name in the caller's collation, then by URI.
  private func sorted(_ components: [Component]) -> [Component] {
    let keyed = components.map { (key: rows.rules.sortKey($0.name), component: $0) }
    return keyed.sorted { a, b in
      a.key == b.key ? a.component.uri < b.component.uri : a.key.lexicographicallyPrecedes(b.key)
    }.map(\.component)
  }

  func quarantined(_ predicate: Predicate) throws -> [QuarantinedBundle] {
    let visible = rows.visibility.condition(on: "b.id").map { "AND \($0)" } ?? ""
    let prepared = try PreparedPredicate(predicate, rules: rows.rules)
    let cursor = try connection.rows(
      """
      SELECT b.path, NULL, b.verdict, b.reason, b.since FROM bundle AS b WHERE b.verdict <> 'scanned' \(visible)
      UNION ALL
      SELECT b.path, r.uri, r.verdict, r.reason, r.since FROM refusal AS r JOIN bundle AS b ON b.id = r.bundle
      WHERE 1 \(visible)
      ORDER BY 1, 2
      """)
    var bundles: [QuarantinedBundle] = []
    while let row = try cursor.next() {
      let judgement = Judgement(Verdict(rawValue: row.text(2)) ?? .failed, reason: row.text(3))
      let bundle = QuarantinedBundle(
        path: row.text(0), uri: row.optionalText(1), judgement: judgement, since: row.text(4))
      if try prepared.matches(bundle) { bundles.append(bundle) }
    }
    return bundles
  }
}

/// The SQL functions by which a statement asks the tests of one query.
private final class TestFunction: Sendable {
  private let tests: [TextTest]
  private let rules: any TextRules
  private let thrown = Mutex<(any Error)?>(nil)

  init(_ tests: [TextTest], rules: any TextRules) {
    self.tests = tests
    self.rules = rules
  }

  /// What a test has thrown: SQLite carries only its text.
  var failure: (any Error)? { thrown.withLock { $0 } }

  func install(_ connection: Database) {
    connection.add(function: test)
    connection.add(function: fold)
  }

  func remove(_ connection: Database) {
    connection.remove(function: test)
    connection.remove(function: fold)
  }

  private var test: DatabaseFunction {
    DatabaseFunction("aucat_test", argumentCount: 2, pure: true) { [self] values in
      guard let text = String.fromDatabaseValue(values[1]), let index = Int.fromDatabaseValue(values[0]) else {
        return nil
      }
      do {
        return try tests[index].matches(text) ? 1 : 0
      } catch {
        thrown.withLock { $0 = error }
        throw error
      }
    }
  }

  private var fold: DatabaseFunction {
    DatabaseFunction("aucat_fold", argumentCount: 1, pure: true) { [rules] values in
      String.fromDatabaseValue(values[0]).map { rules.folded($0, [.ignoringCase, .ignoringAccents]) }
    }
  }
}
