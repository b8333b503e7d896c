/// Numbers of entries by their hashes: open addressing with linear probing. 0 is not a valid number.
struct HashTable {
  private struct Place: BitwiseCopyable {
    var number: UInt32
    var hash: UInt32
  }

  private static let smallest = 1 << 10
  private var places = Buffer<Place>(capacity: HashTable.smallest)
  private var count = 0

  init() { places.reset(to: Place(number: 0, hash: 0), count: Self.smallest) }

  func deallocate() { places.deallocate() }

  /// The first entry with a hash that `isEqual` accepts.
  func find(_ hash: UInt32, _ isEqual: (UInt32) -> Bool) -> UInt32? {
    var index = Int(hash) & (places.count - 1)
    while places[index].number != 0 {
      let place = places[index]
      if place.hash == hash && isEqual(place.number) { return place.number }
      index = (index + 1) & (places.count - 1)
    }
    return nil
  }

  /// Adds an entry that is not in the table yet.
  mutating func add(_ number: UInt32, _ hash: UInt32) {
    if (count + 1) * 2 > places.count { grow() }
    put(Place(number: number, hash: hash))
    count += 1
  }

  /// Removes all entries. It costs no more than adding them did.
  mutating func removeAll() {
    guard count > 0 else { return }
    count = 0
    if places.count > Self.smallest {
      places.deallocate()
      places = Buffer(capacity: Self.smallest)
    }
    places.reset(to: Place(number: 0, hash: 0), count: Self.smallest)
  }

  private mutating func grow() {
    let before = places
    defer { before.deallocate() }
    places = Buffer(capacity: before.count * 2)
    places.reset(to: Place(number: 0, hash: 0), count: before.count * 2)
    for index in 0..<before.count where before[index].number != 0 { put(before[index]) }
  }

  private mutating func put(_ place: Place) {
    var index = Int(place.hash) & (places.count - 1)
    while places[index].number != 0 { index = (index + 1) & (places.count - 1) }
    places[index] = place
  }
}

/// A hash of bytes, for tables that exist only within one process.
enum ByteHash {
  static func of(_ bytes: UnsafeBufferPointer<UInt8>, seed: UInt32) -> UInt32 {
    // SAFETY: Each load of 8 bytes ends within the buffer and needs no alignment; single bytes follow.
    let raw = UnsafeRawBufferPointer(bytes)
    var state = UInt64(seed) &* 0x9E37_79B9_7F4A_7C15 &+ UInt64(raw.count)
    var offset = 0
    while offset + 8 <= raw.count {
      state = mixed(state ^ raw.loadUnaligned(fromByteOffset: offset, as: UInt64.self), 0xA076_1D64_78BD_642F)
      offset += 8
    }
    var rest: UInt64 = 0
    while offset < raw.count {
      rest = rest << 8 | UInt64(raw[offset])
      offset += 1
    }
    state = mixed(state ^ rest, 0xE703_7ED1_A0B4_28DB)
    return UInt32(truncatingIfNeeded: state ^ state >> 32)
  }

  private static func mixed(_ one: UInt64, _ other: UInt64) -> UInt64 {
    let product = one.multipliedFullWidth(by: other)
    return product.high ^ product.low
  }
}
