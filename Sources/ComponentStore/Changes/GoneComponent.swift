internal import SQLite

/// What the log keeps of a component that a scan removes.
struct GoneComponent {
  let uri: String
  let name: String
  /// The JSON array of the identifiers of its tags.
  let tags: String

  /// The components that satisfy a condition on `component AS c`; read them before they are deleted.
  static func all(where condition: String, _ argument: Int64, on connection: Connection) throws -> [GoneComponent] {
    let rows = try connection.rows(
      """
      SELECT c.uri, c.name, (
        SELECT json_group_array(DISTINCT t.identifier) FROM component_tag AS x JOIN tag AS t ON t.id = x.tag
        WHERE x.component = c.id) AS tags
      FROM component AS c WHERE \(condition)
      """, [Value(argument)])
    var all: [GoneComponent] = []
    while let row = try rows.next() {
      all.append(GoneComponent(uri: try row.text("uri"), name: try row.text("name"), tags: try row.text("tags")))
    }
    return all
  }
}
