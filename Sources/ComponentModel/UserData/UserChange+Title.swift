extension UserChange {
  /// What the change does, in the past tense, for the log of changes; nil for a use, which is counted and not undone.
  package var title: String? {
    switch self {
    case .add(let label, let uri): Self.added(label, uri)
    case .remove(let label, let uri): Self.removed(label, uri)
    case .setTags(let labels, let uri):
      labels.isEmpty
        ? "all tags removed from \(uri)"
        : "tags of \(uri) set to \(labels.map { "`\($0.name)`" }.joined(separator: ", "))"
    case .rename(let label, let other): "\(label.kind.rawValue) `\(label.name)` renamed to `\(other.name)`"
    case .create(let label): "\(label.kind.rawValue) `\(label.name)` created"
    case .delete(let label): "\(label.kind.rawValue) `\(label.name)` deleted"
    case .save(let search, _): "search `\(search.name)` saved"
    case .deleteSearch(let name): "saved search `\(name)` removed"
    case .use: nil
    }
  }

  private static func added(_ label: UserLabel, _ uri: String) -> String {
    switch label.kind {
    case .tag: "tag `\(label.name)` added to \(uri)"
    case .collection: "\(uri) added to collection `\(label.name)`"
    case .favorite: "\(uri) made a favourite"
    case .hidden: "\(uri) hidden"
    }
  }

  private static func removed(_ label: UserLabel, _ uri: String) -> String {
    switch label.kind {
    case .tag: "tag `\(label.name)` removed from \(uri)"
    case .collection: "\(uri) removed from collection `\(label.name)`"
    case .favorite: "\(uri) made no favourite"
    case .hidden: "\(uri) no longer hidden"
    }
  }

  /// The title of several changes, of which those that had nothing to do don't count; nil if none had.
  ///
  /// - Parameter counts: the number of rows that each touched.
  package static func title(of changes: [UserChange], _ counts: [Int]) -> String? {
    let titles = zip(changes, counts).filter { $0.1 > 0 }.compactMap(\.0.title)
    guard let last = titles.last else { return nil }
    return titles.count == 1 ? last : "\(last), and \(titles.count - 1) more"
  }
}
