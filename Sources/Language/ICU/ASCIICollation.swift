/// The order that Unicode's collation gives to ASCII texts, computed without ICU: the root collation of CLDR, which
/// English uses.
enum ASCIICollation {
  /// The characters that have a place in the order, from first to last. All others in ASCII are controls, which
  /// collation ignores.
  private static let order: StaticString =
    "\t\n\u{B}\u{C}\r _-,;:!?.'\"()[]{}@*/\\&#%`^+<=>|~$0123456789abcdefghijklmnopqrstuvwxyz"

  /// The place of each character, from 2; 0 for controls. A letter has the same place in both cases.
  private static let places: [UInt8] = {
    var places = [UInt8](repeating: 0, count: 128)
    order.withUTF8Buffer { characters in
      for (index, character) in characters.enumerated() {
        places[Int(character)] = UInt8(index + 2)
        if (0x61...0x7A).contains(character) { places[Int(character & ~0x20)] = UInt8(index + 2) }
      }
    }
    return places
  }()

  /// The sort keys of texts, which compare with each other as ICU's do; nil if one of the texts is not in ASCII.
  static func keys(of texts: [String]) -> [[UInt8]]? {
    var keys: [[UInt8]] = []
    keys.reserveCapacity(texts.count)
    for text in texts {
      guard let key = key(of: text) else { return nil }
      keys.append(key)
    }
    return keys
  }

  /// The places of the characters, then a byte that is less than any place, then the cases of the characters: lower
  /// before upper.
  private static func key(of text: String) -> [UInt8]? {
    var key: [UInt8] = []
    key.reserveCapacity(text.utf8.count * 2 + 1)
    for byte in text.utf8 {
      guard byte < 0x80 else { return nil }
      if places[Int(byte)] > 0 { key.append(places[Int(byte)]) }
    }
    key.append(1)
    for byte in text.utf8 where places[Int(byte)] > 0 { key.append((0x41...0x5A).contains(byte) ? 2 : 1) }
    return key
  }
}
