internal import Synchronization

// How threads, or processes, hand values to each other: by atomics in memory that both can reach. All of it is real-time safe.

extension Atomic<UInt32> {
  /// The value. What its writer wrote before it is visible as well.
  @_noLocks func read() -> UInt32 { load(ordering: .acquiring) }

  /// Stores a value. Whoever reads it sees what this thread wrote before as well.
  @_noLocks func publish(_ value: UInt32) { store(value, ordering: .releasing) }
}

extension Atomic<UInt64> {
  /// The value. What its writer wrote before it is visible as well.
  @_noLocks func read() -> UInt64 { load(ordering: .acquiring) }

  /// Adds 1. Only one thread may write the value.
  @_noLocks func advance() { store(load(ordering: .relaxed) &+ 1, ordering: .releasing) }
}

extension Atomic<Float> {
  /// The value alone: it says nothing of other memory.
  @_noLocks func read() -> Float { load(ordering: .relaxed) }

  /// Stores the value alone.
  @_noLocks func publish(_ value: Float) { store(value, ordering: .relaxed) }
}

extension UnsafeMutablePointer<Float> {
  /// Reads a value that a plugin may be writing on another thread.
  ///
  /// SAFETY: an atomic has the size, alignment and representation of its value, and the read is aligned as the pointer is. The
  /// plugin's own write is one store of an aligned word, which no processor that runs Linux tears.
  @_noLocks func readShared() -> Float {
    UnsafeMutableRawPointer(self).assumingMemoryBound(to: Atomic<Float>.self).pointee.read()
  }

  /// Writes a value that another thread may be reading with ``readShared()``.
  ///
  /// SAFETY: as there.
  @_noLocks func writeShared(_ value: Float) {
    UnsafeMutableRawPointer(self).assumingMemoryBound(to: Atomic<Float>.self).pointee.publish(value)
  }
}
