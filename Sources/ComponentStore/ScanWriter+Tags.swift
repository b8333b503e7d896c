public import ComponentModel
internal import GRDB

/// System tags of the whole catalog: made anew by other rules, bounded, and removed where nothing has them.
extension ScanWriter {
  /// Has the bundles read again in which authors have declared tags, or names that are none, where the catalog's tags were
  /// made by other rules: the catalog keeps what the rules made of a declaration, and not what was written. Until then the
  /// tags stay as they are.
  public func forgetAuthorTags(rules version: String) throws {
    try transaction { connection in
      guard try String.fetchOne(connection, sql: "SELECT tag_rules FROM catalog") != version else { return }
      try connection.execute(
        sql: """
          UPDATE bundle SET scanner = 0 WHERE id IN (
            SELECT c.bundle FROM component AS c
            WHERE instr(c.remarks, 'tags:standardTag') > 0
               OR EXISTS (SELECT 1 FROM component_tag AS x WHERE x.component = c.id AND x.source = 'author'))
          """)
    }
  }

  /// Makes all system tags but authors' anew where the catalog's were made by other rules, from what the catalog has.
  ///
  /// - Parameters:
  ///   - aliases: of the standard tags, by identifier. Those of tags that only authors give are renewed by them: a plugin's
  ///     digest says nothing about aliases.
  ///   - grants: the tags of a component.
  public func updateTags(
    rules version: String, aliases: () -> [(identifier: String, aliases: [String])],
    grants: (TagSubject) -> [TagGrant]
  ) throws {
    try transaction { connection in
      guard try String.fetchOne(connection, sql: "SELECT tag_rules FROM catalog") != version else { return }
      let rows = try Row.fetchAll(connection, sql: "SELECT id, uri, classes, type, audio_outputs FROM component")
      try connection.execute(sql: "CREATE TEMP TABLE former AS \(Self.ruledTags)")
      try connection.execute(
        sql: """
          DELETE FROM component_tag WHERE source IN ('class', 'curated')
          """)
      try removeUnusedTags(connection)
      for row in rows {
        let subject = TagSubject(
          uri: row.text(1), classes: row.list(2), type: ComponentType(rawValue: row.text(3)) ?? .effect,
          hasAudioOutput: row.integer(4) > 0)
        try PluginWriter(connection, rules: rules).addTags(grants(subject), to: row[0])
      }
      for entry in aliases() {
        try connection.run(
          "UPDATE tag SET aliases = ?1 WHERE identifier = ?2 AND standard AND aliases <> ?1",
          [value(list: entry.aliases), value(entry.identifier)])
      }
      let changed = try connection.numbers(
        """
        SELECT component FROM (SELECT * FROM former EXCEPT \(Self.ruledTags))
        UNION SELECT component FROM (\(Self.ruledTags) EXCEPT SELECT * FROM former)
        """)
      for row in try Array(changed) { try logChange("c.id = ?", value(row), connection) }
      try connection.execute(sql: "DROP TABLE former")
      try connection.run("UPDATE catalog SET tag_rules = ?", [value(version)])
    }
  }

  /// The tags that rules have given.
  private static let ruledTags = """
    SELECT x.component, t.identifier, x.source FROM component_tag AS x JOIN tag AS t ON t.id = x.tag
    WHERE x.source IN ('class', 'curated')
    """

  /// Removes the tags that no component has: queries test each tag there is, and corrections suggest it.
  func removeUnusedTags(_ connection: Database) throws {
    try connection.execute(
      sql: """
        DELETE FROM tag WHERE NOT EXISTS (SELECT 1 FROM component_tag WHERE tag = tag.id)
          AND NOT EXISTS (SELECT 1 FROM tag_name WHERE tag = tag.id)
        """)
  }

  /// Leaves a bundle ``mostOwnTags``, the first by their text. Which they are does not depend on the order in which its
  /// plugins were read.
  ///
  /// - Returns: what there is to say about it.
  func limitOwnTags(_ row: Int64, _ connection: Database) throws -> [String] {
    let own = """
      SELECT DISTINCT t.id, t.identifier FROM component AS c JOIN component_tag AS x ON x.component = c.id
      JOIN tag AS t ON t.id = x.tag WHERE c.bundle = ? AND x.source = 'author' AND NOT t.standard
      """
    let count = try connection.number("SELECT count(*) FROM (\(own))", [value(row)]) ?? 0
    guard count >= Int64(Self.mostOwnTags) else { return [] }
    try connection.execute(sql: "CREATE TEMP TABLE excess (tag INTEGER PRIMARY KEY)")
    try connection.run(
      "INSERT INTO excess SELECT id FROM (\(own) ORDER BY t.identifier LIMIT -1 OFFSET ?)",
      [value(row), value(Self.mostOwnTags)])
    for (table, condition) in [("component_tag", "source = 'author'"), ("tag_name", "1")] {
      try connection.run(
        """
        DELETE FROM \(table) WHERE component IN (SELECT id FROM component WHERE bundle = ?)
          AND tag IN (SELECT tag FROM excess) AND \(condition)
        """, [value(row)])
    }
    try connection.execute(sql: "DROP TABLE excess")
    return [
      "its plugins have \(Self.mostOwnTags) different tags of their author's own, the most that are kept; "
        + "others are left out"
    ]
  }
}
