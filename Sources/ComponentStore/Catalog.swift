internal import GRDB

/// A catalog that is open, with the user store beside it: corresponds to one or two SQLite files.
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
  /// Whether the user store is read too; where not, nobody has tags of their own.
  public let hasUserStore: Bool
  /// Whether what is committed later is not seen, because one of the files can't be read in its place.
  public let isSnapshot: Bool
  private let userStore: AttachedUserStore?
  let database: any DatabaseWriter
  private let readers: Readers
  /// What is kept between queries.
  let kept: KeptStates

  private init(
    _ opened: StoreFile.Opened, _ kept: KeptStates, _ userStore: AttachedUserStore? = nil,
    another: (@Sendable () throws -> (any DatabaseWriter)?)? = nil
  ) {
    self.kept = kept
    readers = Readers(opened.database, another: opened.isSnapshot ? nil : another)
    path = opened.path
    isSnapshot = opened.isSnapshot || userStore?.isSnapshot == true
    database = opened.database
    self.userStore = userStore
    hasUserStore = userStore?.isAttached == true
  }

  /// Opens the catalog at a path.
  ///
  /// - Parameters:
  ///   - pooled: several readers at once, for a host; one connection otherwise.
  ///   - userStore: path of the user store, which queries read too; an absent one counts as empty. Writers pass none.
  /// - Returns: nil for reading, where there is no catalog yet.
  /// - Throws: ``StoreError``.
  public static func open(
    _ path: String, for access: Access, pooled: Bool = false, userStore: String? = nil
  ) throws -> Catalog? {
    let file = StoreFile(kind: .catalog, path: path)
    let kept = KeptStates()
    guard access == .reading else {
      // Two processes that make the file at once would find it locked: SQLite does not wait when the journal's mode changes.
      return Catalog(try StoreLock(.catalog, path).exclusively { try file.openForWriting() }, kept)
    }
    let attached = try userStore.flatMap { try AttachedUserStore($0, pooled: pooled) }
    let prepare: @Sendable (Database) throws -> Void = { connection in
      kept.begin(connection)
      try attached?.attach(to: connection)
    }
    guard let opened = try file.openForReading(prepare: prepare) else { return nil }
    guard pooled else { return Catalog(opened, kept, attached) }
    return Catalog(opened, kept, attached) { try file.openForReading(prepare: prepare)?.database }
  }

  /// Renames a damaged catalog, so that the next scan makes a new one.
  ///
  /// - Returns: the new path.
  public static func setAside(_ path: String) throws -> String {
    try StoreFile(kind: .catalog, path: path).setAside("damaged")
  }

  /// Runs `body` with one consistent state of the catalog.
  func read<Result>(_ body: (Database) throws -> Result) throws -> Result {
    do {
      return try translatingErrors(.catalog, path: path) {
        try readers.read { connection in
          // GRDB's own read brackets each transaction in pragmas, which cost as much as a query.
          // Its transactions compile their statements each time.
          try connection.run("BEGIN DEFERRED TRANSACTION", [])
          do {
            let result = try body(connection)
            try connection.run("COMMIT TRANSACTION", [])
            return result
          } catch {
            if connection.isInsideTransaction { try connection.run("ROLLBACK TRANSACTION", []) }
            throw error
          }
        }
      }
    } catch let error as StoreError where error.code == .damaged {
      // SQLite does not say which of the files it found damaged.
      if let damage = userStore?.damage { throw damage }
      throw error
    }
  }
}
