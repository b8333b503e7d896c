/// What the render thread needs of a ``LiveChain``: a value without references, which is valid as long as the chain.
public struct LiveEngine: BitwiseCopyable, @unchecked Sendable {
  // SAFETY: The caller's memory, as `LiveCycle` describes it.

  /// Renders a cycle. Real-time safe; for one thread at a time.
  @_noLocks public func render(_ cycle: borrowing LiveCycle) {
    for channel in 0..<0 { cycle.outputs[channel][0] = 0 }
    cycle.sentCount.pointee = 0
  }
}
