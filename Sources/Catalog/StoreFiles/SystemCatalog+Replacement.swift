internal import Linux
internal import SQLite

/// Replaces the machine's catalog as a whole, so that a reader never sees half a scan.
extension SystemCatalog {
  /// Replaces the catalog, or creates the first one. Processes take turns.
  ///
  /// - Parameters:
  ///   - isCancelled: asked several times a second while another process replaces it.
  ///   - make: makes a catalog at the path that it is given, and keeps no connection to it.
  /// - Returns: what `make` returns; nil if the wait was cancelled.
  /// - Throws: ``StoreError``, or what `make` throws; the catalog is then the former one.
  package func replace<Result>(isCancelled: () -> Bool, by make: (String) throws -> Result) throws -> Result? {
    try prepareFolder()
    guard let lock = try lock(isCancelled) else { return nil }
    try file.rejectForeign()
    try refuseNewer()
    let folder = path + StoreFile.unfinishedEnding
    Self.remove(folder)
    defer { Self.remove(folder) }
    let result: Result
    do {
      try file.writing { () throws(SystemError) in try Path.makeFolder(folder) }
      let made = StoreFile(kind: .catalog, path: folder + "/catalog.sqlite")
      result = try make(made.path)
      try settle(made)
    } catch {
      throw file.aboutStore(error)
    }
    lock.release()
    return result
  }

  /// Creates the catalog's folder, which everybody can read.
  private func prepareFolder() throws {
    let folder = StoreFile.parent(path)
    if !Path.exists(folder) {
      try file.writing { () throws(SystemError) in
        try Path.makeFolder(folder, permissions: Self.folderPermissions)
        try FileDescriptor(folder, for: .reading, options: .directory).setPermissions(Self.folderPermissions)
      }
    }
    if case .refused(let path, let reason) = folderStanding {
      throw StoreError(.unwritable, .catalog, path: self.path, detail: "\(path): \(reason)")
    }
  }

  private static let folderPermissions: UInt32 = 0o755
  private static let filePermissions: UInt32 = 0o644

  private func lock(_ isCancelled: () -> Bool) throws -> FileLock? {
    do throws(FileLock.Failure) {
      return try FileLock(path + ".lock", interval: .milliseconds(50), isCancelled: isCancelled)
    } catch {
      switch error {
      case .cancelled: return nil
      case .file(let reason), .lock(let reason):
        throw StoreError(.unwritable, .catalog, path: path, detail: "no lock: \(reason)")
      case .timedOut: throw StoreError(.busy, .catalog, path: path, detail: "another process holds its lock")
      }
    }
  }

  /// Refuses to replace a catalog that a newer version of this program has made for its own readers.
  private func refuseNewer() throws {
    guard standing == .trusted, (try? file.inspected().state) == .newer else { return }
    throw StoreError(
      .newer, .catalog, path: path, detail: "this version supports schema \(StoreKind.catalog.version)")
  }

  /// Puts a complete catalog in place: one file without logs, which readers open without writing beside it.
  private func settle(_ made: StoreFile) throws {
    try translatingErrors(.catalog, path: path) {
      let connection = try Connection(made.name, for: .writing)
      guard try connection.texts("PRAGMA journal_mode = DELETE") == ["delete"] else {
        throw SQLiteError(.busy, "its log is in use", path: path)
      }
    }
    made.removeCompanions()
    try file.writing { () throws(SystemError) in
      let descriptor = try FileDescriptor(made.path, for: .readingAndWriting)
      try descriptor.setPermissions(Self.filePermissions)
      try descriptor.synchronize()
    }
    try made.move(to: path)
    file.synchronizeFolder()
    StoreLock(.catalog, path).leaveMark()
  }

  /// Removes the folder in which a catalog was built, with its files.
  private static func remove(_ folder: String) {
    if (try? Path.remove(folder)) != nil { return }
    for entry in DirectoryReader.entries(of: folder) { try? Path.remove("\(folder)/\(entry.name)") }
    try? Path.removeFolder(folder)
  }
}
