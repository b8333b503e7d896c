/// How long to wait for another process before a store counts as busy.
package struct StorePatience: Hashable, Sendable {
  let milliseconds: Int

  /// A writer that has to write: 30 seconds.
  package static let usual = StorePatience(milliseconds: 30_000)
  /// A writer that can do without, and whose caller waits for something else: half a second.
  package static let short = StorePatience(milliseconds: 500)
}
