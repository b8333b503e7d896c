internal import CatalogSearch
internal import UserDataStore

extension ComponentManager {
  /// The user's latest changes that can be undone, by any program, newest first. Counted uses are not included.
  ///
  /// - Throws: an error about the user store.
  public func recordedChanges() throws(ComponentManagerError) -> [RecordedChange] {
    guard let path = userStorePath else { return [] }
    return try unifyingErrors {
      try UserStore.recordedChanges(path, rules: rules, notice: configuration.notice).map(named)
    }
  }

  /// Undoes a change of the user's data, completely or not at all, and removes it from the log, so that the next call undoes
  /// the one before. It is on the disk when this returns.
  ///
  /// - Parameter number: the number of the change; nil for the last one.
  /// - Returns: what was undone; nil if there was nothing.
  /// - Throws: ``ComponentManagerError/cannotUndo(_:)`` if what the change touched has been changed since, or
  ///   ``ComponentManagerError/savedSearchInUse(_:)``, or an error about the user store. Nothing is changed then.
  @discardableResult
  public func undo(_ number: Int? = nil) throws(ComponentManagerError) -> RecordedChange? {
    let path = try requiredUserStorePath()
    if try recordedChanges().isEmpty {
      // A store that does not exist is not created for this.
      if let number { throw .cannotUndo(UndoError(.unknown(number))) }
      return nil
    }
    return try unifyingErrors {
      do {
        return try UserStore(path, rules: rules, notice: configuration.notice).undo(number).map(named)
      } catch let refused as UndoError {
        throw named(refused)
      }
    }
  }

  private func named(_ change: RecordedChange) -> RecordedChange {
    var change = change
    change.title = named(change.title, change.uris)
    return change
  }

  private func named(_ refused: UndoError) -> UndoError {
    switch refused.reason {
    case .unknown: refused
    case .tooLarge(let change): UndoError(.tooLarge(named(change)))
    case .changedSince(let change, let thing, let other):
      UndoError(.changedSince(named(change), thing: named(thing, change.uris), by: other.map(named)))
    }
  }

  /// `text` with the names of installed components in place of URIs. Nothing is scanned for it.
  private func named(_ text: String, _ uris: [String]) -> String {
    text.split(separator: " ", omittingEmptySubsequences: false).map { word in
      let comma = word.hasSuffix(",") ? "," : ""
      let uri = String(word.dropLast(comma.count))
      guard uris.contains(uri),
        let found = try? reading(view, { try $0.component(uri: uri, view: $1) }), let component = found
      else { return String(word) }
      return component.name + comma
    }.joined(separator: " ")
  }
}
