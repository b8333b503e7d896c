internal import StoreFiles
internal import ComponentModel
internal import Linux
internal import SQLite

/// Backups of the user store: a few generations of complete stores in a folder beside it.
///
/// Backups are ordered by their revision, and by whether they are sound: see ``UserStoreRules/problem(with:)``.
struct UserStoreBackup {
  private let store: String
  private let rules: any TextRules
  /// The number of nonempty backups to keep.
  static let generations = 10
  /// The number of empty backups to keep. They are not counted among the others.
  private static let emptyGenerations = 2
  /// A changed store is backed up if no backup is younger than this, in seconds.
  private static let interval = 86_400
  /// A store is backed up if every backup lacks at least this many changes.
  private static let changes = 100
  /// How far clocks may differ, in seconds: a file that is dated further ahead does not count as young.
  private static let tolerance = 60

  /// The backups of the store at a path.
  init(_ store: String, _ rules: any TextRules) {
    self.store = store
    self.rules = rules
  }

  private var traces: UserStoreTraces { UserStoreTraces(path: store) }
  private var folder: String { traces.backupFolder }

  /// Every backup, examined completely: the newest first by revision, those that can't be used last.
  ///
  /// - Throws: as ``UserStoreTraces/backups()``.
  func examined() throws -> [Copy] { try traces.backups().map { Copy($0, rules) }.sorted() }

  /// Whether no backup is both less than a day old and less than a hundred changes behind.
  private func isDue(_ connection: Connection) throws -> Bool {
    let now = SystemClock.seconds
    let revision = Int(try connection.number("SELECT revision FROM store") ?? 0)
    return try !traces.backups().contains { path in
      guard let status = StoreFile.status(path), let known = Self.revision(inName: path) else { return false }
      return (-Self.tolerance..<Self.interval).contains(now - status.modified.seconds)
        && (0..<Self.changes).contains(revision - known) && Self.isWhole(path)
    }
  }

  /// Whether a file has the length that its header names, so that it is not obviously bad. Verifying its rows would
  /// take too long after each change.
  private static func isWhole(_ path: String) -> Bool {
    guard let header = try? StoreHeader(path) else { return false }
    return header.applicationID == StoreKind.userStore.applicationID && header.length == StoreFile.status(path)?.size
  }

  /// Makes a backup if no backup is both less than a day old and less than a hundred changes behind.
  func makeIfDue(of connection: Connection) throws {
    if try isDue(connection) { try make(of: connection) { try isDue(connection) } }
  }

  /// Makes a backup of a store that is sound, verifies it, and deletes the oldest beyond ``generations``.
  ///
  /// - Parameter isWanted: decides whether a backup is still needed, once no other process is making one.
  /// - Throws: ``StoreError/Code/damaged`` for a store that is not sound.
  func make(of connection: Connection, where isWanted: () throws -> Bool = { true }) throws {
    do throws(SystemError) { try Path.makeFolder(folder) } catch { throw failure("\(folder): \(error)") }
    guard Path.isDirectory(folder) else { throw failure("\(folder): \(SystemError.noDirectory)") }
    try StoreLock(.userStore, folder + "/backup").exclusively {
      guard try isWanted() else { return }
      try copy(connection)
      try rotate()
    }
  }

  private func copy(_ connection: Connection) throws {
    for path in try traces.unfinishedBackups() { try? Path.remove(path) }
    let unfinished = folder + "/unfinished"
    let expected = try translatingErrors(.userStore, path: store) {
      let content = try UserStoreInspection.content(of: connection, store, rules)
      // Create an empty file with the right permissions first: SQLite would create one that others can read.
      try saving { () throws(SystemError) in
        _ = try FileDescriptor(unfinished, for: .writing, options: [.create, .exclusive, .noFollow])
      }
      try connection.backUp(to: StoreFile(kind: .userStore, path: unfinished).name)
      return content
    }
    defer { try? Path.remove(unfinished) }
    try saving { () throws(SystemError) in try FileDescriptor(unfinished, for: .readingAndWriting).synchronize() }
    let copy = Copy(unfinished, rules)
    // Others may have written to the store since, so a later revision is right, too.
    guard copy.problem == nil, let content = copy.content, content.revision >= expected.revision else {
      throw failure("its backup can't be read back: \(copy.problem ?? "it holds an earlier revision")")
    }
    try saving { () throws(SystemError) in try Path.rename(unfinished, to: name(content.revision)) }
    StoreFile(kind: .userStore, path: unfinished).synchronizeFolder()
  }

  private func saving(_ body: () throws(SystemError) -> Void) throws {
    do throws(SystemError) {
      try body()
    } catch {
      throw failure("no backup: \(error)")
    }
  }

  private func name(_ revision: Int) -> String {
    "\(folder)/\(Self.stamp)-r\(String(revision, width: 9)).sqlite"
  }

  /// Deletes good backups beyond the numbers to keep. Bad ones stay, since they may have data that no good one has; so
  /// does the good one with the most entries.
  private func rotate() throws {
    guard try traces.backups().count > Self.generations else { return }
    let good = try examined().filter { $0.problem == nil }
    let filled = good.filter { !$0.isEmpty }
    let largest = filled.max { $0.entries < $1.entries }
    let surplus = filled.dropFirst(Self.generations) + good.filter(\.isEmpty).dropFirst(Self.emptyGenerations)
    for copy in surplus where copy.path != largest?.path { try? Path.remove(copy.path) }
  }

  /// The revision in a backup's name, which was verified when it was made; nil for another name.
  static func revision(inName path: String) -> Int? {
    guard let start = path.lastIndex(of: "r"), path.hasSuffix(".sqlite"),
      let revision = Int(path[path.index(after: start)...].dropLast(".sqlite".count)),
      (0..<revisionLimit).contains(revision)
    else { return nil }
    return revision
  }

  /// The limit of plausible revisions: more changes than anybody makes, with numbers left for further ones.
  static let revisionLimit = 1 << 53

  /// The time as part of a file's name, in UTC: `20261121T083000Z`.
  static var stamp: String { UTCTime.now.description.filter { $0 != "-" && $0 != ":" } }

  private func failure(_ detail: String) -> StoreError {
    StoreError(.unwritable, .userStore, path: store, detail: detail)
  }
}

extension UserStoreBackup {
  /// A backup that was examined.
  struct Copy: Comparable {
    let path: String
    let content: UserStoreContent?
    let firstRevision: Int
    /// Why it can't be used; nil if it is sound.
    let problem: String?
    /// Whether a part of it may be readable nevertheless.
    let isDamaged: Bool
    /// Why it is unknown whether it can be used, for example because the disk can't be read; nil if it is known.
    let obstacle: StoreError?

    init(_ path: String, _ rules: any TextRules) {
      let inspection = UserStoreInspection(path, rules)
      self.path = path
      content = inspection.content
      firstRevision = inspection.firstRevision
      // No index covers the revision, so SQLite's check can't find it damaged; but the name has it, too.
      let named = UserStoreBackup.revision(inName: path) ?? inspection.content?.revision
      let isOther = inspection.problem == nil && inspection.content?.revision != named
      problem =
        inspection.isAbsent
        ? "it is empty" : isOther ? "its revision is not the one in its name" : inspection.problem?.detail
      // With a damaged header, a file looks foreign, but its name and its folder show that it is a backup.
      isDamaged = isOther || [.damaged, .foreign].contains(inspection.problem?.code)
      obstacle = inspection.problem.flatMap { Self.isVerdict($0.code) || !Path.isRegular(path) ? nil : $0 }
    }

    /// Whether an error is about the file itself, not only about reading it.
    private static func isVerdict(_ code: StoreError.Code) -> Bool { [.damaged, .foreign, .newer].contains(code) }

    var revision: Int { content?.revision ?? 0 }
    var entries: Int { content?.entries ?? 0 }
    /// Whether it is empty, including use counts.
    var isEmpty: Bool { entries == 0 && content?.uses == 0 }

    /// When the file was written.
    var written: UTCTime? {
      StoreFile.status(path).flatMap { UTCTime(secondsSince1970: Int64($0.modified.seconds)) }
    }

    /// Whether a copy precedes another: good ones before bad ones, then the newest by revision.
    static func < (a: Copy, b: Copy) -> Bool {
      guard (a.problem == nil) == (b.problem == nil) else { return a.problem == nil }
      return a.revision == b.revision ? a.path > b.path : a.revision > b.revision
    }

    static func == (a: Copy, b: Copy) -> Bool { a.path == b.path }
  }
}
