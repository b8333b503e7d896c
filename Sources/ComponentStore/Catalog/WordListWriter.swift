internal import SQLite

/// Writes the table `word_list`.
struct WordListWriter {
  /// The number of words in a chunk, as a power of two.
  static let shift: Int64 = 10

  private let connection: Connection
  /// Lines by chunk and number; an empty line for a word that is gone.
  private var changes: [Int64: [Int: String]] = [:]

  init(_ connection: Connection) { self.connection = connection }

  mutating func insert(_ text: String, _ word: Int64) throws { set(word, to: text) }

  mutating func remove(_ word: Int64) throws { set(word, to: "") }

  private mutating func set(_ word: Int64, to line: String) {
    changes[word >> Self.shift, default: [:]][Int(word & (1 << Self.shift - 1))] = line
  }

  mutating func finish() throws {
    for (chunk, lines) in changes { try write(chunk, lines) }
    changes = [:]
  }

  private func write(_ chunk: Int64, _ changed: [Int: String]) throws {
    let former = try connection.texts("SELECT words FROM word_list WHERE chunk = ?", [Value(chunk)]).first
    var lines =
      former.map { $0.utf8.split(separator: 0x0A, omittingEmptySubsequences: false).map { String(Substring($0)) } }
      ?? []
    for (number, line) in changed {
      if number >= lines.count { lines += Array(repeating: "", count: number - lines.count + 1) }
      lines[number] = line
    }
    let words = lines.joined(separator: "\n")
    guard words != former else { return }
    try connection.run(
      "INSERT OR REPLACE INTO word_list (chunk, checksum, words) VALUES (?, ?, ?)",
      [Value(chunk), Value(Self.checksum(chunk, words)), Value(words)])
  }

  static func checksum(_ chunk: Int64, _ words: String) -> Int64 { PostingWriter.digest(of: words, chunk) }
}
