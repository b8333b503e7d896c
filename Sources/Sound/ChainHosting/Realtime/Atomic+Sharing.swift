package import Synchronization

// Threads, or processes, exchange values through atomics in memory that both can access. All of it is real-time safe.

extension Atomic<UInt32> {
  /// The value. Reading it makes its writer's earlier writes visible.
  @_noLocks package func read() -> UInt32 { load(ordering: .acquiring) }

  /// Stores a value. Its readers see this thread's earlier writes.
  @_noLocks package func publish(_ value: UInt32) { store(value, ordering: .releasing) }
}

extension Atomic<UInt64> {
  /// The value. Reading it makes its writer's earlier writes visible.
  @_noLocks package func read() -> UInt64 { load(ordering: .acquiring) }

  /// Adds 1. Only one thread may write the value.
  @_noLocks func advance() { store(load(ordering: .relaxed) &+ 1, ordering: .releasing) }
}

extension Atomic<Float> {
  /// The value only, without any ordering of other memory accesses.
  @_noLocks func read() -> Float { load(ordering: .relaxed) }

  /// Stores only the value, without any ordering of other memory accesses.
  @_noLocks func publish(_ value: Float) { store(value, ordering: .relaxed) }
}

extension UnsafeMutablePointer<Float> {
  /// Reads a value that another thread may be writing with ``writeShared(_:)``, and plugins only read.
  ///
  /// SAFETY: an atomic has the size, alignment and representation of its value, and the read is aligned.
  @_noLocks func readShared() -> Float {
    UnsafeMutableRawPointer(self).assumingMemoryBound(to: Atomic<Float>.self).pointee.read()
  }

  /// Writes a value that another thread may be reading with ``readShared()``.
  ///
  /// SAFETY: as for ``readShared()``.
  @_noLocks func writeShared(_ value: Float) {
    UnsafeMutableRawPointer(self).assumingMemoryBound(to: Atomic<Float>.self).pointee.publish(value)
  }
}
