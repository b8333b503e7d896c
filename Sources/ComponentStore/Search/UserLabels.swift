internal import ComponentModel
internal import ComponentQuery
internal import SQLite

/// The labels of the attached user store, for searches.
struct UserLabels {
  /// Whether there is a user store; if not, nothing is labelled.
  let isAttached: Bool
  /// The row of the label of favourites; nil if there is none.
  let favorite: Int64?
  /// The row of the label of hidden components; nil if none is.
  let hidden: Int64?

  init(_ connection: Connection, isAttached: Bool) throws {
    self.isAttached = isAttached
    var favorite: Int64?
    var hidden: Int64?
    if isAttached {
      let rows = try connection.rows(
        "SELECT kind = 'hidden' AS is_hidden, id FROM user.label WHERE kind IN ('favorite', 'hidden')")
      while let row = try rows.next() {
        let label = try row.rowID("id")
        if try row.flag("is_hidden") { hidden = label } else { favorite = label }
      }
    }
    self.favorite = favorite
    self.hidden = hidden
  }

  /// Whether a component is a favourite, as an expression.
  var isFavorite: String { favorite.map(Self.isLabelled) ?? "0" }

  /// Whether a component is hidden, as an expression; nil if none is.
  var isHidden: String? { hidden.map(Self.isLabelled) }

  /// Which components have one of these labels, as an expression.
  static func isLabelled(any labels: [Int64]) -> String {
    labels.isEmpty ? "0" : "c.uri IN (SELECT uri FROM user.labelled WHERE label IN (\(list(labels))))"
  }

  private static func isLabelled(_ label: Int64) -> String { isLabelled(any: [label]) }

  static func list(_ rows: [Int64]) -> String { rows.map(String.init).joined(separator: ", ") }

  /// The number of a component's user tags, as an expression.
  var tagCount: String {
    guard isAttached else { return "0" }
    return """
      (SELECT count(*) FROM user.labelled AS x JOIN user.label AS l ON l.id = x.label
       WHERE x.uri = c.uri AND l.kind = 'tag')
      """
  }

  /// All tags of the user.
  func tags(_ connection: Connection) throws -> [TagRow] {
    guard isAttached else { return [] }
    var tags: [TagRow] = []
    let rows = try connection.rows("SELECT id, name FROM user.label WHERE kind = 'tag'")
    while let row = try rows.next() {
      let tag = Tag(try row.text("name"), source: .user)
      tags.append(TagRow(id: try row.rowID("id"), tag: tag, position: tags.count))
    }
    return tags
  }

  /// Adds the labels to components that are sorted by row.
  func add(
    to components: inout [Component], in order: [Int], _ list: Value, _ connection: Connection
  ) throws {
    guard isAttached else { return }
    let rows = try connection.rows(
      """
      SELECT c.id AS component, l.kind, l.name FROM json_each(?) AS j CROSS JOIN component AS c ON c.id = j.value
      CROSS JOIN user.labelled AS x ON x.uri = c.uri CROSS JOIN user.label AS l ON l.id = x.label
      WHERE l.kind <> 'collection'
      """, [list])
    var next = 0
    while let row = try rows.next() {
      let component = try row.rowID("component")
      while next < order.count, components[order[next]].rowID < component { next += 1 }
      guard next < order.count else { return }
      switch try row.text("kind") {
      case "favorite": components[order[next]].isFavorite = true
      case "hidden": components[order[next]].isHidden = true
      default: components[order[next]].tags.append(Tag(try row.text("name"), source: .user))
      }
    }
  }
}
