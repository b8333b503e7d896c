internal import CLV2Host
internal import Synchronization

/// A queue of messages from one thread to another, without locks: real-time safe on both sides.
///
/// A message is a header of two words, its size and a word of the sender's choice, and its bytes. Copies of this value
/// share the same memory.
struct MessageRing {
  // SAFETY: `capacity` bytes are allocated for as long as the pool. One thread pushes and one pops; each reads the
  // other's counter before it touches bytes, and publishes its own afterwards, so they never touch the same ones.

  private let bytes: UnsafeMutableRawPointer
  private let capacity: UInt32
  /// Total bytes written and read; the counters wrap around.
  private let written: UnsafeMutablePointer<Atomic<UInt32>>
  private let read: UnsafeMutablePointer<Atomic<UInt32>>

  /// - Parameter capacity: in bytes; a power of two.
  init(_ memory: MemoryPool, capacity: Int) {
    self.capacity = UInt32(capacity)
    bytes = UnsafeMutableRawPointer(memory.array(capacity, of: UInt8(0)))
    written = memory.atomic(0)
    read = memory.atomic(0)
  }

  /// Appends a message.
  ///
  /// - Returns: false if it does not fit; nothing is written then.
  @_noLocks func push(_ word: UInt32, _ data: UnsafeRawPointer?, size: UInt32) -> Bool {
    let end = written.pointee.read()
    let used = end &- read.pointee.read()
    guard size <= capacity, capacity &- used >= size &+ 8 else { return false }
    var header = (size, word)
    copyIn(&header, 8, at: end)
    if let data { copyIn(data, size, at: end &+ 8) }
    written.pointee.publish(end &+ 8 &+ size)
    return true
  }

  /// Takes the oldest message.
  ///
  /// - Parameter target: has room for ``capacity`` bytes.
  /// - Returns: false if there is none.
  @_noLocks func pop(into target: UnsafeMutableRawPointer, word: inout UInt32, size: inout UInt32) -> Bool {
    let start = read.pointee.read()
    guard written.pointee.read() != start else { return false }
    var header: (UInt32, UInt32) = (0, 0)
    copyOut(&header, 8, at: start)
    (size, word) = header
    copyOut(target, size, at: start &+ 8)
    read.pointee.publish(start &+ 8 &+ size)
    return true
  }

  /// Forgets all messages. No thread may use the ring during the call.
  func clear() { read.pointee.publish(written.pointee.read()) }

  @_noLocks private func copyIn(_ source: UnsafeRawPointer, _ count: UInt32, at position: UInt32) {
    let offset = position & (capacity &- 1)
    let first = offset &+ count <= capacity ? count : capacity &- offset
    aucatCopy(bytes + Int(offset), source, first)
    aucatCopy(bytes, source + Int(first), count &- first)
  }

  @_noLocks private func copyOut(_ target: UnsafeMutableRawPointer, _ count: UInt32, at position: UInt32) {
    let offset = position & (capacity &- 1)
    let first = offset &+ count <= capacity ? count : capacity &- offset
    aucatCopy(target, bytes + Int(offset), first)
    aucatCopy(target + Int(first), bytes, count &- first)
  }
}
