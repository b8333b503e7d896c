internal import ComponentModel
internal import ComponentQuery

/// What the user uses, favours and has tagged, which orders components that match equally well.
struct Preferences {
  let state: ReadState

  /// The points for each, added once.
  private static let favorite: Int32 = 4
  private static let tagged: Int32 = 2
  private static let used: Int32 = 1

  /// The preference for each position; 0 for a component that the user has done nothing with.
  func points(of positions: RowPositions) throws -> [Int32] {
    var values = [Int32](repeating: 0, count: positions.rows.count)
    let store = state.userStore
    guard store.labels.isAttached else { return values }
    if let label = store.labels.favorite {
      positions.forEach(in: try store.components(with: label)) { values[$0] += Self.favorite }
    }
    var tagged = ComponentSet()
    for tag in try store.tags() { tagged.formUnion(try store.components(with: tag.id)) }
    positions.forEach(in: tagged) { values[$0] += Self.tagged }
    positions.forEach(in: try store.usedComponents()) { values[$0] += Self.used }
    return values
  }
}
