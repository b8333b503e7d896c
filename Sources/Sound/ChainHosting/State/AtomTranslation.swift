internal import ComponentModel

/// Rewrites the URIDs within an atom's body, from this process's URIDs to positions in a list of URIs, or back.
///
/// Vectors, tuples, objects, sequences and literals have URIDs in their bodies; the bytes of other types don't change.
struct AtomTranslation {
  /// A size or URID in the body is impossible.
  struct Malformed: Error {}

  private(set) var bytes: [UInt8]
  /// The URI of a number before the translation.
  private let uri: (UInt32) -> String?
  /// The number of a URI after the translation.
  private let number: (String) -> UInt32
  private static let depth = 32

  private init(_ bytes: [UInt8], uri: @escaping (UInt32) -> String?, number: @escaping (String) -> UInt32) {
    self.bytes = bytes
    self.uri = uri
    self.number = number
  }

  /// Replaces the URIDs in a body of this process with positions in a list.
  ///
  /// - Returns: the bytes, and the URIs that numbers in them stand for, from 1.
  static func portable(_ bytes: [UInt8], type: String) throws(Malformed) -> (bytes: [UInt8], uris: [String]) {
    let list = URIList()
    var translation = AtomTranslation(bytes, uri: URIDMap.shared.unmap, number: list.number)
    try translation.translate(0..<bytes.count, type: type, depth: 0)
    return (translation.bytes, list.uris)
  }

  /// A body with the URIDs of this process.
  static func native(_ bytes: [UInt8], uris: [String], type: String) throws(Malformed) -> [UInt8] {
    var translation = AtomTranslation(
      bytes, uri: { $0 > 0 && Int($0) <= uris.count ? uris[Int($0) - 1] : nil }, number: URIDMap.shared.map)
    try translation.translate(0..<bytes.count, type: type, depth: 0)
    return translation.bytes
  }

  private mutating func translate(_ body: Range<Int>, type: String, depth: Int) throws(Malformed) {
    guard depth < Self.depth else { throw Malformed() }
    switch Namespace.local(type, in: Namespace.atom) {
    // The state's own value of this type has been translated by the caller.
    case "URID" where depth > 0: _ = try urid(at: body.lowerBound, in: body)
    case "Vector": try vector(body, depth)
    case "Tuple": try atoms(body, depth)
    case "Literal":
      _ = try urid(at: body.lowerBound, in: body)
      _ = try urid(at: body.lowerBound + 4, in: body)
    case "Object", "Resource", "Blank": try object(body, depth, hasURI: !type.hasSuffix("Blank"))
    case "Property": _ = try property(body, depth)
    case "Sequence": try sequence(body, depth)
    default: break
    }
  }

  private mutating func vector(_ body: Range<Int>, _ depth: Int) throws(Malformed) {
    let size = Int(try word(at: body.lowerBound, in: body))
    guard let type = try urid(at: body.lowerBound + 4, in: body) else { return }
    // Elements of a fixed size contain no URIDs unless they are URIDs themselves.
    guard type == Namespace.atom + "URID" else { return }
    guard size == 4 else { throw Malformed() }
    for element in stride(from: body.lowerBound + 8, to: body.upperBound, by: 4) { _ = try urid(at: element, in: body) }
  }

  /// Translates consecutive atoms, each beginning at a multiple of eight bytes.
  private mutating func atoms(_ body: Range<Int>, _ depth: Int) throws(Malformed) {
    var rest = body
    while !rest.isEmpty { rest = try atom(rest, depth) }
  }

  /// Translates the first atom.
  ///
  /// - Returns: the range after it.
  private mutating func atom(_ room: Range<Int>, _ depth: Int) throws(Malformed) -> Range<Int> {
    let size = Int(try word(at: room.lowerBound, in: room))
    let type = try urid(at: room.lowerBound + 4, in: room)
    let start = room.lowerBound + 8
    guard size <= room.upperBound - start else { throw Malformed() }
    if let type { try translate(start..<start + size, type: type, depth: depth + 1) }
    return min(start + (size + 7) / 8 * 8, room.upperBound)..<room.upperBound
  }

  private mutating func object(_ body: Range<Int>, _ depth: Int, hasURI: Bool) throws(Malformed) {
    // An object without a URI has a number that is local to its message.
    if hasURI, (try? urid(at: body.lowerBound, in: body)) == nil { try store(0, at: body.lowerBound, in: body) }
    _ = try urid(at: body.lowerBound + 4, in: body)
    var rest = body.lowerBound + 8..<body.upperBound
    while !rest.isEmpty { rest = try property(rest, depth) }
  }

  private mutating func property(_ room: Range<Int>, _ depth: Int) throws(Malformed) -> Range<Int> {
    _ = try urid(at: room.lowerBound, in: room)
    _ = try urid(at: room.lowerBound + 4, in: room)
    return try atom(room.lowerBound + 8..<room.upperBound, depth)
  }

  private mutating func sequence(_ body: Range<Int>, _ depth: Int) throws(Malformed) {
    guard body.count >= 8 else { throw Malformed() }
    _ = try urid(at: body.lowerBound, in: body)
    var rest = body.lowerBound + 8..<body.upperBound
    while !rest.isEmpty {
      guard rest.count > 8 else { throw Malformed() }
      rest = try atom(rest.lowerBound + 8..<rest.upperBound, depth)
    }
  }

  /// Translates a URID.
  ///
  /// - Returns: its URI; nil for 0, which stands for none.
  private mutating func urid(at place: Int, in range: Range<Int>) throws(Malformed) -> String? {
    let old = try word(at: place, in: range)
    guard old != 0 else { return nil }
    guard let uri = uri(old) else { throw Malformed() }
    try store(number(uri), at: place, in: range)
    return uri
  }

  private func word(at place: Int, in range: Range<Int>) throws(Malformed) -> UInt32 {
    guard place >= range.lowerBound, place + 4 <= range.upperBound else { throw Malformed() }
    // SAFETY: `range` is a part of the bytes, and has four from here.
    return bytes.withUnsafeBytes { $0.loadUnaligned(fromByteOffset: place, as: UInt32.self) }
  }

  private mutating func store(_ word: UInt32, at place: Int, in range: Range<Int>) throws(Malformed) {
    guard place >= range.lowerBound, place + 4 <= range.upperBound else { throw Malformed() }
    // SAFETY: `range` is a part of the bytes, and has four from here.
    bytes.withUnsafeMutableBytes { $0.storeBytes(of: word, toByteOffset: place, as: UInt32.self) }
  }
}

/// Distinct URIs, in the order of their first use.
private final class URIList {
  private(set) var uris: [String] = []
  private var numbers: [String: UInt32] = [:]

  func number(_ uri: String) -> UInt32 {
    if let known = numbers[uri] { return known }
    uris.append(uri)
    numbers[uri] = UInt32(uris.count)
    return UInt32(uris.count)
  }
}
