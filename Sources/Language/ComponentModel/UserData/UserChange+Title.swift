extension UserChange {
  /// A description of the change, in the past tense, for the log of changes; nil for a use, which is counted and can't
  /// be undone.
  package var title: String? { title(alongside: 0) }

  /// The title of the change, together with the same change to `others` more components.
  private func title(alongside others: Int) -> String? {
    let more = others == 0 ? "" : " and \(others) more"
    return switch self {
    case .add(let label, let uri): Self.added(label, uri + more)
    case .remove(let label, let uri): Self.removed(label, uri + more)
    case .setTags(let labels, let uri):
      labels.isEmpty
        ? "all tags removed from \(uri)"
        : "tags of \(uri) set to \(labels.map { "`\($0.name)`" }.joined(separator: ", "))"
    case .rename(let label, let other): "\(label.kind.rawValue) `\(label.name)` renamed to `\(other.name)`"
    case .create(let label): "\(label.kind.rawValue) `\(label.name)` created"
    case .delete(let label): "\(label.kind.rawValue) `\(label.name)` deleted"
    case .save(let search, _): "search `\(search.name)` saved"
    case .deleteSearch(let name): "search `\(name)` removed"
    case .use: nil
    }
  }

  private static func added(_ label: UserLabel, _ uri: String) -> String {
    switch label.kind {
    case .tag: "tag `\(label.name)` added to \(uri)"
    case .collection: "\(uri) added to the collection `\(label.name)`"
    case .favorite: "\(uri) marked as a favourite"
    case .hidden: "\(uri) hidden"
    }
  }

  private static func removed(_ label: UserLabel, _ uri: String) -> String {
    switch label.kind {
    case .tag: "tag `\(label.name)` removed from \(uri)"
    case .collection: "\(uri) removed from the collection `\(label.name)`"
    case .favorite: "\(uri) no longer a favourite"
    case .hidden: "\(uri) no longer hidden"
    }
  }

  /// The title of several changes, not counting those that changed nothing; nil if none changed anything. Only the
  /// first is named: `urn:a and 1 more hidden`, or `search `x` saved, and 1 more`.
  ///
  /// - Parameter counts: the number of rows that each change touched.
  package static func title(of changes: [UserChange], _ counts: [Int]) -> String? {
    let made = zip(changes, counts).filter { $0.1 > 0 }.map(\.0).filter { $0.title != nil }
    // Creating a collection for the components that go into it isn't a change of its own.
    let filling = made.filter(\.isAddition)
    let named = filling.isEmpty ? made : made.filter { change in !filling.contains { change.makesRoom(for: $0) } }
    guard let first = named.first else { return nil }
    let alike = named.filter { $0.isLike(first) }.count
    guard alike < named.count else { return first.title(alongside: alike - 1) }
    return first.title.map { "\($0), and \(named.count - 1) more" }
  }

  private var isAddition: Bool { if case .add = self { true } else { false } }

  private func makesRoom(for other: UserChange) -> Bool {
    if case .create(let label) = self, case .add(label, _) = other { true } else { false }
  }

  /// Whether it does the same as another change, to the same component or to another one.
  private func isLike(_ other: UserChange) -> Bool {
    switch (self, other) {
    case (.add(let label, _), .add(let same, _)), (.remove(let label, _), .remove(let same, _)): label == same
    default: self == other
    }
  }
}
