package import StoreFiles
package import SQLite

/// An open catalog, with the user store if there is one: one or two SQLite files.
///
/// Each query sees what other processes have committed before it, unless ``isSnapshot``. Safe to use from any thread.
package final class Catalog: Sendable {
  /// The path of the file.
  package let path: String
  /// Whether the user store is read too; if not, there are no user tags.
  package let hasUserStore: Bool
  /// Whether later commits are invisible, because one of the files can't be read in place.
  package let isSnapshot: Bool
  /// Whether it is in this process's memory only.
  package var isInMemory: Bool { path == Self.memory }
  private let userStore: AttachedUserStore?
  private let readers: ReaderPool
  /// The stamp of the file, if it is read without locks while others may write to it.
  private let stamp: StoreStamp?

  private static let memory = ":memory:"

  private init(
    _ opened: StoreFile.Opened, _ userStore: AttachedUserStore? = nil, stamp: StoreStamp? = nil,
    another: (@Sendable () throws -> CatalogReader?)? = nil
  ) {
    readers = ReaderPool(CatalogReader(opened.connection), another: opened.isSnapshot ? nil : another)
    path = opened.path
    isSnapshot = opened.isSnapshot || userStore?.isSnapshot == true
    self.userStore = userStore
    self.stamp = stamp
    hasUserStore = userStore?.isAttached == true
  }

  /// Opens the catalog at a path for reading. Nothing is written, not even into its directory if that is read-only.
  ///
  /// - Parameters:
  ///   - isPooled: whether to allow several readers at the same time, for a host; there is only one otherwise.
  ///   - userStore: path of the user store, which queries read too; a missing one counts as empty.
  /// - Returns: nil if there is no catalog yet.
  /// - Throws: ``StoreError``.
  package static func openForReading(
    _ path: String, isPooled: Bool = false, userStore: String? = nil
  ) throws -> Catalog? {
    let file = StoreFile(kind: .catalog, path: path)
    let attached = try userStore.flatMap { try AttachedUserStore($0, pooled: isPooled) }
    let open: @Sendable (Bool) throws -> StoreFile.Opened? = { isInPlace in
      try file.openForReading(isInPlace: isInPlace) { try attached?.attach(to: $0) }
    }
    guard let (opened, stamp) = try Self.opened(file, by: open) else { return nil }
    guard isPooled else { return Catalog(opened, attached, stamp: stamp) }
    return Catalog(opened, attached, stamp: stamp) {
      try open(file.isReadInPlace).map { CatalogReader($0.connection) }
    }
  }

  /// Opens the machine's catalog for reading.
  ///
  /// - Parameters: as for ``openForReading(_:isPooled:userStore:)``.
  /// - Returns: nil if there is none that may be trusted, or none of this schema.
  /// - Throws: ``StoreError``.
  package static func openForReading(
    _ system: SystemCatalog, isPooled: Bool = false, userStore: String? = nil
  ) throws -> Catalog? {
    guard system.standing == .trusted, let identity = FileIdentity(system.path) else { return nil }
    let attached = try userStore.flatMap { try AttachedUserStore($0, pooled: isPooled) }
    let open: @Sendable () throws -> StoreFile.Opened? = {
      try system.file.openAtRest { try attached?.attach(to: $0) }
    }
    guard let opened = try open() else { return nil }
    guard isPooled else { return Catalog(opened, attached) }
    return Catalog(opened, attached) {
      // All readers of a catalog must have the same file open, even if another one has replaced it.
      guard let another = try open(), FileIdentity(system.path) == identity else { return nil }
      return CatalogReader(another.connection)
    }
  }

  /// - Returns: the connection with its stamp, if the file is read in place without locks.
  private static func opened(
    _ file: StoreFile, by open: (Bool) throws -> StoreFile.Opened?
  ) throws -> (StoreFile.Opened, StoreStamp?)? {
    let isInPlace = file.isReadInPlace
    if isInPlace {
      guard let opened = try open(true) else { return nil }
      if !opened.isSnapshot { return (opened, nil) }
    }
    let outcome = try StoreStamp.stable(file.path) { stamp in
      // A file with a log was copied.
      try open(isInPlace).map { ($0, stamp.hasLog ? nil : stamp) }
    }
    guard let outcome else {
      throw StoreError(.busy, .catalog, path: file.path, detail: "it keeps changing, and can't be locked")
    }
    return outcome
  }

  /// A new catalog in memory, for reading and writing, which is released with this object.
  ///
  /// - Parameters:
  ///   - origin: the catalog that it starts as a copy of; nil to start empty.
  ///   - userStore: as for ``openForReading(_:isPooled:userStore:)``.
  ///   - results: the results that it adopts.
  package static func inMemory(
    copying origin: Catalog? = nil, userStore: String?, results: ResultStore? = nil
  ) throws -> Catalog {
    let attached = try userStore.flatMap { try AttachedUserStore($0, pooled: true) }
    // If a query found the damage later, only another scan could answer it.
    if let damage = try attached?.damage() { throw damage }
    let connection = try translatingErrors(.catalog, path: memory) {
      let connection = try Connection(memory, for: .writing)
      if let origin {
        try origin.withConnection { try connection.copy($0) }
      } else {
        try StoreKind.catalog.create(connection)
        try takeOver([results?.reading()], by: connection)
      }
      return connection
    }
    try attached?.attach(to: connection)
    return Catalog(StoreFile.Opened(connection: connection, path: memory), attached)
  }

  /// Opens the catalog at a path for reading and writing; creates it if needed.
  ///
  /// - Parameters:
  ///   - origin: gives the machine's catalog, which a new one copies; nil to start empty.
  ///   - results: the results that a new catalog adopts. By default, they come from the catalog that it replaces.
  ///   - former: path of that catalog, if it is in another place.
  ///   - patience: how long to wait for other writers.
  /// - Throws: ``StoreError``.
  package static func openForWriting(
    _ path: String, copying origin: () -> SystemCatalog? = { nil }, results: ResultStore? = nil, former: String? = nil,
    patience: StorePatience = .usual
  ) throws -> Catalog {
    let file = StoreFile(kind: .catalog, path: path)
    // The store is locked, because SQLite doesn't wait while another process changes the journal mode of a new file.
    try file.rejectForeign()
    let lock = StoreLock(.catalog, path, patience: patience)
    return Catalog(
      try lock.exclusively {
        let opened = try file.openForWriting(
          copying: { origin()?.path },
          filling: { try takeOver(from: results, StoreFile(kind: .catalog, path: former ?? path), by: $0) },
          patience: patience)
        lock.leaveMark()
        return opened
      })
  }

  /// Rebuilds a catalog beside the former one, which it replaces when it is complete. The caller must hold the scan's
  /// lock.
  ///
  /// - Parameters:
  ///   - results: the results that it adopts in addition to those of the former one.
  ///   - make: writes the new catalog, and must not keep it.
  /// - Throws: ``StoreError``, or an error of `make`; the former catalog then stays.
  package static func replace<Result>(
    _ former: Catalog, results: ResultStore?, by make: (Catalog) throws -> Result
  ) throws -> Result {
    let file = StoreFile(kind: .catalog, path: former.path)
    return try file.making(file.unfinished) {
      let result = try make(begin(file.unfinished, after: former, results))
      try StoreLock(.catalog, file.path).exclusively {
        // The last connection moved its log into the file when it was closed.
        file.unfinished.removeCompanions()
        file.removeCompanions()
        try file.unfinished.move(to: file.path)
      }
      return result
    }
  }

  /// A new catalog, whose generations continue those of another one.
  private static func begin(_ file: StoreFile, after former: Catalog, _ results: ResultStore?) throws -> Catalog {
    let generation = try? former.generation()
    try file.build { connection in
      try connection.run("UPDATE catalog SET generation = ?", [Value(generation ?? 0)])
      try takeOver(from: results, StoreFile(kind: .catalog, path: former.path), by: connection)
    }
    return Catalog(try file.openForWriting())
  }

  /// Renames a damaged catalog, so that the next scan creates a new one. Of earlier ones only the last is kept.
  ///
  /// - Parameter identity: the identity of the file that was found to be damaged; nil to check the file at the path.
  /// - Returns: the new path; nil if another process has replaced the catalog in the meantime.
  package static func setAside(_ path: String, found identity: FileIdentity?) throws -> String? {
    try StoreLock(.catalog, path).exclusively {
      let file = StoreFile(kind: .catalog, path: path)
      let isDamaged = try identity.map { $0 == FileIdentity(path) } ?? (file.damage() != nil)
      guard isDamaged else { return nil }
      let aside = try file.setAside("damaged")
      // A scan can recreate a catalog. Damaged ones are only kept for those who look for the cause.
      file.removeAside("damaged", keeping: asideLimit)
      return aside
    }
  }

  /// The number of damaged catalogs that are kept.
  private static let asideLimit = 2

  /// Runs `body` in one transaction, with one consistent state of the files.
  package func read<Result>(_ body: (Connection) throws -> Result) throws -> Result {
    let reader = try begin()
    do {
      let result = try body(reader.connection)
      try commit(reader)
      return result
    } catch {
      throw abandon(reader, after: error)
    }
  }

  /// Takes a reader and begins a transaction, with one consistent state of the files. End it once, on the same thread:
  /// with ``commit(_:)``, or with ``abandon(_:after:)`` if that or anything before it throws.
  package func begin() throws -> CatalogReader {
    let reader = try readers.take()
    do {
      try reader.connection.begin(.deferred)
      return reader
    } catch {
      throw abandon(reader, after: error)
    }
  }

  /// Ends a transaction and gives its reader back, unless it throws.
  package func commit(_ reader: CatalogReader) throws {
    try reader.connection.commit()
    if hasChanged { throw SnapshotChanged() }
    readers.giveBack(reader)
  }

  /// Rolls back a transaction and gives its reader back.
  ///
  /// - Returns: the error to throw, which names the file to blame.
  package func abandon(_ reader: CatalogReader, after error: any Error) -> any Error {
    reader.connection.rollBack()
    readers.giveBack(reader)
    guard let error = error as? SQLiteError else { return error }
    if hasChanged { return SnapshotChanged() }
    do { return try diagnosed(error) } catch { return error }
  }

  /// Whether a file was changed by a writer that this reader can't lock out.
  private var hasChanged: Bool { stamp?.isCurrent == false }

  /// Translates an SQLite error, which has a code but does not say which of the files is to blame.
  private func diagnosed(_ error: SQLiteError) throws -> any Error {
    let file = StoreFile(kind: .catalog, path: path)
    let failure = StoreError(error, .catalog, path: path)
    switch failure.code {
    case .damaged:
      // The catalog is checked first: the user store is blamed only if it is damaged itself, because users can't
      // recreate their own data.
      if let userStore, try file.damage() == nil, let damage = try userStore.damage() { return damage }
      return failure
    case .unreadable where error.code.primary == .error && (hasMalformedNames || lacksColumns):
      return StoreError(.damaged, .catalog, path: path, detail: failure.detail)
    case .unreadable:
      // A user store whose schema is damaged may lack something that a statement uses.
      return try userStore?.damage() ?? failure
    default: return failure
    }
  }

  /// Whether translated names are not valid JSON, for which SQLite's error has no code of its own.
  private var hasMalformedNames: Bool {
    let sql = "SELECT EXISTS (SELECT 1 FROM component WHERE NOT json_valid(names))"
    return (try? readers.use { try $0.connection.number(sql) }) == 1
  }

  /// Whether a table or a column of a catalog is missing.
  private var lacksColumns: Bool { (try? readers.use { try StoreKind.catalog.hasOwnTables($0.connection) }) == false }

  /// The number of the last change by a scan or by new results.
  package func generation() throws -> Int {
    try read { connection in Int(try connection.number("SELECT generation FROM catalog") ?? 0) }
  }

  /// Runs `body` in one write transaction: all of it is committed, or nothing.
  func write(_ body: (Connection) throws -> Void) throws {
    try withConnection { connection in try connection.transaction { try body(connection) } }
  }

  /// Runs `body` outside of a transaction.
  func withConnection(_ body: (Connection) throws -> Void) throws {
    try translatingErrors(.catalog, path: path) { try readers.use { try body($0.connection) } }
  }
}

/// A file that is read without locks has changed during a query. Discard the query's result and reopen the catalog.
package struct SnapshotChanged: Error {}
