internal import SQLite

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
