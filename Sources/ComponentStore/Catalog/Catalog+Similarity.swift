package import ComponentModel
internal import ComponentQuery

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

  /// The URIs of components with a name that are gone, the last removed first.
  package func goneComponents(named name: String, view: CatalogView) throws -> [String] {
    try read(view) { try GoneComponentSearch(state: $0).uris(named: name) }
  }

  /// The components most similar to one that is gone; nil if nothing knows its URI.
  package func replacements(forMissing uri: String, limit: Int, view: CatalogView) throws -> [SimilarComponent]? {
    try read(view) { state in
      let search = GoneComponentSearch(state: state)
      return try search.knows(uri) ? search.replacements(of: uri, limit: limit) : nil
    }
  }
}
