extension ComponentManager {
  /// The names of the user's collections that a component is in, installed or not, by name.
  ///
  /// - Throws: an error about the user store.
  public func collectionNames(of uri: String) throws(ComponentManagerError) -> [String] {
    let names = try userFacts().filter { $0.uri == uri && $0.label.kind == .collection }.map(\.label.name)
    return names.map { (key: sortKey($0), name: $0) }
      .sorted { $0.key.lexicographicallyPrecedes($1.key) }.map(\.name)
  }
}
