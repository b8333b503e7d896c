/// The seal of a page: a checksum of its bytes and its number, in the bytes that SQLite leaves free at the end of every page
/// of a database that asks for it. Any other SQLite reads such a database too.
enum PageSeal {
  /// The bytes at the end of each page, by which a sealed database is known too: few others leave as many free.
  static let size = 16
  /// Where a database's header says how many bytes pages leave free.
  static let sizeOffset = 20

  /// Whether a page has the seal that it should have.
  static func isIntact(_ page: UnsafeRawBufferPointer, number: UInt64) -> Bool {
    // SAFETY: Callers have pages of at least 512 bytes, so the seal is within them.
    let (first, second) = checksum(page, number)
    let end = page.count - size
    return page.loadUnaligned(fromByteOffset: end, as: UInt64.self) == first
      && page.loadUnaligned(fromByteOffset: end + 8, as: UInt64.self) == second
  }

  /// Seals a page.
  static func seal(_ page: UnsafeMutableRawBufferPointer, number: UInt64) {
    // SAFETY: As in `isIntact`.
    let (first, second) = checksum(UnsafeRawBufferPointer(page), number)
    let end = page.count - size
    page.storeBytes(of: first, toByteOffset: end, as: UInt64.self)
    page.storeBytes(of: second, toByteOffset: end + 8, as: UInt64.self)
  }

  /// Two sums of the page's words, of four lanes each, as in Fletcher's checksum. It detects damage; it does not resist
  /// deliberate collisions.
  private static func checksum(_ page: UnsafeRawBufferPointer, _ number: UInt64) -> (UInt64, UInt64) {
    // SAFETY: Each load of 32 bytes ends before the seal. The last, of 16 bytes, begins where one of 32 would not, so
    // it ends within the page. None needs alignment.
    var sums = SIMD4<UInt64>(repeating: number &+ start)
    var sumsOfSums = SIMD4<UInt64>(repeating: 0)
    var offset = 0
    // Half of the last four words is the seal itself.
    while offset + 32 <= page.count - size {
      sums &+= page.loadUnaligned(fromByteOffset: offset, as: SIMD4<UInt64>.self)
      sumsOfSums &+= sums
      offset += 32
    }
    let low = page.loadUnaligned(fromByteOffset: offset, as: SIMD2<UInt64>.self)
    sums &+= SIMD4(lowHalf: low, highHalf: SIMD2(repeating: 0))
    return (folded(sums), folded(sumsOfSums &+ sums))
  }

  private static func folded(_ lanes: SIMD4<UInt64>) -> UInt64 {
    var value = lanes[0]
    for index in 1..<4 { value = (value &* factor) ^ lanes[index] }
    return value
  }

  private static let start: UInt64 = 0x243F_6A88_85A3_08D3
  private static let factor: UInt64 = 0x9E37_79B9_7F4A_7C15
}
