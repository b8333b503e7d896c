internal import ComponentModel
internal import ComponentQuery
internal import SQLite

/// Writes changes into the index of words.
struct PostingWriter {
  private let connection: Connection

  init(_ connection: Connection) { self.connection = connection }

  /// - Throws: ``SQLiteError`` with ``SQLiteError/Code/corrupt`` if the index lacks what a component has lost.
  func writeChanges(_ changes: PostingChanges) throws {
    var hasListChanged = false
    // The words are written in order, so that the same bundles give the same file, and words with a common beginning
    // are adjacent.
    for (text, components) in changes.words.sorted(by: { $0.key < $1.key }) {
      let (before, after) = try writeWord(text, components)
      for places in [PostingPlace.unjoined, PostingPlace.unjoinedStrong]
      where (before & places == 0) != (after & places == 0) {
        hasListChanged = true
      }
    }
    if hasListChanged { try WordList.write(connection) }
    for (row, features) in changes.features { try writeFeatures(features, of: row) }
  }

  private func writeFeatures(_ features: ComponentFeatures, of row: Int64) throws {
    try connection.run(
      "INSERT OR REPLACE INTO component_feature (component, name_words, tags, variant) VALUES (?, ?, ?, ?)",
      [
        Value(row), Value(Int64(features.nameWords)), Value(Int64(features.tags)), Value(Int64(features.variant)),
      ])
  }

  // MARK: Words

  /// A row of the table `word`.
  private struct Word {
    var id: Int64
    /// The places that have it in some component, as bits.
    var places: UInt16
  }

  /// - Returns: the places that had the word before, and those that have it now, as bits.
  private func writeWord(
    _ text: String, _ components: [PostingChanges.Change]
  ) throws -> (before: UInt16, after: UInt16) {
    let gained = components.reduce(0) { $0 | $1.gained }
    let changed = components.reduce(gained) { $0 | $1.lost }
    let known = try find(text)
    guard var word = try known ?? insert(text, gained) else { return (0, 0) }
    for place in 0..<PostingPlace.all.count where changed & 1 << UInt16(place) != 0 {
      let isUsed = try writePosting(components, word: word.id, place: place)
      if isUsed { word.places |= 1 << UInt16(place) } else { word.places &= ~(1 << UInt16(place)) }
    }
    if word.places == 0 {
      try connection.run("DELETE FROM word WHERE id = ?", [Value(word.id)])
    } else if let known, known.places != word.places {
      try connection.run("UPDATE word SET places = ? WHERE id = ?", [Value(Int64(word.places)), Value(word.id)])
    }
    return (known?.places ?? 0, word.places)
  }

  private func find(_ text: String) throws -> Word? {
    let rows = try connection.rows("SELECT id, places FROM word WHERE text = ?", [Value(text)])
    return try rows.next().map { row in
      guard let places = UInt16(exactly: try row.rowID("places")) else { throw WordIndex.damage(connection) }
      return Word(id: try row.rowID("id"), places: places)
    }
  }

  /// - Returns: nil if there is nothing to insert.
  private func insert(_ text: String, _ places: UInt16) throws -> Word? {
    guard places != 0 else { return nil }
    let stem = Stem.of(text)
    try connection.run(
      "INSERT INTO word (text, stem, places) VALUES (?, ?, ?)",
      [Value(text), stem == text ? .null : Value(stem), Value(Int64(places))])
    return Word(id: connection.lastInsertedRow, places: places)
  }

  // MARK: Postings

  /// Writes which components have gained or lost a word in a place.
  ///
  /// - Returns: whether any component has it there.
  private func writePosting(_ components: [PostingChanges.Change], word: Int64, place: Int) throws -> Bool {
    let bit = UInt16(1) << UInt16(place)
    let gained = components.filter { $0.gained & bit != 0 }.map(\.row)
    let lost = components.filter { $0.lost & bit != 0 }.map(\.row)
    let key = [Value(word), Value(place)]
    let former = try rows(key)
    let rows = Set(former).subtracting(lost)
    guard former.count - rows.count == lost.count else { throw WordIndex.damage(connection) }
    if rows.isEmpty && gained.isEmpty {
      try connection.run("DELETE FROM posting WHERE word = ? AND place = ?", key)
      return false
    }
    try connection.run(
      "INSERT OR REPLACE INTO posting (word, place, rows) VALUES (?, ?, ?)",
      key + [.blob(PostingRows.bytes(of: rows.union(gained).sorted()))])
    return true
  }

  /// The components that have a word in a place, in ascending order.
  private func rows(_ key: [Value]) throws -> [Int64] {
    let found = try connection.rows("SELECT rows FROM posting WHERE word = ? AND place = ?", key)
    guard let row = try found.next() else { return [] }
    var rows: [Int64] = []
    guard case .blob(let bytes) = row.value(at: 0), PostingRows.forEach(in: bytes, { rows.append($0) }) else {
      throw WordIndex.damage(connection)
    }
    return rows
  }
}
