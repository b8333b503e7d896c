internal import Glibc
internal import Linux

/// The result of locking memory.
struct MemoryLock {
  // SAFETY: The system calls don't change what the memory contains.

  /// How much memory is locked, and how much could not be, in bytes.
  private(set) var locked = 0
  private(set) var missing = 0
  /// Why some of the memory isn't locked; nil if all of it is.
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

  /// Adds another result to this one.
  mutating func add(_ other: MemoryLock) {
    locked += other.locked
    missing += other.missing
    error = error ?? other.error
  }

  /// Maps all pages (`MADV_POPULATE_WRITE`), if the kernel supports that.
  private static func map(_ memory: UnsafeMutableRawBufferPointer) {
    guard let start = memory.baseAddress else { return }
    let page = UInt(sysconf(Int32(_SC_PAGESIZE)))
    let first = UInt(bitPattern: start) / page * page
    let end = (UInt(bitPattern: start) + UInt(memory.count) + page - 1) / page * page
    madvise(UnsafeMutableRawPointer(bitPattern: first), Int(end - first), 23)
  }
}
