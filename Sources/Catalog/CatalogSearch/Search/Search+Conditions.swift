internal import CatalogStore
internal import StoreFiles
internal import ComponentQuery
internal import SQLite

/// The rows that sets and SQLite decide.
extension Search {
  /// The rows that pass everything except the tests in memory, in ascending order.
  func candidates(_ plan: SearchPlan, limit: Int) throws -> [Int64] {
    guard let condition = plan.condition else {
      return try (plan.set ?? state.catalog.all()).rows(limit: limit)
    }
    guard let tests = condition.tests else { return try tested(condition, plan, limit: limit) }
    return try state.functions.run(tests, on: state.connection) { try tested(condition, plan, limit: limit) }
  }

  private func tested(_ condition: SearchPlan.Condition, _ plan: SearchPlan, limit: Int) throws -> [Int64] {
    if let set = plan.set {
      if plan.isListed { return try listed(set.rows(), plan: plan, condition: condition, limit: limit) }
      if !plan.namesURI,
        let first = try firstListed(in: set, plan: plan, condition: condition, limit: limit)
      {
        return first
      }
    }
    return try scanned(plan, condition, limit: limit)
  }

  /// The first rows, if they are found in the time that a full scan would take; nil if not, so that the search
  /// takes at most twice as long.
  private func firstListed(
    in set: ComponentSet, plan: SearchPlan, condition: SearchPlan.Condition, limit: Int
  ) throws -> [Int64]? {
    guard limit < set.count else { return nil }
    let rows = set.rows(limit: state.catalog.largestRow / ComparisonSets.lookupCost)
    let found = try listed(rows, plan: plan, condition: condition, limit: limit)
    return found.count == limit ? found : nil
  }

  /// The rows of a plan that a scan finds.
  private func scanned(_ plan: SearchPlan, _ condition: SearchPlan.Condition, limit: Int) throws -> [Int64] {
    let found = try collected(condition.statements.rows, condition.arguments, in: plan.set, limit: limit)
    state.charge(plan.parts.bySQL, with: found.count < limit ? state.catalog.largestRow : Int(found.last ?? 0))
    return found
  }

  /// The rows of a list that satisfy a condition.
  private func listed(
    _ rows: [Int64], plan: SearchPlan, condition: SearchPlan.Condition, limit: Int
  ) throws -> [Int64] {
    var (found, count): ([Int64], Int) = ([], 0)
    for batch in Self.batched(rows) where found.count < limit {
      count += batch.count
      found += try collected(
        condition.statements.listed, condition.arguments + [Value(rows: batch)], in: nil, limit: limit - found.count)
    }
    state.charge(plan.parts.bySQL, with: count * ComparisonSets.lookupCost)
    return found
  }

  /// The rows of a statement that are in a set, up to a limit.
  private func collected(
    _ sql: String, _ arguments: [Value], in set: ComponentSet?, limit: Int
  ) throws -> [Int64] {
    var rows: [Int64] = []
    let found = try state.connection.rows(sql, arguments)
    while rows.count < limit, let row = try found.nextNumber() {
      if set?.contains(row) ?? true { rows.append(try ComponentSet.checked(row)) }
    }
    return rows
  }
}
