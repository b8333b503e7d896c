internal import ComponentModel
internal import ComponentQuery
internal import SQLite

/// The components for which comparisons of numbers and Booleans hold, such as `audioInputs == 2`.
///
/// SQLite tests a few components faster than all can be read. So a set is read only when tests of the same comparison have cost
/// as much as that, and answers all later searches.
final class ColumnSets {
  private let connection: Connection
  private let largestRow: Int
  private var sets: [Comparison: ComponentSet] = [:]
  /// What tests of a comparison have cost, as the number of rows that a scan would have passed in that time.
  private var costs: [Comparison: Int] = [:]

  /// The most comparisons of which something is kept; a set takes a bit for each component.
  private static let limit = 64
  /// To look up a row costs about this many times as much as to pass over it in a scan.
  static let lookupCost = 8

  init(_ connection: Connection, largestRow: Int) {
    self.connection = connection
    self.largestRow = largestRow
  }

  /// Whether a comparison is about nothing but a column of numbers or Booleans, so that it holds for the same components
  /// whoever asks.
  static func canHold(_ comparison: Comparison) -> Bool {
    switch (comparison.key.kind, comparison.key.declaration.column) {
    case (.number, .column), (.number, .optional), (.boolean, .column), (.boolean, .optional): true
    default: false
    }
  }

  /// Whether tests of a comparison have cost as much as reading its set.
  func isPaid(_ comparison: Comparison) -> Bool { costs[comparison, default: 0] >= max(largestRow, 1) }

  /// Notes that SQLite has tested the comparisons of a condition.
  ///
  /// - Parameter cost: see ``costs``.
  /// - Returns: whether sets can now decide one that they couldn't before.
  func note(_ condition: [ComponentPredicate], cost: Int) -> Bool {
    var isNew = false
    for operand in condition {
      operand.visitLeaves { leaf in
        guard case .comparison(let comparison) = leaf, Self.canHold(comparison), !isPaid(comparison) else { return }
        if costs.count >= Self.limit { (costs, sets) = ([:], [:]) }
        costs[comparison, default: 0] += cost
        isNew = isNew || isPaid(comparison)
      }
    }
    return isNew
  }

  /// The components of the whole catalog for which a comparison holds.
  func components(where comparison: Comparison, _ rows: ComponentRows) throws -> ComponentSet {
    if let set = sets[comparison] { return set }
    var lowering = Lowering(rows: rows, tags: [], userTags: []) { _ in ComponentSet() }
    let condition = try lowering.condition(.comparison(comparison))
    let set = try ComponentSet(
      rows: connection.rows("SELECT c.id FROM component AS c WHERE \(condition)", lowering.arguments))
    sets[comparison] = set
    return set
  }
}
