internal import ComponentModel
internal import ComponentQuery
internal import SQLite

/// How a predicate is searched for: what sets decide, what the index of names narrows, what SQLite tests row by row, and
/// what is left to memory. A component is found that passes all of it.
struct SearchPlan {
  /// The predicate with what it stands for: see ``Resolver``.
  let predicate: ComponentPredicate
  /// What sets decide, with who sees what; nil where that is every component.
  var set: ComponentSet?
  /// Whether the set is so small a part of the catalog that its components are looked up one by one.
  var isListed = false
  /// A search of the index of names, and the components that it can't speak for.
  var names: (search: String, others: ComponentSet)?
  /// What SQLite tests.
  var condition: Condition?
  /// What is tested in memory, in the order of the predicate.
  var filter: PreparedPredicate?
  /// What the host tests, after all else.
  var hostFilter: ComponentFilter?
  /// The parts of the predicate that each of these has, for people.
  var parts = Parts()

  /// Whether components have to be read to decide which ones are found.
  var isFiltered: Bool { filter != nil || hostFilter != nil }

  /// A condition in SQL with what it needs.
  struct Condition {
    var sql: String
    var arguments: [Value]
    /// The tests that it asks; nil where it asks none.
    var tests: QueryTests?
    /// The statements that ask it.
    var statements: Statements
  }

  /// Statements that have one condition, written once for a plan.
  struct Statements {
    /// Gives the rows that pass, of those that its last argument lists.
    var listed: String
    /// Gives all rows that pass, in ascending order.
    var rows: String
    /// Gives the URIs of these.
    var uris: String
    /// What ``rows`` and ``uris`` take after the condition's arguments.
    var last: [Value]
  }

  /// The parts of a predicate, by what decides them.
  struct Parts {
    var bySets: [ComponentPredicate] = []
    var byNames: [ComponentPredicate] = []
    var bySQL: [ComponentPredicate] = []
    var inMemory: [ComponentPredicate] = []
  }
}

/// Makes the plan of a predicate in one state of the catalog.
struct Planner {
  let state: ReadState

  /// Of so few candidates each is looked at, however they could be narrowed.
  private static let fewCandidates = 256

  func plan(_ predicate: ComponentPredicate, _ scope: Search.Scope) throws -> SearchPlan {
    var plan = SearchPlan(predicate: predicate)
    let sets = ComponentSets(state: state)
    let operands = Self.conjuncts(predicate)
    // A URI names one component or two: SQLite has it sooner than any set is read.
    let hasURI = operands.contains(where: Self.namesURI)
    for operand in operands {
      if !hasURI, ComponentSets.decide(operand) {
        plan.parts.bySets.append(operand)
      } else if Lowering.canLower(operand) {
        plan.parts.bySQL.append(operand)
      } else {
        plan.parts.inMemory.append(operand)
      }
    }
    let decided = plan.parts.bySets.isEmpty ? nil : try sets.set(of: .and(plan.parts.bySets))
    plan.set = try sets.visible(predicate.names(.hidden) ? scope.union(.hidden) : scope, of: decided)
    decideListing(&plan)
    if !hasURI, !plan.isListed { try useNames(&plan, sets) }
    try lower(&plan)
    return plan
  }

  /// A row is looked up by its number about eight times as slowly as it is passed by.
  private func decideListing(_ plan: inout SearchPlan) {
    guard let count = plan.set?.count else { return }
    plan.isListed = count <= Self.fewCandidates || count * 8 <= state.catalog.largestRow
  }

  /// The parts that all have to be true.
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

  /// The first comparison with the name that the index can narrow. It stays in the condition.
  private func useNames(_ plan: inout SearchPlan, _ sets: ComponentSets) throws {
    let index = NameIndex(rules: state.view.rules)
    for operand in plan.parts.bySQL {
      guard case .comparison(let comparison) = operand, let search = index.search(for: comparison) else { continue }
      // Without a language of the caller's everybody sees the name that the index has.
      let others = state.view.naming.languageTags.isEmpty ? ComponentSet() : try state.catalog.translated()
      plan.names = (search, others)
      plan.parts.byNames = [operand]
      return
    }
  }

  private func lower(_ plan: inout SearchPlan) throws {
    if !plan.parts.bySQL.isEmpty {
      let needsTags = plan.parts.bySQL.contains { $0.needsTags }
      var lowering = Lowering(
        rows: state.rows, tags: needsTags ? try state.catalog.tags() : [],
        userTags: needsTags ? try state.userStore.tags() : [])
      let sql = try lowering.condition(.and(plan.parts.bySQL))
      let tests = lowering.needsFunctions ? QueryTests(tests: lowering.tests, rules: state.view.rules) : nil
      plan.condition = SearchPlan.Condition(
        sql: sql, arguments: lowering.arguments, tests: tests,
        statements: SearchPlan.Statements(sql, argumentCount: lowering.arguments.count, names: plan.names?.search))
    }
    if !plan.parts.inMemory.isEmpty {
      plan.filter = try PreparedPredicate(.and(plan.parts.inMemory), rules: state.view.rules)
    }
  }
}

extension ComponentPredicate {
  /// Whether it can only be decided with the names of tags.
  fileprivate var needsTags: Bool {
    var isNeeded = false
    visitLeaves { leaf in
      switch leaf {
      case .text: isNeeded = true
      case .comparison(let comparison): isNeeded = isNeeded || comparison.key.kind == .tags
      default: break
      }
    }
    return isNeeded
  }
}

extension SearchPlan.Statements {
  /// The statements of a condition on `component AS c`, and on `bundle AS b` where it names that.
  ///
  /// - Parameter names: a search of the index of names, which gives the candidates.
  init(_ condition: String, argumentCount: Int, names: String?) {
    let bundle = condition.contains("b.") ? "JOIN bundle AS b ON b.id = c.bundle" : ""
    let next = "?\(argumentCount + 1)"
    listed = """
      SELECT c.id FROM json_each(\(next)) AS j CROSS JOIN component AS c ON c.id = j.value \(bundle) WHERE \(condition)
      """
    func all(_ column: String) -> String {
      if names == nil { return "SELECT \(column) FROM component AS c \(bundle) WHERE \(condition) ORDER BY c.id" }
      return """
        SELECT \(column) FROM name_index AS f CROSS JOIN component AS c ON c.id = f.rowid \(bundle)
        WHERE f.name_index MATCH \(next) AND \(condition) ORDER BY f.rowid
        """
    }
    rows = all("c.id")
    uris = all("c.uri")
    last = names.map { [Value($0)] } ?? []
  }
}
