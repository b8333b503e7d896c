/// Functions that are called around each `run` of a plugin, so that a test can watch what it does there. The plugin's
/// worker isn't watched.
package struct RunHooks: Sendable {
  /// A C function, which needs no context.
  package typealias Hook = @convention(c) @Sendable () -> Void

  package let before: Hook
  package let after: Hook

  /// - Parameters:
  ///   - before: called on the thread of each run, before it.
  ///   - after: called after it.
  package init(before: @escaping Hook, after: @escaping Hook) {
    self.before = before
    self.after = after
  }
}
