internal import StoreFiles
internal import ComponentModel
internal import SQLite

/// Passes labels on to the components that replace others, within a transaction.
extension UserWriter {
  /// Passes labels on along each pair that was not followed before and whose old component has labels.
  ///
  /// - Returns: how many labels were given.
  func follow(_ replacements: [Replacement]) throws -> Int {
    // Grouped by bytes, because texts that Swift considers equal may be different URIs.
    var pairs = Dictionary(grouping: replacements) { Array($0.old.utf8) }
    var waiting = replacements.map(\.old)
    var count = 0
    while let old = waiting.popLast() {
      guard try isLabelled(old), let followed = pairs.removeValue(forKey: Array(old.utf8)) else { continue }
      for pair in followed {
        count += try follow(pair)
        try remember(pair)
        waiting += try heirs(of: pair)
      }
    }
    return count
  }

  /// Passes labels on along one pair, unless that was done before, and from there along all pairs that were followed
  /// before.
  private func follow(_ replacement: Replacement) throws -> Int {
    let pair = [Value(replacement.old), Value(replacement.new)]
    let isKnown = "SELECT 1 FROM succession WHERE old_uri = ? AND new_uri = ?"
    guard try connection.number(isKnown, pair) == nil else { return 0 }
    return try heirs(of: replacement).reduce(0) { $0 + (try copyLabels(of: replacement.old, to: $1)) }
  }

  /// The components that labels reach along a pair, and from there along the pairs that were followed before.
  private func heirs(of replacement: Replacement) throws -> [String] {
    try connection.texts(
      """
      WITH RECURSIVE heir (uri) AS
        (VALUES (?) UNION SELECT s.new_uri FROM succession AS s JOIN heir ON s.old_uri = heir.uri)
      SELECT uri FROM heir
      """, [Value(replacement.new)])
  }

  private func isLabelled(_ uri: String) throws -> Bool {
    try connection.number("SELECT 1 FROM labelled WHERE uri = ? LIMIT 1", [Value(uri)]) != nil
  }

  private func copyLabels(of old: String, to heir: String) throws -> Int {
    let count = try change(
      .labelled, where: "uri = ?", [Value(heir)],
      by: "INSERT OR IGNORE INTO labelled (label, uri) SELECT label, ?2 FROM labelled WHERE uri = ?1",
      with: [Value(old), Value(heir)])
    if count > 0 { try log.record(labelsOf: heir) }
    return count
  }

  func remember(_ replacement: Replacement) throws {
    try change(
      .succession, where: "old_uri = ? AND new_uri = ?", [Value(replacement.old), Value(replacement.new)],
      by: "INSERT OR IGNORE INTO succession (old_uri, new_uri) VALUES (?, ?)")
  }

  /// Adds pairs that another store has followed, and passes this store's labels on along them.
  func join(_ replacements: [Replacement]) throws {
    for replacement in replacements {
      _ = try follow(replacement)
      try remember(replacement)
    }
  }

  /// The pairs that this store has followed and another one has not, by the bytes of their old URIs.
  ///
  /// Called before ``join(_:)``; the result is used after it, when labels can reach further.
  func successionsUnknown(to replacements: [Replacement]) throws -> [[UInt8]: [Replacement]] {
    let known = Set(replacements.map(Self.bytes))
    var unknown: [[UInt8]: [Replacement]] = [:]
    let rows = try connection.rows("SELECT old_uri, new_uri FROM succession")
    while let row = try rows.next() {
      let pair = Replacement(old: try row.text("old_uri"), new: try row.text("new_uri"))
      if !known.contains(Self.bytes(pair)) { unknown[Array(pair.old.utf8), default: []].append(pair) }
    }
    return unknown
  }

  /// Gives another store's labels to the components that they reach along pairs that the other store has not followed.
  func passOn(_ facts: [UserFact], along unknown: [[UInt8]: [Replacement]]) throws {
    guard !unknown.isEmpty else { return }
    for fact in facts {
      for pair in fact.uri.flatMap({ unknown[Array($0.utf8)] }) ?? [] {
        for heir in try heirs(of: pair) { _ = try add(UserFact(fact.label, uri: heir)) }
      }
    }
  }

  private static func bytes(_ pair: Replacement) -> [UInt8] { Array(pair.old.utf8) + [0] + Array(pair.new.utf8) }
}
