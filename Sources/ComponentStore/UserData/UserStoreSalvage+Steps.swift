internal import SQLite

/// The logged changes of a damaged user store; none if its schema lacks them.
extension UserStoreSalvage {
  /// The rows found in pages count only if they are the whole log: pages may still contain changes that were removed.
  var steps: [UndoLog.Stored] {
    if scattered.contains(.undo) { return (pages.rows[.undo] ?? []).compactMap(UndoLog.Stored.init) }
    var found: [Int64: UndoLog.Stored] = [:]
    for order in ["id", "id DESC"] {
      readable("SELECT \(columns(.undo)) FROM undo_step ORDER BY \(order)") { row in
        if isSound(row, .undo) != false, let step = try? step(row) { found[step.number] = step }
      }
    }
    return Array(found.values)
  }

  private func step(_ row: Row) throws -> UndoLog.Stored {
    let texts = [try row.text("at"), try row.text("program"), try row.text("title"), try row.text("changes")]
    return UndoLog.Stored(number: try row.rowID("id"), texts: texts)
  }
}

extension UndoLog.Stored {
  fileprivate init?(_ row: [RecordValue]) {
    let texts = row.dropFirst().compactMap(\.text)
    // All columns except the number and the size are texts.
    guard let number = row[0].number, texts.count == row.count - 2 else { return nil }
    self.init(number: number, texts: texts)
  }
}
