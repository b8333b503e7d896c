/// The terms of the URIs and CURIEs that a file writes. Finding one here costs less than expanding it.
struct NameTable {
  private struct Entry: BitwiseCopyable {
    var start: UInt32
    var length: UInt32
    var term: UInt32
  }

  private var texts = Buffer<UInt8>(capacity: 1 << 12)
  private var entries = Buffer<Entry>(capacity: 1 << 8)
  private var table = HashTable()

  func deallocate() {
    texts.deallocate()
    entries.deallocate()
    table.deallocate()
  }

  /// The term of a name; nil if it is not known yet.
  ///
  /// - Parameter hash: the hash of the name and its kind.
  func find(_ name: UnsafeBufferPointer<UInt8>, _ hash: UInt32) -> UInt32? {
    let found = table.find(hash) { number in
      // SAFETY: An entry's range is one that `add` has appended to the texts, which only grow.
      let entry = entries[Int(number) - 1]
      return texts.slice(Int(entry.start), Int(entry.length)).isEqual(to: name)
    }
    return found.map { entries[Int($0) - 1].term }
  }

  /// Remembers the term of a name.
  mutating func add(_ name: UnsafeBufferPointer<UInt8>, _ hash: UInt32, term: UInt32) {
    entries.append(Entry(start: UInt32(texts.count), length: UInt32(name.count), term: term))
    texts.append(name)
    table.add(UInt32(entries.count), hash)
  }

  /// Forgets all names, since another file, base or prefix changes their meaning.
  mutating func removeAll() {
    texts.removeAll()
    entries.removeAll()
    table.removeAll()
  }
}
