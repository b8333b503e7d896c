/// What components have gained and lost in the index of words.
struct PostingChanges {
  /// A change or feature of one component.
  protocol OfComponent {
    var row: Int64 { get }
  }

  /// The places of a word that one component has gained or lost.
  struct Change: OfComponent {
    var row: Int64
    /// Places, as bits: see ``PostingPlace``.
    var gained: UInt16
    var lost: UInt16
  }

  /// By word, in ascending order of rows.
  private(set) var words: [String: [Change]] = [:]
  /// The features that ranking uses, by component in ascending order of rows; none for removed components.
  private(set) var features: [Features] = []

  /// The features of one component.
  struct Features: OfComponent {
    var row: Int64
    var features: ComponentFeatures
  }

  /// Adds a component that has changed. Its row must be greater than those before.
  mutating func add(_ row: Int64, from before: ComponentWords, to after: ComponentWords) {
    for (word, places) in after.places {
      let former = before.places[word] ?? 0
      if former != places { add(word, Change(row: row, gained: places & ~former, lost: former & ~places)) }
    }
    for (word, places) in before.places where after.places[word] == nil {
      add(word, Change(row: row, gained: 0, lost: places))
    }
    features.append(Features(row: row, features: after.features))
  }

  private mutating func add(_ word: String, _ change: Change) { words[word, default: []].append(change) }
}
