internal import CatalogStore
internal import ComponentModel
internal import ComponentQuery
internal import PlainWords
internal import SQLite

/// One search in one state of the catalog.
struct Search {
  let state: ReadState

  /// The components that a search finds beyond the default.
  struct Scope: OptionSet, Hashable {
    let rawValue: Int
    /// Components that the user has hidden.
    static let hidden = Scope(rawValue: 1)
    /// Duplicates that another bundle shadows.
    static let shadowed = Scope(rawValue: 2)
    static let visible: Scope = []
    static let everything: Scope = [.hidden, .shadowed]
  }

  /// The number of components to read at a time, so that the first of many results come early.
  private static let batchSize = 256

  var rows: ComponentRows { state.rows }

  /// - Parameter keepsHidden: whether to find hidden components, too; they never change what words mean.
  func plan(
    _ predicate: ComponentPredicate, scope: Scope, reading: CatalogQuery.Reading = .resolving(.interpreted),
    keepsHidden: Bool = false
  ) throws -> SearchPlan {
    let resolved: InterpretedPredicate
    switch reading {
    case .resolving(let matching):
      resolved = try Resolver(state: state, matching: matching, scope: scope).resolved(predicate)
    case .resolved: resolved = InterpretedPredicate(predicate)
    }
    var plan = try Planner(state: state).plan(resolved.predicate, keepsHidden ? scope.union(.hidden) : scope)
    plan.rank = resolved.rank
    plan.notes = resolved.notes
    return plan
  }

  func plan(_ search: CatalogQuery) throws -> SearchPlan {
    var plan = try plan(search.predicate, scope: search.scope, reading: search.reading)
    plan.hostFilter = search.filter
    return plan
  }

  /// The first components of a plan: the best matches of its plain words if it has any, else the first by name in the
  /// caller's collation.
  func components(_ plan: SearchPlan, limit: Int = .max) throws -> [Component] {
    try components(of: try matches(plan), plan, limit: limit)
  }

  /// The first components of a plan's rows.
  func components(of rows: [Int64], _ plan: SearchPlan, limit: Int) throws -> [Component] {
    try answers(of: rows, plan, limit: limit).components
  }

  /// The first components of a plan's rows, and how many of them are good answers.
  func answers(of rows: [Int64], _ plan: SearchPlan, limit: Int) throws -> Answers {
    guard limit > 0 else { return Answers([]) }
    guard let rank = plan.rank else { return Answers(sorted(try components(try firstByName(rows, limit: limit)))) }
    return try ranked(rows, by: rank, limit: limit)
  }

  /// The components that match a predicate, as in ``components(_:limit:)``.
  func components(_ predicate: ComponentPredicate, with scope: Scope) throws -> [Component] {
    try components(try plan(predicate, scope: scope))
  }

  /// The components that the user has hidden.
  func hidden() throws -> ComponentSet {
    try state.userStore.labels.hidden.map { try state.userStore.components(with: $0) } ?? ComponentSet()
  }

  // MARK: Rows

  /// The rows that pass a plan, in ascending order.
  func matches(_ plan: SearchPlan, limit: Int = .max) throws -> [Int64] {
    guard plan.isFiltered else { return try candidates(plan, limit: limit) }
    var rows: [Int64] = []
    var rest = try candidates(plan, limit: .max)[...]
    while !rest.isEmpty, rows.count < limit {
      for component in try components(rest.prefix(Self.batchSize)) where rows.count < limit {
        if try passes(component, plan) { rows.append(component.rowID) }
      }
      rest = rest.dropFirst(Self.batchSize)
    }
    return rows
  }

  /// Whether a component passes the tests in memory.
  private func passes(_ component: Component, _ plan: SearchPlan) throws -> Bool {
    let subject = CatalogSubject(component) {
      try DetailsReader(connection: state.connection, rows: rows).details(of: component)
    }
    guard try plan.filter?.matches(subject) ?? true else { return false }
    return try plan.hostFilter?.accepts(component) ?? true
  }

  /// The number of rows that pass a plan.
  func count(_ plan: SearchPlan) throws -> Int {
    guard !plan.isFiltered, plan.condition == nil else { return try matches(plan).count }
    return try (plan.set ?? state.catalog.all()).count
  }
}
