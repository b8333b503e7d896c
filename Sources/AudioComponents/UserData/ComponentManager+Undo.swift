internal import ComponentStore

extension ComponentManager {
  /// The user's latest changes that can be undone, by any program, newest first. Counted uses are not included.
  ///
  /// - Throws: an error about the user store.
  public func recordedChanges() throws(ComponentManagerError) -> [RecordedChange] {
    guard let path = userStorePath else { return [] }
    return try unifyingErrors { try UserStore.recordedChanges(path, rules: rules, notice: configuration.notice) }
  }

  /// Undoes a change of the user's data, completely or not at all, and removes it from the log, so that the next call undoes
  /// the one before. It is on the disk when this returns.
  ///
  /// - Parameter number: of the change; nil for the last one.
  /// - Returns: what was undone; nil if there was nothing.
  /// - Throws: ``ComponentManagerError/cannotUndo(_:)`` if what the change touched has been changed since, or
  ///   ``ComponentManagerError/savedSearchInUse(_:)``, or an error about the user store. Nothing is changed then.
  @discardableResult
  public func undo(_ number: Int? = nil) throws(ComponentManagerError) -> RecordedChange? {
    let path = try requiredUserStorePath()
    if try recordedChanges().isEmpty {
      // A store that is not there is not made for this.
      if let number { throw .cannotUndo(UndoError(.unknown(number))) }
      return nil
    }
    return try unifyingErrors {
      try UserStore(path, rules: rules, notice: configuration.notice).undo(number)
    }
  }
}
