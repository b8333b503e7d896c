internal import StoreFiles
package import ComponentModel
internal import ComponentQuery
internal import Linux
internal import SQLite
internal import Synchronization

/// The user's own data: tags, favourites, hidden components, collections, saved searches and use counts. Only this
/// class writes it.
///
/// A change is on disk when ``apply(_:)`` returns (SQLite's `synchronous=FULL`). Safe to use from any thread.
package final class UserStore: Sendable {
  /// The path of the file.
  package let path: String
  let rules: any TextRules
  private let notice: @Sendable (String) -> Void
  private let opened: Mutex<Session?>
  private let recorded = Mutex<Int?>(nil)

  /// The number with which the change of the last call can be undone; nil if it made none that can be.
  package var recordedChange: Int? { recorded.withLock(\.self) }

  /// An open file, and its identity.
  private struct Session {
    let connection: Serialized<Connection>
    var identity: FileIdentity?
  }

  /// Opens the store at a path; creates it if needed. A damaged one is set aside, and the newest good backup replaces
  /// it.
  ///
  /// - Parameter notice: receives messages for the user that are not errors.
  /// - Throws: ``StoreError``; a store of another schema is rejected and left unchanged.
  package init(_ path: String, rules: any TextRules, notice: @escaping @Sendable (String) -> Void) throws {
    self.path = path
    self.rules = rules
    self.notice = notice
    opened = Mutex(nil)
    try StoreFile(kind: .userStore, path: path).rejectForeign()
    _ = try StoreLock(.userStore, path).exclusively { try session() }
  }

  deinit {
    // A long-running reader can prevent the log from being truncated; then the next writer's session truncates it.
    try? opened.withLock { $0?.connection }?.use {
      try $0.execute("PRAGMA busy_timeout = 100; PRAGMA wal_checkpoint(TRUNCATE)")
    }
  }

  /// Everything in the store at a path, sorted; nothing if there is no store.
  ///
  /// - Parameter shortfall: receives a message if anything is left out.
  package static func data(
    _ path: String, rules: any TextRules, shortfall: ((String) -> Void)? = nil,
    notice: @escaping @Sendable (String) -> Void
  ) throws -> UserData {
    let read = try UserStoreReader(path: path, rules: rules, notice: notice).read { connection in
      // Damage must be discovered at the export, not when the export is needed.
      if let problem = try StoreKind.userStore.problem(with: connection) {
        throw StoreError(.damaged, .userStore, path: path, detail: problem)
      }
      return try UserStoreReader.data(connection)
    }
    guard let (data, omitted) = read else { return UserData() }
    if omitted > 0 {
      shortfall?(
        Count.text(omitted, "entry", plural: "entries")
          + " of the user store \(path) \(omitted == 1 ? "is" : "are") left out: the name or value is not one that aucat "
          + "can use; another program has written it, or it is damaged")
    }
    return data
  }

  /// Makes changes, all or nothing. They must not break a saved search.
  ///
  /// - Throws: `UserLabelError` for a change that adds something to a component whose URI is not valid; ``StoreError``.
  /// - Returns: for each change, the number of rows that it affected; 0 if nothing had to change.
  @discardableResult
  package func apply(_ changes: [UserChange]) throws -> [Int] {
    for uri in changes.compactMap(\.givenURI) where !UserData.isURI(uri) {
      // An export with it could not be imported.
      throw UserLabelError(noun: "component", text: uri, problem: .uri)
    }
    return try write { writer in
      let counts = try changes.map { try writer.apply($0) }
      try writer.checkSearches()
      writer.recorder?.title = UserChange.title(of: changes, counts)
      return counts
    }
  }

  /// Adds the data that the store lacks, all or nothing. `schema/output/README.md` describes what happens if two
  /// entries differ.
  ///
  /// - Parameters:
  ///   - replacing: whether to delete everything else.
  ///   - keepingUses: whether to keep use counts even then.
  ///   - moved: receives the saved searches that were renamed because their names were taken.
  /// - Returns: the number of new facts, saved searches and use counts.
  package func merge(
    _ data: UserData, replacing: Bool, keepingUses: Bool = false, moved: ([SavedSearch]) -> Void = { _ in }
  ) throws -> Int {
    if replacing { try backUpNow() }
    return try write { writer in
      writer.recorder?.recordsUses = true
      writer.recorder?.title = replacing ? "everything replaced by an import" : "import"
      if replacing { try writer.removeEverything(keepingUses: keepingUses) }
      let count = try writer.merge(data)
      try writer.checkSearches(namingOne: true)
      moved(writer.moved)
      return count
    }
  }

  /// Gives components the labels of those that they replace, once for each pair.
  ///
  /// - Returns: how many labels were given.
  package func succeed(_ replacements: [Replacement]) throws -> Int {
    guard !replacements.isEmpty else { return 0 }
    return try writeUnrecorded { writer in try writer.follow(replacements) }
  }

  /// Makes a change that can't be undone: one that isn't the user's, or that undoes another.
  func writeUnrecorded<Result>(_ body: (UserWriter) throws -> Result) throws -> Result {
    try write(isRecording: false, body)
  }

  private func write<Result>(isRecording: Bool = true, _ body: (UserWriter) throws -> Result) throws -> Result {
    do {
      return try transaction(isRecording, body)
    } catch let error as StoreError where error.code == .damaged || error.code == .unreadable {
      // If SQLite can't understand a statement, the schema may be damaged, or a newer program may have changed it.
      if try error.code == .unreadable && StoreFile(kind: .userStore, path: path).damage() == nil { throw error }
      try UserStoreRecovery(path, rules).recover(notice)
      return try transaction(isRecording, body)
    }
  }

  private func transaction<Result>(_ isRecording: Bool, _ body: (UserWriter) throws -> Result) throws -> Result {
    let lock = StoreLock(.userStore, path)
    while true {
      // The lock is shared with other writers: only a recovery, which replaces the file, excludes them.
      let result = try lock.shared { isCurrent() ? try commit(isRecording, body) : nil }
      if let result {
        backUp()
        return result
      }
      try lock.exclusively { try session() }
    }
  }

  private func commit<Result>(_ isRecording: Bool, _ body: (UserWriter) throws -> Result) throws -> Result {
    do {
      return try translatingErrors(.userStore, path: path) {
        guard let connection = opened.withLock({ $0?.connection }) else {
          throw StoreError(.unwritable, .userStore, path: path, detail: "it is not open")
        }
        return try connection.use {
          try UserWriter.transaction(
            $0, rules: rules, isRecording: isRecording, recorded: { number in recorded.withLock { $0 = number } }, body)
        }
      }
    } catch let error as StoreError where isRecording && error.code == .full {
      // The disk may have room for the change, but not for the log.
      let result = try commit(false, body)
      notice("the change is stored, but the disk is too full to make it undoable")
      return result
    }
  }

  private func isCurrent() -> Bool {
    opened.withLock { $0 != nil && $0?.identity == FileIdentity(path) }
  }

  /// Opens the file, unless it is open already and no other file has replaced it.
  private func session() throws {
    if isCurrent() { return }
    let recovery = UserStoreRecovery(path, rules)
    _ = try recovery.finish(notice)
    let file = StoreFile(kind: .userStore, path: path)
    func open() throws -> Connection { try file.openForWriting().connection }
    let connection: Connection
    do {
      connection = try open()
    } catch let error as StoreError where error.code == .damaged {
      // A read that failed once may succeed now.
      do {
        connection = try open()
      } catch let error as StoreError where error.code == .damaged {
        try recovery.replaceDamaged(error, notice)
        connection = try open()
      }
    }
    StoreLock(.userStore, path).leaveMark()
    let session = Session(connection: Serialized(connection), identity: FileIdentity(path))
    opened.withLock { $0 = session }
  }

  /// Runs `body` with the open store.
  func reading<Result>(_ body: (Connection) throws -> Result) throws -> Result {
    guard let connection = opened.withLock({ $0?.connection }) else {
      throw StoreError(.unreadable, .userStore, path: path, detail: "it is not open")
    }
    return try translatingErrors(.userStore, path: path) { try connection.use(body) }
  }

  /// Makes a backup, whether or not one is due, and reads it back.
  package func backUpNow() throws {
    try opened.withLock { $0?.connection }?.use { try UserStoreBackup(path, rules).make(of: $0) }
  }

  /// Backs up if a backup is due. The change is already stored, so a failed backup only causes a notice.
  private func backUp() {
    do {
      try opened.withLock { $0?.connection }?.use { try UserStoreBackup(path, rules).makeIfDue(of: $0) }
    } catch let error as StoreError where error.code == .damaged {
      recoverStored()
    } catch {
      notice("the change is stored, but there is no backup of it: \(error)")
    }
  }
}

extension UserStore {
  /// Recovers a store whose last change is stored, but that proved to be damaged when it was backed up.
  private func recoverStored() {
    do {
      try UserStoreRecovery(path, rules).recover(notice)
    } catch {
      notice("the change is stored, but the user store is damaged and can't be restored: \(error)")
    }
  }
}
