internal import CatalogStore
internal import ComponentModel
internal import ComponentQuery
internal import PlainWords
internal import SQLite

/// The steps of a search: sets decide some parts of it, SQLite tests others row by row, and the rest is tested in memory.
/// A component matches if it passes all steps.
struct SearchPlan {
  /// The resolved predicate: see ``Resolver``.
  let predicate: ComponentPredicate
  /// The ranking of the results; nil if the predicate has no words.
  var rank: WordRank?
  /// How the words were interpreted.
  var notes: [SearchNote] = []
  /// The components that sets allow, including their visibility; nil for every component.
  var set: ComponentSet?
  /// Whether the set is small enough to look up its components one by one.
  var isListed = false
  /// The condition that SQLite tests.
  var condition: Condition?
  /// The conditions tested in memory, in the order of the predicate.
  var filter: PreparedPredicate?
  /// The host's own tests, which come last.
  var hostFilter: ComponentFilter?
  /// The parts of the predicate that each of these decides, for ``QueryPlan``.
  var parts = Parts()

  /// Whether deciding requires reading components.
  var isFiltered: Bool { filter != nil || hostFilter != nil }

  /// A condition in SQL with its parameters.
  struct Condition {
    var sql: String
    var arguments: [Value]
    /// The tests that it calls; nil if there are none.
    var tests: QueryTests?
    /// Whether it uses `bundle AS b`, beside `component AS c`.
    var namesBundle: Bool

    /// The statement for the rows that pass, among those in an argument after the others.
    var listed: String {
      """
      SELECT c.id FROM json_each(?\(arguments.count + 1)) AS j CROSS JOIN component AS c ON c.id = j.value \(bundle)
      WHERE \(sql)
      """
    }

    /// The statement for all rows that pass, in ascending order.
    var rows: String { "SELECT c.id FROM component AS c \(bundle) WHERE \(sql) ORDER BY c.id" }

    private var bundle: String { namesBundle ? "JOIN bundle AS b ON b.id = c.bundle" : "" }
  }

  /// The parts of a predicate, by what decides them.
  struct Parts {
    var bySets: [ComponentPredicate] = []
    var bySQL: [ComponentPredicate] = []
    var inMemory: [ComponentPredicate] = []
  }
}

/// Plans a search in one state of the catalog.
struct Planner {
  let state: ReadState

  /// So many rows are always looked up: testing others may be expensive.
  private static let few = 256
  /// Looking up a row costs about this many times as much as passing over it in a scan.
  private static let lookupCost = 8

  func plan(_ predicate: ComponentPredicate, _ scope: Search.Scope) throws -> SearchPlan {
    var plan = SearchPlan(predicate: predicate)
    let sets = ComponentSets(state: state)
    let operands = Self.conjuncts(predicate)
    // A URI identifies one or two components: SQLite finds them faster than a set can be read.
    let hasURI = operands.contains(where: Self.namesURI)
    var room = Lowering.testLimit
    for operand in operands {
      if !hasURI, sets.decide(operand) {
        plan.parts.bySets.append(operand)
        continue
      }
      let tests = Lowering.testCount(operand)
      if tests <= room {
        room -= tests
        plan.parts.bySQL.append(operand)
      } else {
        plan.parts.inMemory.append(operand)
      }
    }
    let decided = plan.parts.bySets.isEmpty ? nil : try sets.set(of: .and(plan.parts.bySets))
    plan.set = try sets.visible(predicate.names(.hidden) ? scope.union(.hidden) : scope, of: decided)
    if let count = plan.set?.count {
      plan.isListed = count <= Self.few || count * Self.lookupCost <= state.catalog.largestRow
    }
    try lower(&plan)
    return plan
  }

  /// The conjuncts: parts that must all be true.
  private static func conjuncts(_ predicate: ComponentPredicate) -> [ComponentPredicate] {
    switch predicate {
    case .and(let operands): operands
    case .constant(true): []
    default: [predicate]
    }
  }

  private static func namesURI(_ predicate: ComponentPredicate) -> Bool {
    guard case .comparison(let comparison) = predicate, comparison.key == .uri, comparison.options.isEmpty else {
      return false
    }
    return comparison.comparisonOperator == .equal || comparison.comparisonOperator == .in
  }

  private func lower(_ plan: inout SearchPlan) throws {
    if !plan.parts.bySQL.isEmpty {
      var lowering = Lowering(ComponentSets(state: state))
      let sql = try lowering.condition(.and(plan.parts.bySQL))
      let tests = lowering.needsFunctions ? QueryTests(tests: lowering.tests, sets: lowering.sets) : nil
      plan.condition = SearchPlan.Condition(
        sql: sql, arguments: lowering.arguments, tests: tests,
        namesBundle: plan.parts.bySQL.contains { $0.names(.bundle) })
    }
    if !plan.parts.inMemory.isEmpty {
      plan.filter = try PreparedPredicate(.and(plan.parts.inMemory), rules: state.view.rules)
    }
  }
}
