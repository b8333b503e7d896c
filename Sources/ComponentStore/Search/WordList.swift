internal import ComponentQuery
internal import SQLite

/// The words of strong fields that are no joined ones, in memory: the table `word_list`.
struct WordList {
  private let chunks: [(number: Int64, words: [UInt8])]

  init(_ connection: Connection) throws {
    let rows = try connection.rows("SELECT chunk, checksum, words FROM word_list ORDER BY chunk")
    var chunks: [(number: Int64, words: [UInt8])] = []
    while let row = try rows.next() {
      let number = try row.rowID("chunk")
      let words = try row.text("words")
      guard WordListWriter.checksum(number, words) == (try row.rowID("checksum")) else {
        throw WordIndex.damage(connection)
      }
      chunks.append((number, Array(words.utf8)))
    }
    self.chunks = chunks
  }

  /// Every word.
  var all: [WordIndex.Found] {
    chunks.flatMap { chunk in
      chunk.words.split(separator: Self.lineFeed, omittingEmptySubsequences: false).enumerated().compactMap {
        line, word in
        let id = chunk.number << WordListWriter.shift + Int64(line)
        return word.isEmpty ? nil : (id: id, text: String(decoding: word, as: UTF8.self))
      }
    }
  }

  private static let lineFeed: UInt8 = 0x0A

  /// The words that contain a text.
  func words(containing text: String) -> [WordIndex.Found] {
    let search = Array(text.utf8)
    var found: [WordIndex.Found] = []
    for chunk in chunks {
      var (line, lineStart) = (Int64(0), 0)
      forEachOccurrence(of: search, in: chunk.words) { position in
        while let end = chunk.words[lineStart...position].firstIndex(of: Self.lineFeed) {
          line += 1
          lineStart = end + 1
        }
        let end = chunk.words[position...].firstIndex(of: Self.lineFeed) ?? chunk.words.count
        let id = chunk.number << WordListWriter.shift + line
        if found.last?.id != id { found.append((id, String(decoding: chunk.words[lineStart..<end], as: UTF8.self))) }
      }
    }
    return found
  }

  private func forEachOccurrence(of search: [UInt8], in words: [UInt8], _ body: (Int) -> Void) {
    guard let first = search.first, words.count >= search.count else { return }
    words.withUnsafeBufferPointer { words in
      var position = 0
      while position <= words.count - search.count {
        if words[position] == first, words[position..<position + search.count].elementsEqual(search) { body(position) }
        position += 1
      }
    }
  }

  /// The nearest words.
  func nearest(to word: String) -> NearestWords {
    var best = NearestWords(to: word)
    for chunk in chunks {
      for line in chunk.words.split(separator: Self.lineFeed) { best.consider(line) }
    }
    return best
  }
}
