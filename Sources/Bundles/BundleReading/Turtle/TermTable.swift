internal import ComponentModel
internal import Glibc

/// The terms of a graph, each once, with their texts.
struct TermTable {
  struct Entry: BitwiseCopyable {
    var start: UInt32
    var length: UInt32
    /// The first and last statement with this subject; 0 if there is none.
    var first: UInt32 = 0
    var last: UInt32 = 0
    /// The terms of a literal's datatype and language; 0 if there is none.
    var datatype: UInt32 = 0
    var language: UInt32 = 0
    var kind: Term.Kind
    /// Whether statements with this property are kept.
    var isWanted = false
  }

  private var texts = Buffer<UInt8>(capacity: 1 << 14)
  private var entries = Buffer<Entry>(capacity: 1 << 9)
  private var table = HashTable()

  /// Term 0 stands for none.
  init() { entries.append(Entry(start: 0, length: 0, kind: .blank)) }

  func deallocate() {
    texts.deallocate()
    entries.deallocate()
    table.deallocate()
  }

  var count: Int { entries.count }
  /// The total size of the texts, in bytes.
  var bytes: Int { texts.count }

  subscript(number: UInt32) -> Entry {
    get { entries[Int(number)] }
    _modify { yield &entries[Int(number)] }
  }

  /// The UTF-8 of a term, valid until a term is added.
  func text(_ number: UInt32) -> UnsafeBufferPointer<UInt8> {
    // SAFETY: An entry's range is one that `intern` has appended to the texts, which only grow.
    let entry = entries[Int(number)]
    return texts.slice(Int(entry.start), Int(entry.length))
  }

  /// The URI's term; nil if there is none.
  func find(uri: UnsafeBufferPointer<UInt8>) -> UInt32? {
    let key = Key(kind: .uri, datatype: 0, language: 0)
    return find(key, uri, hash: key.hash(uri))
  }

  /// The number of a term, which is added if it is missing.
  mutating func intern(
    _ kind: Term.Kind, _ bytes: UnsafeBufferPointer<UInt8>, datatype: UInt32 = 0, language: UInt32 = 0
  ) -> UInt32 {
    let key = Key(kind: kind, datatype: datatype, language: language)
    let hash = key.hash(bytes)
    if let known = find(key, bytes, hash: hash) { return known }
    let number = UInt32(entries.count)
    entries.append(
      Entry(
        start: UInt32(texts.count), length: UInt32(bytes.count), datatype: datatype, language: language, kind: kind))
    texts.append(bytes)
    table.add(number, hash)
    return number
  }

  private func find(_ key: Key, _ bytes: UnsafeBufferPointer<UInt8>, hash: UInt32) -> UInt32? {
    table.find(hash) { number in
      let entry = entries[Int(number)]
      return entry.length == bytes.count && entry.kind == key.kind && entry.datatype == key.datatype
        && entry.language == key.language && text(number).isEqual(to: bytes)
    }
  }

  /// The kind, language or datatype that distinguishes terms with the same text.
  private struct Key {
    let kind: Term.Kind
    /// The terms of a literal's datatype and language; 0 if there is none.
    let datatype: UInt32
    let language: UInt32

    func hash(_ bytes: UnsafeBufferPointer<UInt8>) -> UInt32 {
      ByteHash.of(bytes, seed: UInt32(kind.rawValue) &+ datatype &* 31 &+ language &* 8_191)
    }
  }
}

extension UnsafeBufferPointer<UInt8> {
  /// Whether two buffers hold the same bytes.
  func isEqual(to other: UnsafeBufferPointer<UInt8>) -> Bool {
    // SAFETY: Only as many bytes are compared as both buffers have.
    guard let base = baseAddress, let otherBase = other.baseAddress else { return isEmpty && other.isEmpty }
    return count == other.count && memcmp(base, otherBase, count) == 0
  }
}

/// The datatypes of the literals that a graph doesn't treat as plain text, as its terms.
struct Datatypes {
  private var integer: UInt32 = 0
  private var decimal: UInt32 = 0
  private var double: UInt32 = 0
  private var boolean: UInt32 = 0
  private var binary: UInt32 = 0

  init(addedTo terms: inout TermTable) {
    func add(_ name: String) -> UInt32 {
      var uri = Namespace.xsd + name
      return uri.withUTF8 { terms.intern(.uri, $0) }
    }
    integer = add("integer")
    decimal = add("decimal")
    double = add("double")
    boolean = add("boolean")
    binary = add("base64Binary")
  }

  /// The kind of literals of a datatype; lilv knows no other types, and treats all other literals as text.
  func kind(of datatype: UInt32) -> Term.Kind {
    switch datatype {
    case integer: .integer
    case decimal, double: .decimal
    case boolean: .boolean
    case binary: .binary
    default: .string
    }
  }
}
