internal import SQLite

/// What a catalog takes over when it is made.
extension Catalog {
  /// Takes over what the file of results has; also what another catalog has, which it replaces. Where there is no file of results,
  /// and that catalog is gone because it was damaged, what can be read of the damaged one.
  static func takeOver(from results: ResultStore?, _ former: StoreFile, by catalog: Connection) throws {
    let known = results?.reading()
    let other = former.exists || known != nil ? former : former.filesAside("damaged").first
    try takeOver([known, other?.readableAsIs()], by: catalog)
  }

  /// Takes over what these stores have, those before others. Components that are there already show it.
  static func takeOver(_ sources: [Connection?], by catalog: Connection) throws {
    for source in sources.compactMap(\.self) { try ResultCopy(source: source, target: catalog).copyAll() }
    try catalog.execute(
      """
      UPDATE component SET added_at = f.at FROM bundle AS b JOIN first_seen AS f ON f.bundle = b.path
      WHERE component.bundle = b.id AND component.uri = f.component
      """)
    try ShownResults.fill(catalog)
  }
}
