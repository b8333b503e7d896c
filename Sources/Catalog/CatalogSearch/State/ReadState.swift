internal import CatalogStore
internal import ComponentModel
internal import ComponentQuery
internal import PlainWords
internal import SQLite

/// One state of the catalog and the user store as a connection sees it, with its caches.
///
/// Use it only in transactions of one connection, one at a time.
final class ReadState {
  let connection: Connection
  let catalog: CatalogCache
  let userStore: UserStoreCache
  let functions: TestFunctions
  private var plans: [ObjectIdentifier: (search: CatalogQuery, plan: SearchPlan)] = [:]
  private var everything: [Component]?
  private var standings: [[String]: WordStanding] = [:]
  private var lastInterpretation: (words: Words, result: InterpretedPredicate)?
  private var openedIndex: WordIndex?
  /// The components of comparisons. They are few, so an array is cheaper than a dictionary, whose type is instantiated
  /// at run time.
  private var comparisonSets: [ComparisonSet] = []

  /// The components that satisfy a comparison.
  private struct ComparisonSet {
    var comparison: Comparison
    var components: ComponentSet
  }

  /// Maximum number of plans of prepared searches to keep.
  private static let planLimit = 64
  /// Maximum number of comparisons whose components are kept: one search has the same several times.
  private static let comparisonLimit = 64
  /// Maximum number of words whose standings are kept.
  private static let standingLimit = 1_000
  /// Maximum number of components to cache as values.
  private static let componentLimit = 20_000

  private init(_ connection: Connection, catalog: CatalogCache, userStore: UserStoreCache, functions: TestFunctions) {
    self.connection = connection
    self.catalog = catalog
    self.functions = functions
    self.userStore = userStore
  }

  /// The state that the current transaction of a reader sees, which the reader keeps until something is committed.
  /// Checking `data_version` of both files costs a microsecond.
  static func current(_ reader: CatalogReader, _ view: CatalogView, hasUserStore: Bool) throws -> ReadState {
    let (connection, former) = (reader.connection, reader.cache as? ReadState)
    // A connection's own changes, which only a catalog in memory has, don't count in `data_version`.
    let own = Int64(connection.totalChangeCount) << 32
    let catalogVersion = (try connection.number("PRAGMA main.data_version") ?? 0) ^ own
    let userVersion = hasUserStore ? try connection.number("PRAGMA user.data_version") ?? 0 : 0
    var catalog = former?.catalog
    if catalog?.version != catalogVersion || catalog?.view !== view { catalog = nil }
    if let former, catalog != nil, former.userStore.version == userVersion { return former }
    let current = ReadState(
      connection, catalog: try catalog ?? CatalogCache(connection, view, version: catalogVersion),
      userStore: try UserStoreCache(connection, isAttached: hasUserStore, version: userVersion),
      functions: former?.functions ?? TestFunctions())
    reader.cache = current
    return current
  }

  var view: CatalogView { catalog.view }

  /// The index of words.
  ///
  /// - Throws: ``NotScanned`` if a scan has to build it first.
  func wordIndex() throws -> WordIndex {
    try openedIndex.orMade {
      let stored = try connection.texts("SELECT word_rules FROM catalog").first ?? ""
      guard WordIndexVersion(view.rules).canUse(stored) else { throw NotScanned() }
      return WordIndex(catalog.words)
    }
  }

  /// The index of words; nil if a scan has to build it first.
  func usableWordIndex() throws -> WordIndex? {
    do { return try wordIndex() } catch is NotScanned { return nil }
  }

  var rows: ComponentRows {
    ComponentRows(
      naming: view.naming, rules: view.rules, visibility: catalog.visibility, labels: userStore.labels,
      tagNames: catalog.tagNames, userStore: userStore, hosts: view.hosts)
  }

  /// The plan of a prepared search, computed once for each state.
  func plan(of search: CatalogQuery, make: () throws -> SearchPlan) throws -> SearchPlan {
    if let kept = plans[ObjectIdentifier(search)] { return kept.plan }
    let plan = try make()
    if plans.count >= Self.planLimit { plans.removeAll() }
    // Retain the search too, so that no other object can have its address.
    plans[ObjectIdentifier(search)] = (search, plan)
    return plan
  }

  /// All components that a caller sees, cached unless there are too many.
  func everything(make: () throws -> [Component]) throws -> [Component] {
    if let everything { return everything }
    let components = try make()
    if components.count <= Self.componentLimit { everything = components }
    return components
  }

  /// The components that satisfy a comparison, computed once for each state.
  func components(where comparison: Comparison, find: () throws -> ComponentSet) throws -> ComponentSet {
    for known in comparisonSets where known.comparison == comparison { return known.components }
    let found = try find()
    if comparisonSets.count >= Self.comparisonLimit { comparisonSets.removeAll() }
    comparisonSets.append(ComparisonSet(comparison: comparison, components: found))
    return found
  }

  /// Where a word occurs in the components that the caller sees, computed once for each state.
  ///
  /// - Parameter word: its tokens. Several tokens are searched for as a phrase, not as a single word.
  func standing(of word: [String], find: () throws -> WordStanding) throws -> WordStanding {
    if let known = standings[word] { return known }
    let standing = try find()
    if standings.count >= Self.standingLimit { standings.removeAll() }
    standings[word] = standing
    return standing
  }

  /// Words to interpret: what they mean depends on all of this.
  struct Words: Hashable {
    var predicate: ComponentPredicate
    var matching: WordMatching
    var scope: Search.Scope
  }

  /// The meaning of words. The last result is kept, because a search that finds nothing is explained right afterwards.
  func interpretation(of words: Words, make: () throws -> InterpretedPredicate) throws -> InterpretedPredicate {
    if let lastInterpretation, lastInterpretation.words == words { return lastInterpretation.result }
    let result = try make()
    lastInterpretation = (words, result)
    return result
  }
}

extension ReadState {
  /// A component that an earlier query found, with its row in this state: a scan may have given its former row to
  /// another component.
  ///
  /// - Throws: ``MissingComponent`` if its bundle is gone or no longer declares it.
  func located(_ component: Component) throws -> Component {
    let rows = try connection.rows(
      "SELECT c.id FROM component AS c JOIN bundle AS b ON b.id = c.bundle WHERE c.uri = ? AND b.path = ?",
      [Value(component.uri), Value(component.bundle)])
    guard let row = try rows.next() else { throw MissingComponent(uri: component.uri, bundle: component.bundle) }
    var component = component
    component.rowID = try row.rowID("id")
    return component
  }
}

extension Catalog {
  /// Runs `body` in one transaction, with one consistent state of the catalog and the user store as a caller sees them.
  func read<Result>(_ view: CatalogView, _ body: (ReadState) throws -> Result) throws -> Result {
    let reader = try begin()
    do {
      let state = try ReadState.current(reader, view, hasUserStore: hasUserStore)
      guard state.catalog.visibility.hasBundles || view.acceptsNothing else { throw NotScanned() }
      let result = try body(state)
      try commit(reader)
      return result
    } catch {
      throw abandon(reader, after: error)
    }
  }
}
