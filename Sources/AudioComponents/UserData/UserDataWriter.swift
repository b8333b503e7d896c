internal import ComponentStore

/// Writes the user's data, many changes in a row. Safe to use from any thread.
public final class UserDataWriter: Sendable {
  let store: UserStore

  init(store: UserStore) { self.store = store }

  /// Makes changes in one transaction, all or nothing. They are on the disk when this returns.
  ///
  /// - Returns: for each change, the number of rows that it touched.
  /// - Throws: as ``ComponentManager/apply(_:)``.
  @discardableResult
  public func apply(_ changes: [UserChange]) throws(ComponentManagerError) -> [Int] {
    try unifyingErrors { try store.apply(changes) }
  }
}
