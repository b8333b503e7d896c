internal import ComponentModel
internal import ComponentQuery
internal import GRDB

/// One state of the catalog and the user store as a connection sees it, with what has been read of it so far.
///
/// Used in transactions of one connection, one at a time.
final class ReadState {
  let catalog: KeptCatalog
  let userStore: KeptUserStore
  let functions: TestFunctions
  private var plans: [ObjectIdentifier: (search: CatalogSearch, plan: SearchPlan)] = [:]
  private var statements: [String: Statement] = [:]
  private var everything: [Component]?
  private var tagCounts: [CountedTag]?
  private var vocabulary: [String]?

  /// How many plans of prepared searches are kept.
  private static let planLimit = 64
  /// Up to how many components are kept as values.
  private static let componentLimit = 20_000

  init(catalog: KeptCatalog, userStore: KeptUserStore, functions: TestFunctions) {
    self.catalog = catalog
    self.functions = functions
    self.userStore = userStore
  }

  var view: CatalogView { catalog.view }

  var rows: ComponentRows {
    ComponentRows(
      naming: view.naming, rules: view.rules, visibility: catalog.visibility, labels: userStore.labels,
      tagNames: catalog.tagNames)
  }

  /// The plan of a prepared search, which is made once for a state.
  func plan(of search: CatalogSearch, make: () throws -> SearchPlan) throws -> SearchPlan {
    if let kept = plans[ObjectIdentifier(search)] { return kept.plan }
    let plan = try make()
    if plans.count >= Self.planLimit { plans.removeAll() }
    // The search is kept too, so that no other one gets its address.
    plans[ObjectIdentifier(search)] = (search, plan)
    return plan
  }

  /// The first column of a statement's rows. The last statements stay compiled; there is no end of different ones in a host
  /// that runs for days.
  func numbers(
    _ sql: String, _ arguments: [DatabaseValue], _ connection: Database
  ) throws -> FastDatabaseValueCursor<Int64> {
    try Int64.fetchCursor(try statement(sql, arguments, connection))
  }

  /// As ``numbers(_:_:_:)``, for texts.
  func texts(
    _ sql: String, _ arguments: [DatabaseValue], _ connection: Database
  ) throws -> FastDatabaseValueCursor<String> {
    try String.fetchCursor(try statement(sql, arguments, connection))
  }

  private func statement(_ sql: String, _ arguments: [DatabaseValue], _ connection: Database) throws -> Statement {
    if statements.count >= Self.planLimit, statements[sql] == nil { statements.removeAll() }
    let statement = try statements[sql] ?? connection.makeStatement(sql: sql)
    statements[sql] = statement
    statement.setUncheckedArguments(StatementArguments(arguments))
    return statement
  }

  /// All components that a caller sees, kept where they are not too many.
  func everything(make: () throws -> [Component]) throws -> [Component] {
    if let everything { return everything }
    let components = try make()
    if components.count <= Self.componentLimit { everything = components }
    return components
  }

  /// The words that a misspelt one may mean.
  func vocabulary(make: () throws -> [String]) throws -> [String] {
    if let vocabulary { return vocabulary }
    let words = try make()
    vocabulary = words
    return words
  }

  /// The counts of all tags, which are made once for a state.
  func tagCounts(make: () throws -> [CountedTag]) throws -> [CountedTag] {
    if let tagCounts { return tagCounts }
    let counts = try make()
    tagCounts = counts
    return counts
  }
}
