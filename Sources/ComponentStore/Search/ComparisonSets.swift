internal import ComponentModel
internal import ComponentQuery

/// The components for which comparisons hold, such as `audioInputs == 2`, as far as the user's data makes no difference.
///
/// SQLite tests a few components faster than all can be. So a set is made only when tests of the same comparison have cost as
/// much as a scan, and answers all later searches.
final class ComparisonSets {
  private let largestRow: Int
  private var sets: [Comparison: ComponentSet] = [:]
  /// What tests of a comparison have cost, as the number of rows that a scan would have passed in that time.
  private var costs: [Comparison: Int] = [:]
  /// The comparison whose set is being made.
  private var pending: Comparison?

  /// The most comparisons of which something is kept; a set takes a bit for each component.
  private static let limit = 64
  /// To look up a row costs about this many times as much as to pass over it in a scan.
  static let lookupCost = 8

  init(largestRow: Int) { self.largestRow = largestRow }

  /// Whether a comparison holds for the same components whatever the user does.
  static func canHold(_ comparison: Comparison) -> Bool {
    switch comparison.key {
    case .favorite, .hidden, .uses, .lastUsed: false
    default: comparison.key.kind != .tags
    }
  }

  /// Whether tests of a comparison have cost as much as a scan.
  func isPaid(_ comparison: Comparison) -> Bool {
    costs[comparison, default: 0] >= max(largestRow, 1) && comparison != pending
  }

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

  /// The components for which a comparison holds.
  ///
  /// - Parameter find: finds them without the set.
  func components(where comparison: Comparison, find: () throws -> ComponentSet) throws -> ComponentSet {
    if let set = sets[comparison] { return set }
    pending = comparison
    defer { pending = nil }
    let set = try find()
    sets[comparison] = set
    return set
  }
}
