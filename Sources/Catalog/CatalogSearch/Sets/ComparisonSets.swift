internal import CatalogStore
internal import ComponentModel
internal import ComponentQuery

/// The components that satisfy comparisons such as `audioInputs == 2`, if these don't depend on the user's data.
///
/// Testing a few components is cheaper than testing all of them. So a set is computed only once tests of the same
/// comparison have cost as much as a scan; then it answers all later searches.
final class ComparisonSets {
  private let largestRow: Int
  private var sets: [Comparison: ComponentSet] = [:]
  /// The cost of each comparison's tests, as the number of rows that a scan would have passed in that time.
  private var costs: [Comparison: Int] = [:]
  /// The comparison whose set is being computed.
  private var pending: Comparison?

  /// Maximum number of comparisons to remember; a set takes a bit per component.
  private static let limit = 64
  /// Looking up a row costs about this many times as much as passing over it in a scan.
  static let lookupCost = 8

  init(largestRow: Int) { self.largestRow = largestRow }

  /// Whether a comparison does not depend on the user's data, and can be tested on all components: a regular expression
  /// may take too long on one that the search leaves out.
  static func canHold(_ comparison: Comparison) -> Bool {
    switch comparison.key {
    // A URI has an index.
    case .favorite, .hidden, .uses, .lastUsed, .uri, .usableIn: false
    default: comparison.key.kind != .tags && !comparison.isPattern
    }
  }

  /// Whether tests of a comparison have cost as much as a scan, so that its set is worth its cost.
  func isWorthwhile(_ comparison: Comparison) -> Bool {
    costs[comparison, default: 0] >= max(largestRow, 1) && comparison != pending
  }

  /// Charges the comparisons of a condition with the cost of SQLite's tests.
  ///
  /// - Parameter cost: see ``costs``.
  /// - Returns: whether a set has just become worthwhile.
  func charge(_ condition: [ComponentPredicate], with cost: Int) -> Bool {
    var isAnyNew = false
    for comparison in Self.tested(condition) where !isWorthwhile(comparison) {
      if costs[comparison] == nil, costs.count >= Self.limit, let other = costs.keys.first {
        costs[other] = nil
        sets[other] = nil
      }
      costs[comparison, default: 0] += cost
      isAnyNew = isAnyNew || isWorthwhile(comparison)
    }
    return isAnyNew
  }

  /// The comparisons of a condition that SQLite has probably tested on every row: an expensive one may follow one that
  /// few rows pass.
  private static func tested(_ condition: [ComponentPredicate]) -> [Comparison] {
    var comparisons: [Comparison] = []
    for operand in condition {
      operand.visitLeaves { leaf in
        if case .comparison(let comparison) = leaf { comparisons.append(comparison) }
      }
    }
    guard comparisons.count <= limit, comparisons.allSatisfy(canHold) else { return [] }
    return comparisons.count == 1 || comparisons.allSatisfy(\.isOfColumn) ? comparisons : []
  }

  /// The components that satisfy a comparison.
  ///
  /// - Parameter find: finds them if there is no set yet.
  func components(where comparison: Comparison, find: () throws -> ComponentSet) throws -> ComponentSet {
    if let set = sets[comparison] { return set }
    pending = comparison
    defer { pending = nil }
    let set = try find()
    sets[comparison] = set
    return set
  }
}

extension Comparison {
  /// Whether it tests a column of numbers or Booleans.
  fileprivate var isOfColumn: Bool {
    switch (key.kind, key.declaration.column) {
    case (.number, .column), (.number, .optional), (.number, .optionalExpression), (.boolean, .column),
      (.boolean, .optional):
      true
    default: false
    }
  }

  /// Whether it matches a regular expression.
  fileprivate var isPattern: Bool {
    (key.isList ? listReading.elementOperator : comparisonOperator) == .matches
  }
}
