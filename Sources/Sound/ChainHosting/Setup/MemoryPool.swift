internal import CLV2Host
internal import Synchronization

/// Memory that lives as long as a chain. Real-time code reads it through plain pointers.
package final class MemoryPool {
  // SAFETY: Everything allocated here is of a type that needs no deinitialization, and lives as long as the pool.

  private var guarded: [GuardedMemory] = []
  private var plain: [UnsafeMutableRawBufferPointer] = []

  /// A pool without memory.
  package init() {}

  deinit {
    // Pages of the heap stay locked: other memory in the same pages may need that, and locks don't nest.
    for memory in plain { memory.deallocate() }
  }

  /// Keeps all memory of the pool from being swapped out, as far as this process may, and has it mapped before it is
  /// used.
  func lock() -> MemoryLock {
    var lock = MemoryLock()
    for memory in guarded { lock.add(UnsafeMutableRawBufferPointer(start: memory.start, count: memory.count)) }
    for memory in plain { lock.add(memory) }
    return lock
  }

  private func keep<Value: ~Copyable>(_ pointer: UnsafeMutablePointer<Value>, _ count: Int) {
    plain.append(
      UnsafeMutableRawBufferPointer(start: pointer, count: max(count, 1) * max(MemoryLayout<Value>.stride, 1)))
  }

  /// Zeroed samples between guard pages.
  func samples(_ count: Int) throws(ChainError) -> UnsafeMutablePointer<Float> {
    try bytes(count * 4).start.assumingMemoryBound(to: Float.self)
  }

  /// Zeroed channels of samples, each of them between guard pages.
  package func channels(_ count: Int, of frames: Int) throws(ChainError) -> [UnsafeMutablePointer<Float>] {
    var channels: [UnsafeMutablePointer<Float>] = []
    for _ in 0..<count { channels.append(try samples(frames)) }
    return channels
  }

  /// Zeroed bytes between guard pages.
  func bytes(_ count: Int) throws(ChainError) -> GuardedMemory {
    guard let memory = GuardedMemory(bytes: count) else { throw ChainError(.outOfMemory) }
    guarded.append(memory)
    return memory
  }

  /// A sequence with the given capacity in bytes, which carries MIDI from one stage to the next.
  func sequence(_ size: Int) throws(ChainError) -> RealtimeAtomPort {
    let memory = try bytes(size)
    return RealtimeAtomPort(
      sequence: memory.start.assumingMemoryBound(to: LV2_Atom_Sequence.self), capacity: UInt32(memory.count),
      carriesMIDI: true, carriesPosition: false, carriesMessages: false)
  }

  /// Whether nothing has been written around the guarded memory.
  var isIntact: Bool { guarded.allSatisfy(\.isIntact) }

  /// Values of a trivial type, initialized to `value`. Even an array without values has an address.
  func array<Value: BitwiseCopyable>(_ count: Int, of value: Value) -> UnsafeMutablePointer<Value> {
    let pointer = UnsafeMutablePointer<Value>.allocate(capacity: max(count, 1))
    pointer.initialize(repeating: value, count: max(count, 1))
    keep(pointer, count)
    return pointer
  }

  /// Numbers that several threads share, initialized to `value`.
  func atomics(_ count: Int, of value: Float) -> UnsafeMutablePointer<Atomic<Float>> {
    array(count) { Atomic(value) }
  }

  /// A number that several threads share.
  func atomic(_ value: UInt32) -> UnsafeMutablePointer<Atomic<UInt32>> { array(1) { Atomic(value) } }

  /// Noncopyable values, each created separately. They hold nothing that needs to be released.
  package func array<Value: ~Copyable>(_ count: Int, making make: () -> Value) -> UnsafeMutablePointer<Value> {
    let pointer = UnsafeMutablePointer<Value>.allocate(capacity: max(count, 1))
    for index in 0..<max(count, 1) { (pointer + index).initialize(to: make()) }
    keep(pointer, count)
    return pointer
  }

  /// A copy of these values, which are of a trivial type.
  package func array<Value>(copying values: [Value]) -> UnsafeMutablePointer<Value> {
    let pointer = UnsafeMutablePointer<Value>.allocate(capacity: max(values.count, 1))
    for (index, value) in values.enumerated() { (pointer + index).initialize(to: value) }
    keep(pointer, values.count)
    return pointer
  }
}
