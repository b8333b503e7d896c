internal import CLV2Host

/// Functions that are called around each `run` of a plugin, for the test of that plugin: what it does there can be watched. What
/// a plugin's worker does is left out.
package struct RunHooks: Sendable {
  // SAFETY: The copies live in the memory that the caller gives, as long as the plugin.

  /// A function of C, which needs no context.
  package typealias Hook = @convention(c) @Sendable () -> Void

  private let before: Hook
  private let after: Hook

  /// - Parameters:
  ///   - before: called on the thread of each run, before it.
  ///   - after: called after it.
  package init(before: @escaping Hook, after: @escaping Hook) {
    self.before = before
    self.after = after
  }

  func enclosing(
    _ descriptor: UnsafePointer<LV2_Descriptor>, in memory: MemoryPool
  ) -> UnsafePointer<LV2_Descriptor> {
    UnsafePointer(memory.array(copying: [aucatHookedDescriptor(descriptor, before, after)]))
  }

  func excluding(
    _ worker: UnsafePointer<LV2_Worker_Interface>, in memory: MemoryPool
  ) -> UnsafePointer<LV2_Worker_Interface> {
    UnsafePointer(memory.array(copying: [aucatHookedWorker(worker)]))
  }
}
