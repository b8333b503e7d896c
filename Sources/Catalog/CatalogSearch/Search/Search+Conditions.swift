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
    guard plan.isListed, let set = plan.set else {
      return try collected(condition.rows, condition.arguments, in: plan.set, limit: limit)
    }
    let arguments = condition.arguments + [Value(rows: set.rows())]
    return try collected(condition.listed, arguments, in: nil, limit: limit)
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
