public import ComponentModel
internal import ComponentQuery
internal import GRDB

extension Catalog {
  /// The component that a caller sees under a URI.
  public func component(uri: String, view: CatalogView) throws -> Component? {
    try read { connection in
      let search = try Search(connection, view)
      return try search.components(.comparison(.init(.uri, .equal, .text(uri))), everything: false).first
    }
  }

  /// The components that a caller sees under a name, ignoring case and accents.
  public func components(named name: String, view: CatalogView) throws -> [Component] {
    try read { connection in
      let options: TextOptions = [.ignoringCase, .ignoringAccents]
      let comparison = Predicate.comparison(.init(.name, .equal, .text(name), options: options))
      return try Search(connection, view).components(comparison, everything: false)
    }
  }

  /// What the catalog holds of a component beyond the component itself.
  public func details(of component: Component, view: CatalogView) throws -> ComponentDetails {
    try read { connection in
      try DetailsReader(connection, Search(connection, view).rows).details(of: component)
    }
  }

  /// Every tag that a component in the caller's view has, with the number of those components, by name.
  public func tagCounts(view: CatalogView) throws -> [(tag: Tag, count: Int)] {
    try read { connection in
      let rows = try Search(connection, view).rows
      var conditions = ["1"]
      if let visible = rows.visibility.condition(on: "c.bundle") { conditions.append(visible) }
      let shadowed = rows.visibility.shadowed.sorted().map(String.init).joined(separator: ", ")
      if !shadowed.isEmpty { conditions.append("c.id NOT IN (\(shadowed))") }
      let cursor = try connection.rows(
        """
        SELECT t.identifier, t.standard, t.aliases, count(DISTINCT x.component), group_concat(DISTINCT x.source)
        FROM component_tag AS x JOIN tag AS t ON t.id = x.tag JOIN component AS c ON c.id = x.component
        WHERE \(conditions.joined(separator: " AND ")) GROUP BY t.id
        """)
      var counts: [String: Int] = [:]
      var tags: [Tag] = []
      while let row = try cursor.next() {
        var tag = rows.naming.tag(identifier: row.text(0), isStandard: row.flag(1), aliases: row.list(2))
        tag.sources = row.text(4).split(separator: ",").compactMap { TagSource(rawValue: String($0)) }
        tags.append(tag)
        counts[row.text(0)] = row.integer(3)
      }
      var order = NameOrder(view.rules)
      return order.sorted(tags).map { ($0, counts[$0.identifier, default: 0]) }
    }
  }

  /// How many components a caller sees.
  public func componentCount(view: CatalogView) throws -> Int {
    try read { connection in
      let visibility = try Search(connection, view).rows.visibility
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
