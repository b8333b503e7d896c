internal import StoreFiles
package import CatalogStore
package import ComponentModel
internal import ComponentQuery
internal import SQLite

extension Catalog {
  /// The component with a URI that a caller sees, hidden or not.
  package func component(uri: String, view: CatalogView) throws -> Component? {
    try read(view) { state in
      try Search(state: state).components(
        .comparison(.init(key: .uri, operator: .equal, value: .text(uri))), with: .hidden
      ).first
    }
  }

  /// The components with a name that a caller sees, ignoring case and accents; hidden ones only if there is no other.
  package func components(named name: String, view: CatalogView) throws -> [Component] {
    try read(view) { state in
      let options: TextOptions = [.ignoringCase, .ignoringAccents]
      let comparison = ComponentPredicate.comparison(
        .init(key: .name, operator: .equal, value: .text(name), options: options))
      let search = Search(state: state)
      let visible = try search.components(comparison, with: .visible)
      return visible.isEmpty ? try search.components(comparison, with: .hidden) : visible
    }
  }

  /// A component's data in the catalog beyond the component itself.
  ///
  /// - Throws: ``MissingComponent`` if the catalog no longer has it, and ``StoreError``.
  package func details(of component: Component, view: CatalogView) throws -> ComponentDetails {
    try read(view) { state in
      try DetailsReader(connection: state.connection, rows: state.rows).details(of: try state.located(component))
    }
  }

  /// Every tag of a component in the caller's view, and every tag of the user, with the number of components that a
  /// search lists, by name. A user tag stays separate even if it is spelled like a system tag.
  package func tagCounts(view: CatalogView) throws -> [CountedTag] {
    try read(view) { state in
      let sets = ComponentSets(state: state)
      return try TagCounter(sets: sets).counts(in: try sets.visible(.visible))
    }
  }

  /// Like ``tagCounts(view:)``, but a user's tag that spells a system tag is counted with that tag.
  package func displayTagCounts(view: CatalogView) throws -> [CountedTag] {
    try read(view) { state in
      let sets = ComponentSets(state: state)
      return try TagCounter(sets: sets).counts(in: try sets.visible(.visible), isMerged: true)
    }
  }

  /// Pairs of a replaced component and its replacement, if the caller sees the replacement.
  package func replacements(view: CatalogView) throws -> [(old: String, new: String)] {
    try read(view.acceptingNothing) { state in
      let visible = try ComponentSets(state: state).visible(.hidden)
      let rows = try state.connection.rows(
        "SELECT r.uri AS old, c.uri AS new, c.id FROM replaced AS r JOIN component AS c ON c.id = r.component")
      return try rows.compactMap { row in
        try visible?.contains(row.rowID("id")) ?? true ? (old: row.text("old"), new: row.text("new")) : nil
      }
    }
  }

  /// The number of components that a caller sees.
  package func componentCount(view: CatalogView) throws -> Int {
    try read(view) { state in
      let visibility = state.catalog.visibility
      let condition = visibility.condition(on: "bundle") ?? "1"
      let all = try state.connection.number("SELECT count(*) FROM component WHERE \(condition)") ?? 0
      return Int(all) - visibility.shadowed.count
    }
  }
}

extension Catalog {
  /// The things that have a name.
  package enum Named { case component, manufacturer }

  /// The distinct names of the components that a caller sees, or of their manufacturers, sorted. Nothing else of
  /// a component is read.
  ///
  /// - Parameter lengths: how many letters (Unicode scalars) the names may have.
  package func names(
    _ named: Named, ofLengths lengths: ClosedRange<Int> = 0...Int.max, view: CatalogView
  ) throws -> [String] {
    try read(view) { state in
      let visible = try ComponentSets(state: state).visible(.visible)
      let column = named == .component ? state.rows.naming.nameExpression : "c.manufacturer"
      let rows = try state.connection.rows(
        "SELECT c.id, \(column) AS name FROM component AS c WHERE length(\(column)) BETWEEN ? AND ?",
        [Value(Int64(lengths.lowerBound)), Value(Int64(lengths.upperBound))])
      var names: Set<String> = []
      while let row = try rows.next() {
        guard try visible?.contains(row.rowID("id")) ?? true, let name = try row.optionalText("name") else { continue }
        names.insert(name)
      }
      return names.sorted()
    }
  }
}

extension Catalog {
  /// The components most similar to one. A component that is no longer in the catalog is known by its URI only.
  package func similar(to component: Component, limit: Int, view: CatalogView) throws -> [SimilarComponent] {
    try read(view) { state in
      // A host may have kept the value from an earlier state of the catalog.
      let predicate = ComponentPredicate.comparison(.init(key: .uri, operator: .equal, value: .text(component.uri)))
      let found = try Search(state: state).components(predicate, with: .everything)
      let own = found.first { $0.bundle == component.bundle }
      guard let present = own ?? found.first(where: { $0.verdict == .scanned }) else {
        return try GoneComponentSearch(state: state).replacements(of: component.uri, limit: limit)
      }
      return try SimilaritySearch(state: state).similar(to: present, limit: limit)
    }
  }

  /// The URIs of components that are gone and had this name, the last removed first.
  package func goneComponents(named name: String, view: CatalogView) throws -> [String] {
    try read(view) { try GoneComponentSearch(state: $0).uris(named: name) }
  }

  /// The components most similar to one that is gone; nil if neither the user store nor the catalog's log knows its
  /// URI.
  package func replacements(forMissing uri: String, limit: Int, view: CatalogView) throws -> [SimilarComponent]? {
    try read(view) { state in
      let search = GoneComponentSearch(state: state)
      return try search.knows(uri) ? search.replacements(of: uri, limit: limit) : nil
    }
  }
}
