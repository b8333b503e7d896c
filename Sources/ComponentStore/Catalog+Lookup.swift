public import ComponentModel
internal import ComponentQuery
internal import GRDB

extension Catalog {
  /// The component that a caller sees under a URI, be it a hidden one.
  public func component(uri: String, view: CatalogView) throws -> Component? {
    try read { connection in
      let search = try search(connection, view)
      return try search.components(.comparison(.init(.uri, .equal, .text(uri))), with: .hidden).first
    }
  }

  /// The components that a caller sees under a name, ignoring case and accents; hidden ones where there is no other.
  public func components(named name: String, view: CatalogView) throws -> [Component] {
    try read { connection in
      let options: TextOptions = [.ignoringCase, .ignoringAccents]
      let comparison = Predicate.comparison(.init(.name, .equal, .text(name), options: options))
      let search = try search(connection, view)
      let visible = try search.components(comparison, with: .visible)
      return visible.isEmpty ? try search.components(comparison, with: .hidden) : visible
    }
  }

  /// What the catalog holds of a component beyond the component itself.
  public func details(of component: Component, view: CatalogView) throws -> ComponentDetails {
    try read { connection in
      try DetailsReader(connection, search(connection, view).rows).details(of: component)
    }
  }

  /// Every tag that a component in the caller's view has, and every tag of the user, with the number of components that
  /// a search lists, by name. A tag of the user stays one where it spells a system tag.
  public func tagCounts(view: CatalogView) throws -> [(tag: Tag, count: Int)] {
    try read { connection in
      let search = try search(connection, view)
      let counted = try systemTagCounts(search) + userTagCounts(search)
      var order = NameOrder(view.rules)
      let keyed = counted.map { (key: order.key(of: $0.tag), counted: $0) }
      return keyed.sorted { a, b in
        a.key == b.key
          ? !a.counted.tag.isUser && b.counted.tag.isUser
          : a.key.lexicographicallyPrecedes(b.key)
      }.map(\.counted)
    }
  }

  private func systemTagCounts(_ search: Search) throws -> [(tag: Tag, count: Int)] {
    let conditions = ["1"] + search.conditions(of: .visible)
    let rows = try search.connection.rows(
      """
      SELECT t.identifier, t.standard, t.aliases, count(DISTINCT x.component), group_concat(DISTINCT x.source)
      FROM component_tag AS x JOIN tag AS t ON t.id = x.tag JOIN component AS c ON c.id = x.component
      WHERE \(conditions.joined(separator: " AND ")) GROUP BY t.id
      """)
    var counts: [(tag: Tag, count: Int)] = []
    while let row = try rows.next() {
      var tag = search.rows.naming.tag(identifier: row.text(0), isStandard: row.flag(1), aliases: row.list(2))
      tag.sources = row.text(4).split(separator: ",").compactMap { TagSource(rawValue: String($0)) }
      counts.append((tag, row.integer(3)))
    }
    return counts
  }

  private func userTagCounts(_ search: Search) throws -> [(tag: Tag, count: Int)] {
    guard hasUserStore else { return [] }
    let conditions = ["x.label = l.id"] + search.conditions(of: .visible)
    let rows = try search.connection.rows(
      """
      SELECT l.name, (SELECT count(DISTINCT c.id) FROM user.labelled AS x JOIN component AS c ON c.uri = x.uri
                      WHERE \(conditions.joined(separator: " AND ")))
      FROM user.label AS l WHERE l.kind = 'tag'
      """)
    var counts: [(tag: Tag, count: Int)] = []
    while let row = try rows.next() { counts.append((Tag(row.text(0), source: .user), row.integer(1))) }
    return counts
  }

  /// The pairs of a component that is replaced and one that the caller sees and that replaces it.
  public func replacements(view: CatalogView) throws -> [(old: String, new: String)] {
    try read { connection in
      var view = view
      view.acceptsNothing = true
      let conditions = ["1"] + (try search(connection, view).conditions(of: .hidden))
      let rows = try connection.rows(
        """
        SELECT r.uri, c.uri FROM replaced AS r JOIN component AS c ON c.id = r.component
        WHERE \(conditions.joined(separator: " AND "))
        """)
      var pairs: [(old: String, new: String)] = []
      while let row = try rows.next() { pairs.append((row.text(0), row.text(1))) }
      return pairs
    }
  }

  /// How many components a caller sees.
  public func componentCount(view: CatalogView) throws -> Int {
    try read { connection in
      let visibility = try search(connection, view).rows.visibility
      let condition = visibility.condition(on: "bundle") ?? "1"
      let all = try connection.number("SELECT count(*) FROM component WHERE \(condition)") ?? 0
      return Int(all) - visibility.shadowed.count
    }
  }

  /// The number of the last scan that changed something.
  public func generation() throws -> Int {
    try read { connection in Int(try connection.number("SELECT generation FROM catalog") ?? 0) }
  }
}
