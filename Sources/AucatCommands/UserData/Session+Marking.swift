internal import AudioComponents

/// Favourites and hidden components.
extension Session {
  /// Marks components, or removes the mark. Says which was meant by words that are not its name, or that others have too.
  ///
  /// - Throws: a ``CommandFailure`` if the mark is to be removed from components that don't have it: status 1 if none had it,
  ///   4 if some had.
  func mark(_ arguments: [String], with label: UserLabel, undo: Bool) throws {
    let key: Key = label == .hidden ? .hidden : .favorite
    let marked = try chosenURIs(
      arguments, among: undo ? .comparison(Comparison(key: key, operator: .equal, value: .flag(true))) : nil)
    for note in marked.compactMap(\.note) { warn(note) }
    guard undo else {
      try manager.apply(marked.map { .add(label, to: $0.uri) })
      // A favourite takes nothing away.
      if label == .hidden { sayHowToUndo() }
      return
    }
    let word = label == .hidden ? "hidden" : "marked as a favourite"
    try remove(arguments, by: marked.map { .remove(label, from: $0.uri) }, takesAway: label != .hidden) {
      "not \(word): \($0)"
    }
  }
}
