internal import Linux
package import SQLite

/// Determines what is at a store's path, and which program it belongs to.
extension StoreFile {
  /// Whether there is a file that is not empty.
  package var exists: Bool { (Self.status(path)?.size ?? 0) > 0 }

  /// The status of the file at the store's path; nil if there is none.
  ///
  /// - Throws: ``StoreError`` if that can't be determined, or if the path has a broken link.
  func status() throws -> FileStatus? {
    do throws(SystemError) {
      return try FileStatus(path)
    } catch {
      guard error.isMissing else { throw StoreError(.unreadable, kind, path: path, detail: "\(error)") }
      try rejectBrokenLink()
      return nil
    }
  }

  /// Whether it is certain that nothing is at the store's path.
  package var isAbsent: Bool {
    do { return try status() == nil } catch { return false }
  }

  /// Rejects a path through a broken link: a store on a disk that isn't mounted isn't missing.
  func rejectBrokenLink() throws {
    guard !Path.exists(path), let link = BrokenLink(on: path) else { return }
    throw StoreError(.unreachable, kind, path: path, detail: "\(link)")
  }

  /// Whether there is a file to read.
  ///
  /// - Throws: ``StoreError`` if there is one that can't be read, and for a user store that is missing or empty
  ///   although traces show that there was one.
  package func isReadable() throws -> Bool {
    if kind == .userStore, let successor = waitingSuccessor {
      let what = successor == .restored ? "its recovery" : "starting it afresh"
      throw StoreError(.damaged, kind, path: path, detail: "\(what) was interrupted")
    }
    guard let status = try status() else {
      try refuseLoss("it is missing")
      return false
    }
    if status.isDirectory { throw StoreError(.unreadable, kind, path: path, detail: "\(SystemError.directory)") }
    // A catalog that can't be created in its place is created elsewhere. `/dev/null` as the path means that there is no
    // store.
    if kind == .userStore, !status.isRegular, status.kind != .characterDevice {
      throw StoreError(.unreadable, kind, path: path, detail: "it is not a regular file")
    }
    guard status.size > 0 else {
      if status.isRegular { try refuseLoss("it is empty") }
      return false
    }
    try rejectImplausible()
    guard Path.isReadable(path) else { throw StoreError(.unreadable, kind, path: path, detail: Self.reason) }
    return true
  }

  /// Rejects a user store that is missing or empty although traces show that there was one.
  func refuseLoss(_ detail: String) throws {
    guard kind == .userStore, try UserStoreTraces(path: path).hasAny else { return }
    throw StoreError(.damaged, kind, path: path, detail: detail)
  }

  /// Rejects a file that SQLite takes for an empty database but that doesn't begin like one, such as a single byte.
  package func rejectEmpty() throws {
    let header = try header()
    try translating {
      if header?.hasMagic != true { throw SQLiteError(.notADatabase, Self.noDatabase, path: path) }
    }
    try refuseLoss("it is empty")
  }

  /// Rejects a file of ours as damaged if its header would make SQLite read or write it differently from how it was
  /// written. A user store of a newer schema is rejected as such, whatever else is in its header.
  func rejectImplausible() throws {
    guard let header = try header(), header.applicationID == kind.applicationID else { return }
    if kind == .userStore, header.schema > kind.version { throw newer }
    if !header.isPlausible { throw StoreError(.damaged, kind, path: path, detail: "its header is damaged") }
  }

  /// The error for a store of a newer schema.
  package var newer: StoreError {
    StoreError(.newer, kind, path: path, detail: "this version supports schema \(kind.version)")
  }

  /// Rejects another program's files before anything is created beside them.
  package func rejectForeign() throws {
    if isOurs { return }
    guard let status = try status(), status.size > 0 else { return try rejectForeignCompanions() }
    guard status.isRegular else { return }
    guard let header = try header(), header.hasMagic else {
      throw StoreError(.foreign, kind, path: path, detail: Self.noDatabase)
    }
    // It may have become ours since `isOurs` looked: another thread or process may be creating the store.
    guard header.applicationID != kind.applicationID else { return }
    if header.hasTables { throw rejection(.foreign(header.applicationID)) }
  }

  /// Rejects files beside a store that doesn't exist yet, unless our lock file shows that they are our leftovers:
  /// SQLite would apply another program's log to the new store.
  private func rejectForeignCompanions() throws {
    let endings = ["-journal", "-wal", "-shm", Self.unfinishedEnding] + Self.endingsOfSuccessors
    // The lock file is looked for last: a thread or process that is creating the store creates the lock file first.
    guard let ending = endings.first(where: { Path.exists(path + $0) }), !StoreLock(kind, path).isThere else { return }
    throw StoreError(.foreign, kind, path: path, detail: "\(path)\(ending), beside it, was not made by aucat")
  }

  /// The header of the file; nil if there is no file, or if it is shorter than a header.
  private func header() throws -> StoreHeader? {
    do throws(SystemError) {
      return try StoreHeader(path)
    } catch {
      throw StoreError(error, kind, path: path)
    }
  }

  private static var noDatabase: String { "it is not a database" }

  /// Rejects anything but a regular file for writing.
  func rejectSpecial(_ status: FileStatus) throws {
    guard !status.isRegular else { return }
    let reason = status.isDirectory ? "\(SystemError.directory)" : "it is not a regular file"
    throw StoreError(status.isDirectory ? .unreadable : .unwritable, kind, path: path, detail: reason)
  }

  /// Whether an invalid store is one of ours that was damaged, judging by its place, its mark, or the files beside it.
  /// Any other file belongs to another program, and is never renamed or changed.
  var isOurs: Bool {
    isAtUsualPlace || (try? header())?.applicationID == kind.applicationID
      || StoreLock(kind, path).hasMark || (kind == .userStore && (try? UserStoreTraces(path: path).hasAny) == true)
  }

  /// Whether this is the place that a store has unless the environment names another one.
  private var isAtUsualPlace: Bool {
    path.hasSuffix("/aucat/\(kind.fileName)") && CurrentProcess.variable(kind.variable) != path
  }

  /// The damage to the file that SQLite's own check of all pages finds; nil if the file is sound, if it is a user store
  /// of another schema, or if it belongs to another program.
  ///
  /// - Parameter problem: returns the damage to an open store whose pages and schema are sound; nil if there is none.
  /// - Throws: ``StoreError`` if that can't be determined, such as when the disk can't be read, which is not damage.
  package func damage(orElse problem: (Connection) throws -> String? = { _ in nil }) throws -> StoreError? {
    do {
      guard try isReadable() else { return nil }
      let (opened, state) = try inspected { _ in }
      switch state {
      case .mislabelled: return rejection(state)
      case .empty: try rejectEmpty()
      case .older where kind == .userStore, .newer where kind == .userStore: return nil
      default: break
      }
      let found = try translatingErrors(kind, path: path) {
        try kind.problem(with: opened.connection) ?? problem(opened.connection)
      }
      return found.map { StoreError(.damaged, kind, path: path, detail: $0) }
    } catch let error as StoreError where error.code == .damaged {
      return error
    } catch let error as StoreError where error.code == .foreign {
      return nil
    }
  }

  /// Whether it is a sound store that this version can use.
  ///
  /// - Parameter problem: as for ``damage(orElse:)``.
  /// - Throws: as ``damage(orElse:)``.
  package func isGood(orElse problem: (Connection) throws -> String? = { _ in nil }) throws -> Bool {
    guard exists, try damage(orElse: problem) == nil else { return false }
    do {
      return try inspected().state == .current
    } catch let error as StoreError where error.code == .foreign {
      return false
    }
  }
}
