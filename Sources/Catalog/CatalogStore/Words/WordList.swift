internal import ComponentQuery
internal import Glibc
internal import SQLite

/// The words that are not joined ones, in memory, for parts of words and for spelling: the table `word_list`.
struct WordList {
  /// One word a line. A blank marks the end of one that no strong field has.
  private let words: [UInt8]

  init(_ connection: Connection) throws {
    words = try Array((connection.texts("SELECT words FROM word_list").first ?? "").utf8)
  }

  /// Writes the table again.
  static func write(_ connection: Connection) throws {
    try connection.run(
      """
      INSERT OR REPLACE INTO word_list (id, words)
      SELECT 1, ifnull(group_concat(CASE WHEN places & ?1 THEN text ELSE text || ' ' END, char(10)), '')
      FROM word WHERE places & ?2
      """, [Value(Int64(PostingPlace.unjoinedStrong)), Value(Int64(PostingPlace.unjoined))])
  }

  /// The words to include: those of strong fields, or all.
  enum Scope { case strong, all }

  private static let weakEnding = UInt8(ascii: " ")
  private static let lineFeed = UInt8(ascii: "\n")

  /// The word of a line; nil if the scope excludes it.
  private static func text(_ line: ArraySlice<UInt8>, _ scope: Scope) -> String? {
    let isWeak = line.last == weakEnding
    guard !isWeak || scope == .all else { return nil }
    return String(decoding: isWeak ? line.dropLast() : line, as: UTF8.self)
  }

  /// Every word within a scope.
  func words(_ scope: Scope) -> [String] { Lines(words).compactMap { Self.text($0, scope) } }

  /// The words that contain a text.
  func words(containing text: String, _ scope: Scope) -> [String] {
    var found: [String] = []
    var end = 0
    forEachOccurrence(of: Array(text.utf8), in: words) { position in
      // A line may contain the text twice.
      guard position >= end else { return }
      let start = words[end...position].lastIndex(of: Self.lineFeed).map { $0 + 1 } ?? end
      end = words[position...].firstIndex(of: Self.lineFeed) ?? words.count
      if let text = Self.text(words[start..<end], scope) { found.append(text) }
    }
    return found
  }

  private func forEachOccurrence(of search: [UInt8], in words: [UInt8], _ body: (Int) -> Void) {
    guard let first = search.first, words.count >= search.count else { return }
    // SAFETY: `memchr` looks no further than the last place at which the text still ends within the words, so `memcmp`
    // stays within both.
    words.withUnsafeBytes { words in
      guard let start = words.baseAddress else { return }
      var position = 0
      while position <= words.count - search.count,
        let next = memchr(start + position, Int32(first), words.count - search.count - position + 1)
      {
        position = UnsafeRawPointer(next) - start
        if memcmp(next, search, search.count) == 0 { body(position) }
        position += 1
      }
    }
  }

  /// Passes the bytes of each word to `body`.
  func forEachWord(_ body: (ArraySlice<UInt8>) throws -> Void) rethrows {
    for line in Lines(words) { try body(line.last == Self.weakEnding ? line.dropLast() : line) }
  }

  /// Passes the bytes of each word of a strong field to `body`.
  func forEachStrongWord(_ body: (ArraySlice<UInt8>) throws -> Void) rethrows {
    for line in Lines(words) where line.last != Self.weakEnding { try body(line) }
  }
}
