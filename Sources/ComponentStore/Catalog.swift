internal import Glibc
internal import GRDB
internal import Synchronization

/// A catalog that is open: corresponds to one SQLite file.
///
/// What another process commits is seen by the next query, unless ``isSnapshot``. May be used from any thread.
public final class Catalog: Sendable {
  /// How a catalog is opened.
  public enum Access: Sendable {
    /// To read it; nothing is written, not even into its directory where that can't be.
    case reading
    /// To read and write it; it is made where there is none.
    case writing
  }

  /// The path of the file.
  public let path: String
  /// Whether what is committed later is not seen, because the file can't be read in its place.
  public let isSnapshot: Bool
  let database: any DatabaseWriter

  private init(_ opened: CatalogFile.Opened) {
    path = opened.path
    isSnapshot = opened.isSnapshot
    database = opened.database
    // The connection has the copy open: without names its files go with the process, however that ends.
    guard let copy = opened.copy else { return }
    for ending in ["", "-wal", "-shm"] { unlink("\(copy)/catalog.sqlite\(ending)") }
    rmdir(copy)
  }

  /// Opens the catalog at a path.
  ///
  /// - Parameter pooled: several readers at once, for a host; one connection otherwise.
  /// - Returns: nil for reading, where there is no catalog yet.
  /// - Throws: ``StoreError``.
  public static func open(_ path: String, for access: Access, pooled: Bool = false) throws -> Catalog? {
    switch access {
    case .reading: try CatalogFile.openForReading(path, pooled: pooled).map(Catalog.init)
    case .writing: Catalog(try CatalogFile.openForWriting(path, pooled: pooled))
    }
  }

  /// Renames a damaged catalog with its write-ahead log, so that the next scan makes a new one.
  ///
  /// - Returns: the new path.
  public static func setAside(_ path: String) throws -> String { try CatalogFile.setAside(path) }

  /// Runs `body` with one consistent state of the catalog.
  func read<Result>(_ body: (Database) throws -> Result) throws -> Result {
    try translatingErrors(path: path) {
      try database.unsafeRead { connection in
        // GRDB's own read brackets each transaction in pragmas, which cost as much as a query.
        var result: Result?
        try connection.inTransaction(.deferred) {
          result = try body(connection)
          return .commit
        }
        guard let result else { throw StoreError(.unreadable, path: path, detail: "the transaction did not end") }
        return result
      }
    }
  }
}
