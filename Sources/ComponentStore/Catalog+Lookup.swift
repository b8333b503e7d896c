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
      let comparison = ComponentPredicate.comparison(.init(.name, .equal, .text(name), options: options))
      let search = try search(connection, view)
      let visible = try search.components(comparison, with: .visible)
      return visible.isEmpty ? try search.components(comparison, with: .hidden) : visible
    }
  }

  /// What the catalog holds of a component beyond the component itself.
  public func details(of component: Component, view: CatalogView) throws -> ComponentDetails {
    try read { connection in
      try DetailsReader(connection, search(connection, view).rows, hasUserStore: hasUserStore).details(of: component)
    }
  }

  /// Every tag that a component in the caller's view has, and every tag of the user, with the number of components that
  /// a search lists, by name. A tag of the user stays one where it spells a system tag.
  public func tagCounts(view: CatalogView) throws -> [CountedTag] {
    try read { connection in
      let search = try search(connection, view)
      return try search.state.tagCounts {
        let sets = ComponentSets(connection: connection, state: search.state)
        return try TagCounter(sets: sets).counts(in: try sets.visible(.visible))
      }
    }
  }

  /// The pairs of a component that is replaced and one that the caller sees and that replaces it.
  public func replacements(view: CatalogView) throws -> [(old: String, new: String)] {
    try read { connection in
      let state = try search(connection, view.acceptingNothing).state
      let visible = try ComponentSets(connection: connection, state: state).visible(.hidden)
      let rows = try connection.rows(
        "SELECT r.uri, c.uri, c.id FROM replaced AS r JOIN component AS c ON c.id = r.component")
      var pairs: [(old: String, new: String)] = []
      while let row = try rows.next() {
        if visible?.contains(row[2]) ?? true { pairs.append((row.text(0), row.text(1))) }
      }
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
