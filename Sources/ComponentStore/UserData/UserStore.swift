package import ComponentModel
internal import ComponentQuery
internal import Glibc
internal import Linux
internal import SQLite
internal import Synchronization

/// What people have entered: tags, favourites, hidden components, collections, saved searches, and how often they used
/// what. It is written by this class alone.
///
/// A change is on the disk when ``apply(_:)`` returns (SQLite's `synchronous=FULL`). May be used from any thread.
package final class UserStore: Sendable {
  /// The path of the file.
  package let path: String
  private let rules: any TextRules
  private let notice: @Sendable (String) -> Void
  private let opened: Mutex<Session?>

  /// An open file, and which one it is.
  private struct Session {
    let connection: Serialized<Connection>
    var identity: FileIdentity?
  }

  /// Opens the store at a path, and makes it where there is none. A damaged one is set aside and the newest good backup
  /// takes its place; a store of an older schema is backed up and brought up to date.
  ///
  /// - Parameter notice: takes what a person has to know and no error says.
  /// - Throws: ``StoreError``; a store of a newer schema is refused, and its bytes stay.
  package init(_ path: String, rules: any TextRules, notice: @escaping @Sendable (String) -> Void) throws {
    self.path = path
    self.rules = rules
    self.notice = notice
    opened = Mutex(nil)
    _ = try StoreLock(.userStore, path).exclusively { try session() }
  }

  deinit {
    // Somebody who reads for longer keeps the log, which the next writer's session then ends.
    try? opened.withLock { $0?.connection }?.use {
      try $0.execute("PRAGMA busy_timeout = 100; PRAGMA wal_checkpoint(TRUNCATE)")
    }
  }

  /// Everything in the store at a path, sorted; nothing where there is no store.
  package static func data(
    _ path: String, rules: any TextRules, notice: @escaping @Sendable (String) -> Void
  ) throws -> UserData {
    try UserStoreReader(path, rules, notice).read { try UserStoreReader.data($0, rules) } ?? UserData()
  }

  /// Makes changes, all or nothing. They may not leave a saved search that can't be used.
  ///
  /// - Returns: for each change, how many rows it has touched; 0 where everything was so already.
  @discardableResult
  package func apply(_ changes: [UserChange]) throws -> [Int] {
    try write { writer in
      let counts = try changes.map { try writer.apply($0) }
      try writer.checkSearches()
      return counts
    }
  }

  /// Adds what is not there yet, all or nothing; a saved search stays where its name is there, and of two use counts the
  /// larger.
  ///
  /// - Parameters:
  ///   - replacing: everything else goes.
  ///   - keepingUses: but use counts do not.
  /// - Returns: how many of the facts, saved searches and use counts were new.
  package func merge(_ data: UserData, replacing: Bool, keepingUses: Bool = false) throws -> Int {
    if replacing { try backUpNow() }
    return try write { writer in
      if replacing { try writer.removeEverything(keepingUses: keepingUses) }
      let count = try writer.merge(data)
      try writer.checkSearches(namingOne: true)
      return count
    }
  }

  /// Gives components the labels of those that they replace, once for each pair.
  ///
  /// - Returns: how many labels components got.
  package func succeed(_ replacements: [Replacement]) throws -> Int {
    guard !replacements.isEmpty else { return 0 }
    return try write { writer in try replacements.reduce(0) { $0 + (try writer.follow($1)) } }
  }

  private func write<Result>(_ body: (UserWriter) throws -> Result) throws -> Result {
    do {
      return try transaction(body)
    } catch let error as StoreError where error.code == .damaged {
      try UserStoreRecovery(path, rules).recover(notice)
      return try transaction(body)
    }
  }

  private func transaction<Result>(_ body: (UserWriter) throws -> Result) throws -> Result {
    let lock = StoreLock(.userStore, path)
    while true {
      // Shared with other writers: only a recovery, which puts another file in this place, keeps them out.
      let result = try lock.shared { isCurrent() ? try commit(body) : nil }
      if let result {
        backUp()
        return result
      }
      try lock.exclusively { try session() }
    }
  }

  private func commit<Result>(_ body: (UserWriter) throws -> Result) throws -> Result {
    try translatingErrors(.userStore, path: path) {
      guard let connection = opened.withLock({ $0?.connection }) else {
        throw StoreError(.unwritable, .userStore, path: path, detail: "it is not open")
      }
      return try connection.use { try UserWriter.transaction($0, rules: rules, body) }
    }
  }

  private func isCurrent() -> Bool {
    opened.withLock { $0 != nil && $0?.identity == FileIdentity(path) }
  }

  /// Opens the file anew where another one has taken its place.
  private func session() throws {
    if isCurrent() { return }
    let recovery = UserStoreRecovery(path, rules)
    try recovery.setStrayLogAside()
    let file = StoreFile(kind: .userStore, path: path)
    func open() throws -> StoreFile.Opened {
      try file.openForWriting { try UserStoreBackup(path).make(of: $0) }
    }
    let connection: Connection
    do {
      connection = try open().connection
    } catch let error as StoreError where error.code == .damaged {
      try recovery.replaceDamaged(error, notice)
      connection = try open().connection
    }
    let session = Session(connection: Serialized(connection), identity: FileIdentity(path))
    opened.withLock { $0 = session }
  }

  /// Before everything is replaced.
  private func backUpNow() throws {
    try opened.withLock { $0?.connection }?.use { try UserStoreBackup(path).make(of: $0) }
  }

  /// Once a day. What was to be stored is stored: that a backup fails is no reason to say otherwise.
  private func backUp() {
    do {
      try opened.withLock { $0?.connection }?.use { try UserStoreBackup(path).makeIfDue(of: $0) }
    } catch {
      notice("the change is stored, but there is no backup of it: \(error)")
    }
  }
}

/// What tells one file from another at the same path.
package struct FileIdentity: Hashable, Sendable {
  private let identity: FileStatus.Identity

  /// The identity of the file at a path; nil where there is none.
  package init?(_ path: String) {
    guard let status = StoreFile.status(path) else { return nil }
    identity = status.identity
  }
}
