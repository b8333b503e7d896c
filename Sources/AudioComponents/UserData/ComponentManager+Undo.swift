internal import ComponentStore

extension ComponentManager {
  /// The last changes of the user's data that can be taken back, by any program, the newest first. Uses that were counted are
  /// not among them.
  ///
  /// - Throws: an error about the user store.
  public func recordedChanges() throws(ComponentManagerError) -> [RecordedChange] {
    guard let path = configuration.userStorePath else { return [] }
    return try unifyingErrors { try UserStore.recordedChanges(path, rules: rules, notice: configuration.notice) }
  }

  /// Takes a change of the user's data back, all or nothing; it then leaves the log, so that the next call takes back the one
  /// before. It is on the disk when this returns.
  ///
  /// - Parameter number: of the change; nil for the last one.
  /// - Returns: what was taken back; nil if there was nothing.
  /// - Throws: ``ComponentManagerError/undoRefused(_:)`` if what the change touched has been changed since, or
  ///   ``ComponentManagerError/savedSearchInUse(_:)``, or an error about the user store. Nothing is changed then.
  @discardableResult
  public func undo(_ number: Int? = nil) throws(ComponentManagerError) -> RecordedChange? {
    guard let path = configuration.userStorePath else { throw .noPlaceForUserStore }
    if try recordedChanges().isEmpty {
      // A store that is not there is not made for this.
      if let number { throw .undoRefused(UndoRefused(.unknown(number))) }
      return nil
    }
    return try unifyingErrors {
      try UserStore(path, rules: rules, notice: configuration.notice).undo(number)
    }
  }
}
