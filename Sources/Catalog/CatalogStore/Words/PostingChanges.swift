/// The words that components have gained and lost in the index.
struct PostingChanges {
  /// The places of a word that one component has gained or lost.
  struct Change {
    var row: Int64
    /// Places, as bits: see ``PostingPlace``.
    var gained: UInt16
    var lost: UInt16
  }

  /// The changes by word, in ascending order of rows.
  private(set) var words: [String: [Change]] = [:]
  /// The features that ranking uses, by component; none for those that were removed.
  private(set) var features: [(row: Int64, features: ComponentFeatures)] = []

  /// Adds a component that has changed. Its row must be greater than those before.
  mutating func add(_ row: Int64, from before: ComponentWords, to after: ComponentWords) {
    for (word, places) in after.places {
      let former = before.places[word] ?? 0
      if former != places { add(word, Change(row: row, gained: places & ~former, lost: former & ~places)) }
    }
    for (word, places) in before.places where after.places[word] == nil {
      add(word, Change(row: row, gained: 0, lost: places))
    }
    if let own = after.features { features.append((row, own)) }
  }

  private mutating func add(_ word: String, _ change: Change) { words[word, default: []].append(change) }
}
