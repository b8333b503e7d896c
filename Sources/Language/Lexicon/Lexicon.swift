internal import Texts

/// What people call things in a search, in all languages: lines in the order of their bytes, which the build makes of
/// `ComponentTags/Data` and of the names of tags in `Localizations/`. Nothing is parsed before it is looked up.
package struct Lexicon: Sendable {
  /// The kind of a line: its first letter.
  package enum Kind: UInt8, Sendable {
    /// A phrase, whose value is a predicate. The key is its words joined into one, with `#` for each number.
    case phrase = 0x70
    /// An intent, whose value is its targets. The key is the stems of its words in the order of their bytes.
    case intent = 0x69
    /// An intent to turn one thing into another. The key is the stems of its words in their own order.
    case orderedIntent = 0x6F
    /// A feature, whose value is the key of its evidence. Its own key is like that of an intent.
    case feature = 0x66
    /// The words that show a feature.
    case evidence = 0x65
    /// A word without a meaning.
    case filler = 0x78
    /// A tag's name of several words. The key joins them, the value separates them with spaces.
    case division = 0x64
    /// A tag's name, joined into one word. The value is the identifiers of the tags, separated by commas; that of a tag for
    /// which the name is a product's has a tilde behind it.
    case name = 0x61
    /// The stem of a tag's name in ASCII. The value is the names with that stem, separated by commas.
    case nameStem = 0x73
  }

  private let lines: StaticString

  /// The lexicon of this build.
  package static let standard = Lexicon(lines: EmbeddedLexicon.lines)

  /// The words of phrases, intents and names of several words, one per line.
  package static let typedWords = bytes(of: EmbeddedLexicon.typedWords) { Array($0) }

  /// The names of tags, one per line: a correction compares a word with all of them.
  package static let names = bytes(of: EmbeddedLexicon.names) { Array($0) }

  /// The value of an entry; empty for a word without a meaning. Nil if there is no such entry.
  package func value(of kind: Kind, _ key: String) -> String? {
    var found: String?
    forEachLine(of: kind, from: key + "\t") { _, value in found = String(decoding: value, as: UTF8.self) }
    return found
  }

  /// All entries of a kind whose keys begin with a text, in the order of their bytes.
  package func entries(of kind: Kind, from beginning: String = "") -> [(key: String, value: String)] {
    var entries: [(key: String, value: String)] = []
    forEachLine(of: kind, from: beginning) { key, value in
      entries.append((String(decoding: key, as: UTF8.self), String(decoding: value, as: UTF8.self)))
    }
    return entries
  }

  private typealias Bytes = Slice<UnsafeBufferPointer<UInt8>>

  /// Passes the key and the value of each line of a kind to `body`, if kind and key begin with a text. The key of a text
  /// with a TAB ends there.
  private func forEachLine(of kind: Kind, from beginning: String, _ body: (Bytes, Bytes) -> Void) {
    let wanted = [kind.rawValue] + beginning.utf8
    Self.bytes(of: lines) { bytes in
      var position = Self.firstLine(notBefore: wanted, in: bytes)
      while bytes[position...].starts(with: wanted) {
        let end = bytes[position...].firstIndex(of: 0x0A) ?? bytes.endIndex
        let tab = bytes[position..<end].firstIndex(of: 0x09) ?? end
        body(bytes[position + 1..<tab], bytes[min(tab + 1, end)..<end])
        position = min(end + 1, bytes.endIndex)
      }
    }
  }

  /// Where the first line begins that doesn't precede a text, by binary search.
  private static func firstLine(notBefore wanted: [UInt8], in bytes: UnsafeBufferPointer<UInt8>) -> Int {
    var (first, end) = (bytes.startIndex, bytes.endIndex)
    while first < end {
      let middle = (first + end) / 2
      let start = bytes[first..<middle].lastIndex(of: 0x0A).map { $0 + 1 } ?? first
      let next = bytes[middle..<end].firstIndex(of: 0x0A).map { $0 + 1 } ?? end
      if bytes[start..<next].lexicographicallyPrecedes(wanted) { first = next } else { end = start }
    }
    return first
  }

  /// Calls `body` with a constant's bytes.
  private static func bytes<Result>(
    of text: StaticString, _ body: (UnsafeBufferPointer<UInt8>) throws -> Result
  ) rethrows -> Result {
    // SAFETY: A literal of several characters has bytes in the program's text, which stay there.
    try body(UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount))
  }
}
