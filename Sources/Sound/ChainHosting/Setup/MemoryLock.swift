internal import Glibc
internal import Linux

/// The result of locking memory.
struct MemoryLock {
  // SAFETY: The kernel's calls change no memory.

  /// How much is locked, and how much isn't, in bytes.
  private(set) var locked = 0
  private(set) var missing = 0
  /// Why the memory isn't locked.
  private(set) var error: SystemError?

  /// Locks memory, or at least has all of its pages mapped, so that the render thread need not wait for them.
  mutating func add(_ memory: UnsafeMutableRawBufferPointer) {
    guard let start = memory.baseAddress, memory.count > 0 else { return }
    if mlock(start, memory.count) == 0 {
      locked += memory.count
    } else {
      error = SystemError.current
      missing += memory.count
      Self.map(memory)
    }
  }

  /// Adds up two results.
  mutating func add(_ other: MemoryLock) {
    locked += other.locked
    missing += other.missing
    error = error ?? other.error
  }

  /// Has all pages mapped (`MADV_POPULATE_WRITE`), where the kernel knows that.
  private static func map(_ memory: UnsafeMutableRawBufferPointer) {
    guard let start = memory.baseAddress else { return }
    let page = UInt(sysconf(Int32(_SC_PAGESIZE)))
    let first = UInt(bitPattern: start) / page * page
    let end = (UInt(bitPattern: start) + UInt(memory.count) + page - 1) / page * page
    madvise(UnsafeMutableRawPointer(bitPattern: first), Int(end - first), 23)
  }
}
