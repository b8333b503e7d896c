internal import CatalogStore
internal import StoreFiles
package import ComponentQuery
internal import SQLite

extension Catalog {
  /// Runs a search and reports its plan.
  package func plan(_ search: CatalogQuery, view: CatalogView) throws -> QueryPlan {
    try read(view) { state in try Explainer(search: Search(state: state)).explain(search) }
  }
}

/// Runs a search step by step and times each step.
private struct Explainer {
  let search: Search

  func explain(_ asked: CatalogQuery) throws -> QueryPlan {
    let (plan, planning) = try timed { try search.plan(asked) }
    var explained = QueryPlan(
      plan.predicate, sql: plan.condition?.sql, sqliteSteps: try sqliteSteps(plan), planningSeconds: planning)
    if let count = plan.set?.count {
      explained.steps.append(.init(method: .sets, parts: plan.parts.bySets, remaining: count, seconds: nil))
    }
    try addTests(plan, to: &explained)
    let (rows, _) = try timed { try search.matches(plan) }
    explained.found = rows.count
    explained.buildingSeconds = try timed { try search.components(plan, limit: .max).count }.seconds
    return explained
  }

  private func addTests(_ plan: SearchPlan, to explained: inout QueryPlan) throws {
    var tested = plan
    tested.filter = nil
    tested.hostFilter = nil
    if plan.condition != nil {
      let (rows, seconds) = try timed { try search.matches(tested) }
      explained.steps.append(
        .init(method: .sql, parts: plan.parts.bySQL, remaining: rows.count, seconds: seconds))
    }
    if plan.filter != nil {
      tested.filter = plan.filter
      let (rows, seconds) = try timed { try search.matches(tested) }
      explained.steps.append(
        .init(method: .memory, parts: plan.parts.inMemory, remaining: rows.count, seconds: seconds))
    }
    guard let hostFilter = plan.hostFilter else { return }
    let (rows, seconds) = try timed { try search.matches(plan) }
    explained.steps.append(
      .init(method: .host, parts: [], conditions: hostFilter.conditions, remaining: rows.count, seconds: seconds))
  }

  private func sqliteSteps(_ plan: SearchPlan) throws -> [String] {
    guard let condition = plan.condition else { return [] }
    let isListed = plan.isListed && plan.set != nil
    let sql = isListed ? condition.listed : condition.rows
    let last = isListed ? [Value(rows: plan.set?.rows() ?? [])] : []
    let run = {
      try search.state.connection.prepare("EXPLAIN QUERY PLAN " + sql).rows(condition.arguments + last)
        .compactMap { try $0.text("detail") }
    }
    guard let tests = condition.tests else { return try run() }
    return try search.state.functions.run(tests, on: search.state.connection, run)
  }

  private func timed<Result>(_ body: () throws -> Result) rethrows -> (result: Result, seconds: Double) {
    let start = ContinuousClock.now
    let result = try body()
    let duration = (ContinuousClock.now - start).components
    return (result, Double(duration.seconds) + Double(duration.attoseconds) * 1e-18)
  }
}
