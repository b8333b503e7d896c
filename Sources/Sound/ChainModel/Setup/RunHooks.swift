/// Functions that are called around each `run` of a plugin, for the test of that plugin: what it does there can be watched. What
/// a plugin's worker does is left out.
package struct RunHooks: Sendable {
  /// A function of C, which needs no context.
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
