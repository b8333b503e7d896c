internal import Glibc

/// Zeroed memory between inaccessible pages: a plugin that writes past its end crashes immediately, and so does one
/// that writes far before its start. A pattern between the first page and the start reveals smaller errors.
final class GuardedMemory {
  // SAFETY: `margin` bytes before `start` and `count` bytes from there, rounded up, are mapped for as long as this
  // object; the pages around them are not accessible.

  private let region: UnsafeMutableRawPointer
  private let size: Int
  /// Bytes of the pattern before the start.
  private let margin: Int
  /// The first byte, aligned to 64 bytes.
  let start: UnsafeMutableRawPointer
  /// How many bytes may be used.
  let count: Int

  private static let alignment = 64
  /// The size of the inaccessible memory before the start, in bytes: wrong indices are often off by one block or a few.
  private static let guardSize = 1 << 18

  /// - Returns: nil if memory is exhausted.
  init?(bytes: Int) {
    let page = Int(sysconf(Int32(_SC_PAGESIZE)))
    count = (max(bytes, 1) + 3) / 4 * 4
    let rounded = (count + Self.alignment - 1) / Self.alignment * Self.alignment
    // At least one cache line before the start, for the render thread to check.
    let usable = (rounded + Self.alignment + page - 1) / page * page
    size = Self.guardSize + usable + page
    guard let region = mmap(nil, size, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0),
      region != MAP_FAILED
    else { return nil }
    guard mprotect(region + Self.guardSize, usable, PROT_READ | PROT_WRITE) == 0 else {
      munmap(region, size)
      return nil
    }
    self.region = region
    margin = usable - rounded
    start = region + Self.guardSize + margin
    patterns(start - margin, margin).update(repeating: GuardPattern.word)
    patterns(start + count, rounded - count).update(repeating: GuardPattern.word)
  }

  deinit { munmap(region, size) }

  private func patterns(_ start: UnsafeMutableRawPointer, _ bytes: Int) -> UnsafeMutableBufferPointer<UInt32> {
    UnsafeMutableBufferPointer(start: start.assumingMemoryBound(to: UInt32.self), count: bytes / 4)
  }

  /// Whether nothing has been written before the start, or between the end and the page after it.
  var isIntact: Bool {
    let end = (count + Self.alignment - 1) / Self.alignment * Self.alignment
    return patterns(start - margin, margin).allSatisfy { $0 == GuardPattern.word }
      && patterns(start + count, end - count).allSatisfy { $0 == GuardPattern.word }
  }
}

/// The pattern before the samples of ``GuardedMemory``.
struct GuardPattern {
  /// A denormal number: no plugin would write it as a sample, and for one that reads too far it is silence.
  static var word: UInt32 { 0x0015_A5C3 }

  /// Whether the 64 bytes before samples are intact. If not, they are restored. Real-time safe.
  ///
  /// SAFETY: the samples are at the start of a `GuardedMemory`, which has at least as many bytes before it.
  @_noLocks static func mend(before samples: UnsafeMutablePointer<Float>) -> Bool {
    var difference: UInt32 = 0
    for place in 1...16 { difference |= samples[-place].bitPattern ^ word }
    guard difference != 0 else { return true }
    for place in 1...16 { samples[-place] = Float(bitPattern: word) }
    return false
  }
}
