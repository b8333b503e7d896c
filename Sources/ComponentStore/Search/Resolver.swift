internal import ComponentModel
internal import ComponentQuery
internal import SQLite

/// Resolves a predicate in one state of the stores: expands saved searches and collections, and corrects words that
/// nothing contains.
struct Resolver {
  let state: ReadState

  /// Shorter words are too close to too many others.
  private static let shortestCorrected = 4

  /// - Throws: `InvalidPredicate` for an unknown name, and for searches that form a cycle.
  func resolved(_ predicate: ComponentPredicate) throws -> ComponentPredicate {
    try corrected(try named(predicate))
  }

  private func named(_ predicate: ComponentPredicate) throws -> ComponentPredicate {
    guard let name = predicate.savedNames.first else { return predicate }
    guard state.userStore.labels.isAttached else { throw SearchNames.unknown(name, among: []) }
    return try SearchNames(state.connection, rules: state.view.rules, schema: "user").resolved(predicate)
  }

  private func corrected(_ predicate: ComponentPredicate) throws -> ComponentPredicate {
    var hasText = false
    predicate.visitLeaves { leaf in if case .text = leaf { hasText = true } }
    return hasText ? try predicate.replacingWords { try $0.map(corrected) } : predicate
  }

  /// The word itself if any component in the caller's view contains it, else the nearest one.
  private func corrected(_ word: String) throws -> String {
    let folded = state.view.rules.folded(word, [.ignoringCase, .ignoringAccents])
    guard folded.unicodeScalars.count >= Self.shortestCorrected, try !isKnown(word) else { return word }
    return nearest(to: folded, in: try state.vocabulary { try vocabulary() }) ?? word
  }

  private func isKnown(_ word: String) throws -> Bool {
    let plan = try Planner(state: state).plan(.text([word]), .visible)
    return try !Search(state: state).matches(plan, limit: 1).isEmpty
  }

  /// The words of names, manufacturers and tags, without case and accents, the most frequent first.
  private func vocabulary() throws -> [String] {
    var counts: [String: Int] = [:]
    func count(_ text: String) {
      for part in text.unicodeScalars.split(whereSeparator: { !$0.properties.isAlphabetic }) {
        counts[String(part), default: 0] += 1
      }
    }
    let rows = try state.connection.rows("SELECT name, manufacturer FROM search_text")
    while let row = try rows.next() {
      count(try row.text("name"))
      count(try row.text("manufacturer"))
    }
    for row in try state.catalog.tags() + state.userStore.tags() {
      for name in row.tag.displayNames {
        count(state.view.rules.folded(name, [.ignoringCase, .ignoringAccents]))
      }
    }
    return counts.sorted { ($1.value, $0.key) < ($0.value, $1.key) }.map(\.key)
  }
}
