internal import ComponentModel
internal import SQLite

/// Changes labels within a transaction.
extension UserWriter {
  private func key(_ label: UserLabel) -> Value { Value(rules.tagKey(label.name)) }

  /// The label's row; nil if there is none.
  func row(_ label: UserLabel) throws -> Int64? {
    try connection.number("SELECT id FROM label WHERE kind = ? AND key = ?", [Value(label.kind.rawValue), key(label)])
  }

  /// Creates the label's row. The first spelling of a name stays until it is renamed.
  func makeRow(_ label: UserLabel) throws -> Int64 {
    let row = (try connection.number("SELECT max(id) FROM label") ?? 0) &+ 1
    try change(
      .label, where: "id = ?", [Value(row)], by: "INSERT INTO label (id, kind, name, key) VALUES (?, ?, ?, ?)",
      with: [Value(row), Value(label.kind.rawValue), Value(label.name), key(label)])
    try log.record(collection: row)
    return row
  }

  /// Gives a component a label.
  ///
  /// - Returns: 1; 0 if the component already has it.
  func mark(_ uri: String, _ label: Int64) throws -> Int {
    try change(
      .labelled, where: "label = ? AND uri = ?", [Value(label), Value(uri)],
      by: "INSERT OR IGNORE INTO labelled (label, uri) VALUES (?, ?)")
  }

  private func unmark(_ uri: String, _ label: Int64) throws -> Int {
    try delete(.labelled, where: "label = ? AND uri = ?", [Value(label), Value(uri)])
  }

  func remove(_ label: UserLabel, from uri: String) throws -> Int {
    guard let row = try row(label) else { return 0 }
    let count = try unmark(uri, row)
    if count > 0 { try log.record(label: row, uri: uri) }
    if label.kind != .collection { try forgetUnused(row) }
    return count
  }

  /// Deletes a label that no component has. Callers spare collections, which may be empty.
  private func forgetUnused(_ row: Int64) throws {
    try delete(.label, where: "id = ?1 AND NOT EXISTS (SELECT 1 FROM labelled WHERE label = ?1)", [Value(row)])
  }

  func setTags(_ labels: [UserLabel], of uri: String) throws -> Int {
    let wanted = try Set(labels.map { try row($0) ?? makeRow($0) })
    let present = try connection.numbers(
      "SELECT x.label FROM labelled AS x JOIN label AS l ON l.id = x.label WHERE x.uri = ? AND l.kind = 'tag'",
      [Value(uri)])
    let surplus = present.filter { !wanted.contains($0) }
    var count = 0
    for row in surplus { count += try unmark(uri, row) }
    for row in wanted.sorted() { count += try mark(uri, row) }
    if count > 0 { try log.record(tagsOf: uri) }
    for row in surplus { try forgetUnused(row) }
    return count
  }

  func rename(_ label: UserLabel, to other: UserLabel) throws -> Int {
    guard let old = try row(label) else { return 0 }
    try log.record(everythingWith: old)
    let present = try row(other)
    let count =
      if let present, present != old { try merge(old, into: present) } else { try rename(old, other) }
    if label.kind == .collection, let row = try row(other) { try log.record(everythingWith: row) }
    forget(label)
    return count
  }

  func rename(_ row: Int64, _ other: UserLabel) throws -> Int {
    try change(
      .label, where: "id = ?", [Value(row)], by: "UPDATE label SET name = ?, key = ? WHERE id = ?",
      with: [Value(other.name), key(other), Value(row)])
  }

  private func merge(_ old: Int64, into present: Int64) throws -> Int {
    let count = try change(
      .labelled, where: "label = ?", [Value(present)],
      by: "INSERT OR IGNORE INTO labelled (label, uri) SELECT ?1, uri FROM labelled WHERE label = ?2",
      with: [Value(present), Value(old)])
    return try count + deleteRow(old)
  }

  func delete(_ label: UserLabel) throws -> Int {
    let row = try row(label)
    if let row { try log.record(everythingWith: row) }
    let count = try row.map { try deleteRow($0) } ?? 0
    forget(label)
    return count
  }

  /// Deletes a label and removes it from all components.
  private func deleteRow(_ row: Int64) throws -> Int {
    try delete(.labelled, where: "label = ?", [Value(row)]) + delete(.label, where: "id = ?", [Value(row)])
  }

  private func forget(_ label: UserLabel) {
    guard label.kind == .collection else { return }
    gone.append(Gone(kind: .collection, name: label.name, key: rules.tagKey(label.name)))
  }
}
