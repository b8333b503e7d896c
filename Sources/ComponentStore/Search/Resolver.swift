internal import ComponentModel
internal import ComponentQuery
internal import SQLite

/// Puts into a predicate what it stands for in one state of the stores: saved searches, collections, and for words that
/// nothing has those that were probably meant.
struct Resolver {
  let state: ReadState

  /// Shorter words are near to too many others.
  private static let shortestCorrected = 4

  /// - Throws: `InvalidPredicate` for a name that nothing has, and for searches that stand on each other.
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

  /// The word itself where a component of the caller's has it anywhere.
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
