internal import StoreFiles
package import ComponentModel
internal import SQLite

/// System tags of the whole catalog: rebuilt when the rules change, bounded, and removed once unused.
extension ScanWriter {
  /// If other rules made the catalog's tags, marks the bundles whose authors declare tags (even unknown ones) to be
  /// read again: the catalog keeps what the rules made of a declaration, not the declaration itself. Until then the
  /// tags stay.
  package func forgetAuthorTags(rules version: String) throws {
    try catalog.write { connection in
      guard try connection.texts("SELECT tag_rules FROM catalog").first != version else { return }
      try connection.execute(
        """
        UPDATE bundle SET scanner = 0 WHERE id IN (
          SELECT c.bundle FROM component AS c
          WHERE instr(c.remarks, 'tags:standardTag') > 0
             OR EXISTS (SELECT 1 FROM component_tag AS x WHERE x.component = c.id AND x.source = 'author'))
        """)
    }
  }

  /// If other rules made the catalog's tags, rebuilds all system tags except authors' from the catalog itself.
  ///
  /// - Parameters:
  ///   - aliases: those of the standard tags, by identifier. They also update tags that only authors assign, because a
  ///     plugin's digest does not cover aliases.
  ///   - grants: gives the tags of a component.
  package func updateTags(
    rules version: String, aliases: () -> [(identifier: String, aliases: [String])],
    grants: (TagSubject) -> [TagGrant]
  ) throws {
    try catalog.write { connection in
      guard try connection.texts("SELECT tag_rules FROM catalog").first != version else { return }
      let subjects = try subjects(connection)
      try connection.execute("CREATE TEMP TABLE former AS \(Self.ruledTags)")
      try connection.execute(
        """
        DELETE FROM component_tag WHERE source IN ('class', 'curated')
        """)
      try removeUnusedTags(connection)
      let words = WordWriter(connection, rules: rules)
      let writer = PluginWriter(connection, words: words)
      for (row, subject) in subjects { try writer.addTags(grants(subject), to: row) }
      for entry in aliases() {
        try connection.run(
          "UPDATE tag SET aliases = ?1 WHERE identifier = ?2 AND standard AND aliases <> ?1",
          [Value(list: entry.aliases), Value(entry.identifier)])
      }
      let changed = try connection.numbers(
        """
        SELECT component FROM (SELECT * FROM former EXCEPT \(Self.ruledTags))
        UNION SELECT component FROM (\(Self.ruledTags) EXCEPT SELECT * FROM former)
        """)
      for row in changed { try logChange(where: "c.id = ?", argument: Value(row), on: connection) }
      // The index stores the number of tags, but not their words.
      try words.updateTagCounts(of: changed)
      try connection.execute("DROP TABLE former")
      try connection.run("UPDATE catalog SET tag_rules = ?", [Value(version)])
    }
  }

  /// The facts about each component that the rules need, by row.
  private func subjects(_ connection: Connection) throws -> [(row: Int64, subject: TagSubject)] {
    let rows = try connection.rows("SELECT id, uri, classes, type, audio_outputs FROM component")
    return try rows.compactMap { row in
      let subject = TagSubject(
        uri: try row.text("uri"), classes: try row.list("classes"),
        type: ComponentType(rawValue: try row.text("type")) ?? .effect,
        hasAudioOutput: try row.integer("audio_outputs") > 0)
      return (row: try row.rowID("id"), subject: subject)
    }
  }

  /// The tags that rules have assigned.
  private static let ruledTags = """
    SELECT x.component, t.identifier, x.source FROM component_tag AS x JOIN tag AS t ON t.id = x.tag
    WHERE x.source IN ('class', 'curated')
    """

  /// Removes the tags that no component has: queries would test them, and corrections would suggest them.
  func removeUnusedTags(_ connection: Connection) throws {
    try connection.execute(
      """
      DELETE FROM tag WHERE NOT EXISTS (SELECT 1 FROM component_tag WHERE tag = tag.id)
        AND NOT EXISTS (SELECT 1 FROM tag_name WHERE tag = tag.id)
      """)
  }

  /// Limits a bundle to ``mostOwnTags``, the first in alphabetical order, so that the choice does not depend on the
  /// order in which its plugins are read.
  ///
  /// - Returns: remarks about it.
  func limitOwnTags(_ row: Int64, _ connection: Connection) throws -> [String] {
    let own = """
      SELECT DISTINCT t.id, t.identifier FROM component AS c JOIN component_tag AS x ON x.component = c.id
      JOIN tag AS t ON t.id = x.tag WHERE c.bundle = ? AND x.source = 'author' AND NOT t.standard
      """
    let count = try connection.number("SELECT count(*) FROM (\(own))", [Value(row)]) ?? 0
    guard count >= Int64(Self.mostOwnTags) else { return [] }
    try connection.execute("CREATE TEMP TABLE excess (tag INTEGER PRIMARY KEY)")
    try connection.run(
      "INSERT INTO excess SELECT id FROM (\(own) ORDER BY t.identifier LIMIT -1 OFFSET ?)",
      [Value(row), Value(Self.mostOwnTags)])
    // Components that have lost a tag are written again by the next scan that reads them.
    try connection.run(
      """
      UPDATE component SET digest = 0 WHERE bundle = ? AND id IN (
        SELECT component FROM component_tag WHERE source = 'author' AND tag IN (SELECT tag FROM excess))
      """, [Value(row)])
    for (table, condition) in [("component_tag", "source = 'author'"), ("tag_name", "1")] {
      try connection.run(
        """
        DELETE FROM \(table) WHERE component IN (SELECT id FROM component WHERE bundle = ?)
          AND tag IN (SELECT tag FROM excess) AND \(condition)
        """, [Value(row)])
    }
    try connection.execute("DROP TABLE excess")
    return [
      "its plugins have \(Self.mostOwnTags) different tags of their author's own, the most that are kept; "
        + "others are left out"
    ]
  }
}
