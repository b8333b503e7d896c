internal import StoreFiles
internal import ComponentQuery
internal import Glibc
internal import SQLite

/// The words that are not joined ones, in memory: the table `word_list`.
struct WordList {
  private let chunks: [(number: Int64, words: [UInt8])]

  init(_ connection: Connection) throws {
    let rows = try connection.rows("SELECT chunk, words FROM word_list ORDER BY chunk")
    chunks = try rows.compactMap { (try $0.rowID("chunk"), Array(try $0.text("words").utf8)) }
  }

  /// The words to include: those of strong fields, or all.
  enum Scope { case strong, all }

  /// The words within a scope.
  func words(_ scope: Scope) -> [WordIndex.Found] {
    chunks.flatMap { chunk in
      chunk.words.split(separator: Self.lineFeed, omittingEmptySubsequences: false).enumerated().compactMap {
        line, word in
        guard !word.isEmpty, let text = Self.text(word, scope) else { return nil }
        return (id: chunk.number << WordListWriter.shift &+ Int64(line), text: text)
      }
    }
  }

  private static let lineFeed: UInt8 = 0x0A

  /// The word of a line; nil if the scope excludes it.
  private static func text(_ line: ArraySlice<UInt8>, _ scope: Scope) -> String? {
    let isWeak = line.last == WordListWriter.weakEnding
    guard !isWeak || scope == .all else { return nil }
    return String(decoding: isWeak ? line.dropLast() : line, as: UTF8.self)
  }

  /// The words that contain a text.
  func words(containing text: String, _ scope: Scope) -> [WordIndex.Found] {
    let search = Array(text.utf8)
    var found: [WordIndex.Found] = []
    for chunk in chunks {
      var (line, lineStart) = (Int64(0), 0)
      forEachOccurrence(of: search, in: chunk.words) { position in
        // If a line contains the text twice, it has already been read to its end.
        guard position >= lineStart else { return }
        while let end = chunk.words[lineStart...position].firstIndex(of: Self.lineFeed) {
          line += 1
          lineStart = end + 1
        }
        let end = chunk.words[position...].firstIndex(of: Self.lineFeed) ?? chunk.words.count
        if let text = Self.text(chunk.words[lineStart..<end], scope) {
          found.append((chunk.number << WordListWriter.shift &+ line, text))
        }
        line += 1
        lineStart = end + 1
      }
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

  /// Passes the bytes of each word of a strong field to `body`.
  func forEachStrongWord(_ body: (ArraySlice<UInt8>) throws -> Void) rethrows {
    for chunk in chunks {
      for line in Lines(chunk.words) where line.last != WordListWriter.weakEnding {
        try body(line)
      }
    }
  }
}
