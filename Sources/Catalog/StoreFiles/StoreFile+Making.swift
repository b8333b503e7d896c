internal import Linux
package import SQLite

/// Creates a store's file beside its place, then renames it, so that no process ever sees an incomplete one.
extension StoreFile {
  /// The file in which a new store is built. Only a holder of the store's lock builds one, so a file that is already
  /// there is a leftover.
  package var unfinished: StoreFile { StoreFile(kind: kind, path: path + Self.unfinishedEnding) }

  /// The ending of an unfinished store's path.
  package static let unfinishedEnding = ".unfinished"

  /// Creates the store, or replaces one of an older schema.
  ///
  /// - Parameters:
  ///   - origin: the path of a store at rest, which this one copies; if it is nil or damaged, this one starts empty.
  ///   - fill: adds content.
  /// - Throws: ``StoreError``; then nothing is left behind.
  func makeWhole(copying origin: String? = nil, filling fill: (Connection) throws -> Void = { _ in }) throws {
    if let status = try status() { try rejectSpecial(status) }
    try refuseLoss(Path.exists(path) ? "it is empty" : "it is missing")
    try making(unfinished) {
      if let origin { unfinished.begin(copying: origin) }
      try unfinished.build(fill)
      try setStrayLogsAside()
      try unfinished.move(to: path)
    }
  }

  /// Runs `body`, which builds another store in a file beside this one and moves it into place. On failure that file is
  /// removed.
  package func making<Result>(_ unfinished: StoreFile, _ body: () throws -> Result) throws -> Result {
    unfinished.removeFiles()
    do {
      return try body()
    } catch {
      unfinished.removeFiles()
      throw aboutStore(error)
    }
  }

  /// Begins a restoration: copies a backup to the file in which the restored store is built.
  package func beginRestoration(_ unfinished: StoreFile, with backup: String) throws {
    try writing("no restoration: ") { () throws(SystemError) in try copyFile(backup, to: unfinished.path) }
  }

  /// Begins with a copy of another store, if that can be read and is sound.
  private func begin(copying origin: String) {
    let isCopied = (try? copyFile(origin, to: path)) != nil
    if !isCopied || (try? isGood()) != true { removeFiles() }
  }

  /// Turns an error about the file in which the store is built into one about the store, since the user doesn't know
  /// that file.
  func aboutStore(_ error: any Error) -> any Error {
    guard var error = error as? StoreError, error.path.hasPrefix(path) else { return error }
    error.path = path
    return error
  }

  /// Builds a store at this path, from an existing file or a new one, and syncs it to the disk.
  ///
  /// - Parameter fill: adds the store's content beyond its schema.
  package func build(_ fill: (Connection) throws -> Void) throws {
    if !Path.exists(path) { try makeFile() }
    try translatingErrors(kind, path: path) {
      let connection = try Connection(name, for: .writing)
      // If this is interrupted, the file is a leftover. It is synced once, when it is complete.
      try connection.execute("PRAGMA journal_mode = MEMORY; PRAGMA synchronous = OFF")
      try kind.create(connection)
      try fill(connection)
      try connection.execute("PRAGMA journal_mode = WAL")
    }
    for ending in ["-wal", "-shm"] { try? Path.remove(path + ending) }
    try writing { () throws(SystemError) in
      try FileDescriptor(path, for: .readingAndWriting).synchronize()
    }
  }

  /// Renames the file, replacing any file with that name, and syncs the name to the disk.
  package func move(to other: String) throws {
    try writing { () throws(SystemError) in try Path.rename(path, to: other) }
    synchronizeFolder()
  }

  /// Syncs the names in the store's folder to the disk, on file systems that support it.
  package func synchronizeFolder() {
    let folder = try? FileDescriptor(Self.parent(path), for: .reading, options: .directory)
    try? folder?.synchronize()
  }

  /// Deletes the file and its companions.
  package func removeFiles() {
    try? Path.remove(path)
    removeCompanions()
  }

  /// Deletes the file's logs and their index.
  package func removeCompanions() { for ending in ["-journal", "-wal", "-shm"] { try? Path.remove(path + ending) } }

  /// Removes logs that have no store, since SQLite would apply them to the next store created here: a catalog's are
  /// deleted, others are set aside unless they are empty.
  private func setStrayLogsAside() throws {
    try? Path.remove(path + "-shm")
    for ending in PrivateCopy.companions where Path.exists(path + ending) {
      if kind == .catalog || StoreFile.status(path + ending)?.size == 0 {
        try? Path.remove(path + ending)
      } else {
        try writing { () throws(SystemError) in
          try Path.rename(path + ending, to: freeName("stray") + ending)
        }
      }
    }
  }

  /// Creates an empty file that only its owner may read. SQLite gives its companion files the same permissions.
  private func makeFile() throws {
    try writing { () throws(SystemError) in
      _ = try FileDescriptor(path, for: .writing, options: [.create, .exclusive, .noFollow])
    }
  }

  /// Runs `body` and reports its errors as failures to write the store.
  ///
  /// - Parameter purpose: the beginning of the errors' details.
  func writing(_ purpose: String = "", _ body: () throws(SystemError) -> Void) throws {
    do throws(SystemError) {
      try body()
    } catch {
      throw StoreError(error.isDiskFull ? .full : .unwritable, kind, path: path, detail: "\(purpose)\(error)")
    }
  }

  /// An unused path beside the file, formed from its own path, a word and the time.
  func freeName(_ word: String) -> String {
    var name = "\(path).\(word)-\(SystemClock.seconds)"
    while Path.exists(name) { name += "x" }
    return name
  }

  /// Creates the file's directory, which only its owner may enter.
  func makeDirectory() throws {
    try rejectBrokenLink()
    var missing: [String] = []
    var folder = Self.parent(path)
    while !folder.isEmpty, folder != "/", !Path.exists(folder) {
      missing.append(folder)
      folder = Self.parent(folder)
    }
    for folder in missing.reversed() {
      do throws(SystemError) { try Path.makeFolder(folder) } catch {
        throw StoreError(.unwritable, kind, path: path, detail: "\(folder): \(error)")
      }
    }
    guard Path.isWritable(Self.parent(path)) else {
      throw StoreError(.unwritable, kind, path: path, detail: "\(Self.parent(path)): \(Self.reason)")
    }
  }
}
