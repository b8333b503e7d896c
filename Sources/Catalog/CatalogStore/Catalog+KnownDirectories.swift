package import ComponentModel
internal import SQLite

extension Catalog {
  /// The directories of a search path that scans have found, in its order.
  ///
  /// - Parameter paths: the directories as the search path names them.
  package func knownDirectories(_ paths: [String]) throws -> [KnownDirectory] {
    try read { connection in try paths.compactMap { try Self.directory($0, connection) } }
  }

  private static func directory(_ path: String, _ connection: Connection) throws -> KnownDirectory? {
    let rows = try connection.rows("SELECT root, folders, silent_since FROM directory WHERE path = ?", [Value(path)])
    guard let row = try rows.next() else { return nil }
    var directory = KnownDirectory(path: path, root: try row.text("root"), folders: try row.blob("folders"))
    directory.silentSince = try row.optionalInteger("silent_since")
    return directory
  }

  /// Records directories as a survey has found them.
  package func noteDirectories(_ directories: [KnownDirectory]) throws {
    try write { try Self.note(directories, $0) }
  }

  static func note(_ directories: [KnownDirectory], _ connection: Connection) throws {
    for directory in directories {
      try connection.run(
        """
        INSERT INTO directory (path, root, folders) VALUES (?, ?, ?)
        ON CONFLICT (path) DO UPDATE SET root = excluded.root, folders = excluded.folders, silent_since = NULL
        WHERE (root, folders, silent_since) IS NOT (excluded.root, excluded.folders, NULL)
        """, [Value(directory.path), Value(directory.root), .blob(directory.folders)])
    }
  }

  /// Records that a directory gives no answer.
  ///
  /// - Parameter time: the seconds since the beginning of 1970.
  package func noteSilence(of path: String, root: String, at time: Int) throws {
    try write { connection in
      try connection.run(
        """
        INSERT INTO directory (path, root, folders, silent_since) VALUES (?, ?, x'', ?)
        ON CONFLICT (path) DO UPDATE SET silent_since = excluded.silent_since
        """, [Value(path), Value(root), Value(time)])
    }
  }

  /// Canonical paths of the bundles that are quarantined, or have a plugin that is.
  package func badBundles() throws -> [String] {
    try read { connection in
      try connection.texts(
        "SELECT path FROM bundle WHERE verdict <> 'scanned' OR id IN (SELECT bundle FROM refusal)")
    }
  }

  /// The directories that scans have looked into to the end, as canonical paths.
  package func scannedRoots() throws -> [String] { try read { try $0.texts("SELECT path FROM root WHERE scanned") } }

  /// The names of a bundle's components, in alphabetical order.
  package func componentNames(ofBundle path: String) throws -> [String] {
    try read { connection in
      try connection.texts(
        "SELECT c.name FROM component AS c JOIN bundle AS b ON b.id = c.bundle WHERE b.path = ? ORDER BY c.name",
        [Value(path)])
    }
  }
}
