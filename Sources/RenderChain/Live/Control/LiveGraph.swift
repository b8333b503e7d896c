/// A graph of a live chain, and the memory that is its own.
final class LiveGraph: @unchecked Sendable {
  // SAFETY: The pool has what the pointer leads to, apart from the components, which the chain keeps as long as the graph is used.

  let pool: MemoryPool
  let realtime: UnsafeMutablePointer<RealtimeGraph>

  init(_ realtime: UnsafeMutablePointer<RealtimeGraph>, in pool: MemoryPool) {
    self.realtime = realtime
    self.pool = pool
  }

  var serial: UInt32 { realtime.pointee.serial }
}
