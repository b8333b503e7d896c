internal import Glibc

/// Zeroed memory that ends at a guard page: a plugin that writes past its buffer crashes at once.
final class GuardedMemory {
  // SAFETY: `count` bytes from `start` are mapped for as long as this object, and the page after them is not accessible.

  private let region: UnsafeMutableRawPointer
  private let size: Int
  /// The first byte, aligned to 64 bytes.
  let start: UnsafeMutableRawPointer
  /// How many bytes may be used: at least as many as asked for.
  let count: Int

  private static let alignment = 64

  /// - Returns: nil if memory is exhausted.
  init?(bytes: Int) {
    let page = Int(sysconf(Int32(_SC_PAGESIZE)))
    count = (max(bytes, 1) + Self.alignment - 1) / Self.alignment * Self.alignment
    let usable = (count + page - 1) / page * page
    size = usable + page
    guard let region = mmap(nil, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0), region != MAP_FAILED
    else { return nil }
    mprotect(region + usable, page, PROT_NONE)
    self.region = region
    start = region + usable - count
  }

  deinit { munmap(region, size) }

  /// The memory as samples.
  var floats: UnsafeMutablePointer<Float> { start.assumingMemoryBound(to: Float.self) }
}
