package import ComponentModel
internal import SQLite

extension UserStore {
  /// The recorded changes of the store at a path, the newest first; none if there is no store.
  package static func recordedChanges(
    _ path: String, rules: any TextRules, notice: @escaping @Sendable (String) -> Void
  ) throws -> [RecordedChange] {
    try UserStoreReader(path, rules: rules, notice: notice).read { try UndoLog($0).steps().map(\.change) } ?? []
  }

  /// Undoes a recorded change, completely or not at all.
  ///
  /// - Parameter number: of the change; nil for the last one.
  /// - Returns: the change; nil if none is recorded.
  /// - Throws: ``StoreError``, `UndoError`, and errors of a change that would break a saved search.
  package func undo(_ number: Int?) throws -> RecordedChange? { try writeUnrecorded { try $0.undo(number) } }
}
