/// What the render thread needs of a ``LiveChain``: a value without references, which is valid as long as the chain.
public struct LiveEngine: BitwiseCopyable, @unchecked Sendable {
  // SAFETY: The chain keeps what the pointer leads to. One thread at a time renders, as the documentation demands.

  let realtime: UnsafeMutablePointer<RealtimeEngine>

  /// Renders a cycle. Real-time safe: the compiler proves that this library's own code takes no lock and allocates nothing. Only
  /// the first cycle of freewheeling may wait (``LivePosition/isFreewheeling``).
  /// Denormals are flushed to zero during the call. For one thread at a time.
  @_noLocks public func render(_ cycle: borrowing LiveCycle) { RealtimeEngine.render(realtime, cycle) }
}
