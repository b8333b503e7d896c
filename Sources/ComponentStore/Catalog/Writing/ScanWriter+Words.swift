internal import SQLite

/// The index of words during a scan.
extension ScanWriter {
  /// Brings the index up to date with what a batch has written so far.
  func finishWords(_ batch: Batch) throws {
    if batch.plugins.hasRestored {
      // The index may have different words than the damaged rows suggest. Searches use it until it is rebuilt.
      progress.needsIndexes = true
      try WordWriter.requireRebuild(batch.connection)
    }
    try follow(batch.words) { try batch.words.finish() }
  }

  /// Writes into the index, unless it is invalid.
  ///
  /// - Parameter write: returns false if the index turns out to be damaged.
  func follow(_ words: WordWriter, _ write: () throws -> Bool) throws {
    guard progress.hasWords else { return words.forget() }
    if try !write() { (progress.needsIndexes, progress.hasWords) = (true, false) }
  }

  /// Rebuilds the indexes if they, or rows, were damaged.
  package func rebuildIndexes() throws {
    guard progress.needsIndexes else { return }
    try catalog.withConnection { connection in
      try connection.execute("INSERT INTO name_index (name_index) VALUES ('rebuild')")
      try connection.transaction { try WordWriter(connection, rules: rules).rebuild() }
    }
    (progress.needsIndexes, progress.hasWords) = (false, true)
  }
}
