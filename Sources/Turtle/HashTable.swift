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
