internal import StoreFiles
internal import ComponentModel
internal import SQLite

/// Records and undoes changes within a transaction.
extension UserWriter {
  /// Adds the change to the log, and removes the oldest ones that don't fit.
  ///
  /// - Returns: its number; nil if there is nothing to undo, or if it can't be undone.
  func recordStep() throws -> Int? {
    guard let recorder, let title = recorder.title else { return nil }
    let items = recorder.items
    guard !items.isEmpty else { return nil }
    let log = UndoLog(connection: connection)
    let step = try log.step(recorder.isTooLarge ? nil : items, title: title)
    try add(step)
    try forgetSurplus()
    return recorder.isTooLarge ? nil : Int(step.number)
  }

  /// Adds logged changes of a store that this one replaces.
  ///
  /// They do no harm if the store differs from that one: a change is not undone if its result has changed.
  func restore(_ steps: [UndoLog.Stored]) throws {
    for step in steps { try add(step) }
    try forgetSurplus()
  }

  private func add(_ step: UndoLog.Stored) throws {
    let (sql, values) = step.insertion
    try change(.undo, where: "id = ?", [Value(step.number)], by: sql, with: values)
  }

  private func forgetSurplus() throws {
    guard let surplus = try UndoLog(connection: connection).newestSurplus() else { return }
    try delete(.undo, where: "id <= ?", [Value(surplus)])
  }

  /// Undoes a change, completely or not at all, and removes it from the log.
  ///
  /// - Parameter number: the number of the change; nil for the last one.
  /// - Returns: the change; nil if there is none.
  /// - Throws: `UndoError` if something that it changed has been changed since.
  func undo(_ number: Int?) throws -> RecordedChange? {
    let steps = try UndoLog(connection: connection).steps()
    guard
      let position = number.map({ number in steps.firstIndex { $0.change.number == number } }) ?? steps.indices.first
    else {
      if let number { throw UndoError(.unknown(number)) }
      return nil
    }
    let step = steps[position]
    guard step.change.isReversible else { throw UndoError(.tooLarge(step.change)) }
    for item in step.items {
      let other = steps[..<position].first { $0.items.contains { $0.subject == item.subject } }?.change
      // A value that was changed and changed back is as this change left it, but undoing this change would undo half of
      // a later one.
      guard try hasChanged(since: item) || (other != nil && item.subject.isExclusive) else { continue }
      throw UndoError(.changedSince(step.change, thing: item.thing, by: other))
    }
    try revert(step)
    try delete(.undo, where: "id = ?", [Value(step.change.number)])
    try checkSearches()
    return step.change
  }

  // MARK: Conflicts

  /// Whether an item differs from what a change has left.
  private func hasChanged(since item: UndoItem) throws -> Bool {
    switch item.subject {
    case .fact(let kind, let key, let uri):
      let sql = """
        SELECT 1 FROM labelled AS x JOIN label AS l ON l.id = x.label WHERE l.kind = ? AND l.key = ? AND x.uri = ?
        """
      let isThere = try connection.number(sql, [Value(kind.rawValue), Value(key), Value(uri)]) != nil
      return isThere != (item.after != nil)
    case .label(let kind, let key):
      // A tag exists as long as something has it; only its spelling is an item of its own.
      if kind != .collection, item.before == nil || item.after == nil { return false }
      return try name(of: kind, key) != item.after?.first
    case .search(let key):
      return try search(key) != item.after
    case .succession, .use: return false
    }
  }

  private func name(of kind: UserLabel.Kind, _ key: String) throws -> String? {
    try connection.texts("SELECT name FROM label WHERE kind = ? AND key = ?", [Value(kind.rawValue), Value(key)]).first
  }

  private func search(_ key: String) throws -> [String]? {
    let rows = try connection.rows("SELECT name, predicate FROM saved_search WHERE key = ?", [Value(key)])
    guard let row = try rows.next() else { return nil }
    return [try row.text("name"), try row.text("predicate")]
  }

  // MARK: The way back

  /// Removes additions, then restores what was renamed or removed.
  private func revert(_ step: UndoLog.Step) throws {
    for item in step.items where item.before == nil { try takeAway(item) }
    for item in step.items where item.before == nil { try deleteCollection(item, of: step.change) }
    for item in step.items where item.before != nil { try spell(item) }
    for item in step.items where item.before != nil { try putBack(item) }
  }

  private func takeAway(_ item: UndoItem) throws {
    switch item.subject {
    case .fact(let kind, _, let uri):
      if let name = item.after?.first { _ = try remove(try UserLabel(kind, name), from: uri) }
    case .search: if let name = item.after?.first { _ = try deleteSearch(name) }
    case .succession(let old, let new): try forget(Replacement(old: old, new: new))
    case .use(let uri, let source): try forget(uri, source, ifStill: item.after)
    case .label: break
    }
  }

  /// Deletes a collection that the change has created, unless something else has been added to it.
  private func deleteCollection(_ item: UndoItem, of step: RecordedChange) throws {
    guard case .label(.collection, _) = item.subject, let name = item.after?.first else { return }
    let label = try UserLabel(.collection, name)
    guard let row = try row(label) else { return }
    guard try connection.number("SELECT 1 FROM labelled WHERE label = ? LIMIT 1", [Value(row)]) == nil else {
      throw UndoError(.changedSince(step, thing: item.thing, by: nil))
    }
    _ = try delete(label)
  }

  private func spell(_ item: UndoItem) throws {
    guard case .label(let kind, _) = item.subject, let before = item.before?.first, let after = item.after?.first else {
      return
    }
    _ = try rename(try UserLabel(kind, after), to: try UserLabel(kind, before))
  }

  private func putBack(_ item: UndoItem) throws {
    guard let before = item.before else { return }
    switch item.subject {
    case .fact(let kind, _, let uri): _ = try add(UserFact(try UserLabel(kind, before.first ?? ""), uri: uri))
    case .label(let kind, _):
      if kind == .collection { _ = try add(UserFact(try UserLabel(kind, before.first ?? ""), uri: nil)) }
    case .search:
      if before.count == 2 { _ = try save(try SavedSearch(before[0], predicate: before[1]), replacing: true) }
    case .succession(let old, let new): try remember(Replacement(old: old, new: new))
    case .use(let uri, let source):
      let last = before.dropFirst().first.flatMap { UTCTime($0) }
      let use = Int(before.first ?? "").flatMap { UseCount(uri: uri, source: source, count: $0, lastUsed: last) }
      // Uses counted since then stay.
      try forget(uri, source, ifStill: item.after)
      if let use { _ = try join(use) }
    }
  }

  private func forget(_ pair: Replacement) throws {
    try delete(.succession, where: "old_uri = ? AND new_uri = ?", [Value(pair.old), Value(pair.new)])
  }

  /// Removes a use count that is unchanged since a change.
  private func forget(_ uri: String, _ source: String, ifStill value: [String]?) throws {
    let key = [Value(uri), Value(source)]
    let condition = "uri = ? AND source = ?"
    let count = try connection.number("SELECT count FROM use_count WHERE \(condition)", key)
    guard let count, "\(count)" == value?.first else { return }
    try delete(.use, where: condition, key)
  }
}

extension UndoItem {
  /// Its name in a message.
  fileprivate var thing: String {
    let name = (before ?? after)?.first ?? ""
    switch subject {
    case .fact(.tag, _, let uri): return "whether \(uri) has the tag `\(name)`"
    case .fact(.collection, _, let uri): return "whether \(uri) is in the collection `\(name)`"
    case .fact(.favorite, _, let uri): return "whether \(uri) is a favourite"
    case .fact(.hidden, _, let uri): return "whether \(uri) is hidden"
    case .label(let kind, _): return "the \(kind.rawValue) `\(name)`"
    case .search: return "the saved search `\(name)`"
    case .succession(_, let uri), .use(let uri, _): return uri
    }
  }
}
