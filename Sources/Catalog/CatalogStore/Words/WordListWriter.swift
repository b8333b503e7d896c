internal import SQLite

/// Writes the table `word_list`.
struct WordListWriter {
  /// The number of words in a chunk, as a power of two.
  static let shift: Int64 = 10
  /// Ends the line of a word that is in no strong field.
  static let weakEnding: UInt8 = 0x20

  private let connection: Connection
  /// Lines by chunk and number.
  private var changes: [Int64: [Int: Line]] = [:]

  private struct Line {
    /// Empty if the word is no longer listed.
    var text: String
    /// Whether it leaves a nonempty line unchanged.
    var onlyAdds: Bool
  }

  init(_ connection: Connection) { self.connection = connection }

  /// Adds a word that a field has gained.
  ///
  /// - Parameter isNew: whether the word has just received its number, which another word may have had.
  mutating func insert(_ text: String, _ word: Int64, isStrong: Bool, isNew: Bool) {
    set(word, to: Line(text: Self.line(text, isStrong: isStrong), onlyAdds: !isStrong && !isNew))
  }

  /// Updates the line of a word that a field has lost.
  mutating func replace(_ text: String, _ word: Int64, isListed: Bool, isStrong: Bool) {
    set(word, to: Line(text: isListed ? Self.line(text, isStrong: isStrong) : "", onlyAdds: false))
  }

  private static func line(_ text: String, isStrong: Bool) -> String { isStrong ? text : text + " " }

  private mutating func set(_ word: Int64, to line: Line) {
    changes[word >> Self.shift, default: [:]][Int(word & (1 << Self.shift - 1))] = line
  }

  mutating func finish() throws {
    for (chunk, lines) in changes.sorted(by: { $0.key < $1.key }) { try writeChunk(chunk, lines) }
    changes = [:]
  }

  private func writeChunk(_ chunk: Int64, _ changed: [Int: Line]) throws {
    let former = try connection.texts("SELECT words FROM word_list WHERE chunk = ?", [Value(chunk)]).first
    var lines =
      former.map { $0.utf8.split(separator: 0x0A, omittingEmptySubsequences: false).map { String(Substring($0)) } }
      ?? []
    for (number, line) in changed {
      if number >= lines.count { lines += Array(repeating: "", count: number - lines.count + 1) }
      if !line.onlyAdds || lines[number].isEmpty { lines[number] = line.text }
    }
    let words = lines.joined(separator: "\n")
    guard words != former ?? "" else { return }
    guard lines.contains(where: { !$0.isEmpty }) else {
      return try connection.run("DELETE FROM word_list WHERE chunk = ?", [Value(chunk)])
    }
    try connection.run(
      "INSERT OR REPLACE INTO word_list (chunk, words) VALUES (?, ?)", [Value(chunk), Value(words)])
  }
}
