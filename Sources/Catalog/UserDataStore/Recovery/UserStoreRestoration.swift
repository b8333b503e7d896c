internal import StoreFiles
internal import ComponentModel
internal import Linux
internal import SQLite

/// Builds the store that replaces a damaged or lost one: the newest good backup, and what can still be read of damaged
/// files that are newer.
///
/// The damaged files are the store itself, stores that earlier recoveries have set aside, and backups that are not
/// sound.
struct UserStoreRestoration {
  private let file: StoreFile
  private let rules: any TextRules
  private var backup: UserStoreBackup.Copy?
  /// The data read from damaged files, the newest last.
  private var salvages: [UserStoreSalvage] = []
  /// The number of entries in damaged files that the backup lacks.
  private var salvaged = 0
  /// Whether some of the salvaged entries are from files beside the store.
  private var usesOthers = false

  init(_ file: StoreFile, _ rules: any TextRules) {
    self.file = file
    self.rules = rules
  }

  /// Whether every table with the user's entries was sound in the damaged store.
  private var isComplete: Bool { salvages.last.map { $0.isOfStore && $0.isComplete } ?? false }

  /// Builds the store's successor and syncs it to the disk.
  mutating func build() throws {
    let examined = try UserStoreBackup(file.path, rules).examined()
    let every = examined.filter { $0.problem == nil }
    salvages = try readable(examined)
    // A store that was started anew on purpose does not get back what was there before.
    let first = (every.map(\.firstRevision) + salvages.map(\.firstRevision)).max() ?? 0
    let backups = every.filter { $0.revision >= first }
    salvages.removeAll { !$0.isOfStore && $0.revision < first }
    if !isComplete { try refuseUnread(examined, unless: backups.first) }
    let unfinished = StoreFile(kind: file.kind, path: file.path + StoreFile.successorEnding)
    try file.making(unfinished) {
      if let backup = backups.first { try file.beginRestoration(unfinished, with: backup.path) }
      backup = backups.first
      let known = (every.map(\.revision) + salvages.map(\.revision)).max() ?? 0
      try unfinished.build { connection in
        salvaged = try UserWriter.transaction(connection, rules: rules) { writer in
          try writer.raise(revision: known, first: first)
          return try fill(writer)
        }
      }
      if let damage = try unfinished.damage(orElse: UserStoreRules(rules: rules).problemOfRows) { throw damage }
      try unfinished.move(to: file.successor(.restored).path)
      // The check has left the index of a write-ahead log.
      unfinished.removeFiles()
    }
  }

  /// Stops the restoration while a backup that may be better can't be read: the next command may be able to read it.
  private func refuseUnread(_ backups: [UserStoreBackup.Copy], unless best: UserStoreBackup.Copy?) throws {
    for backup in backups {
      guard var failure = backup.obstacle else { continue }
      if let best, let content = backup.content, content.revision <= best.revision { continue }
      failure.path = file.path
      failure.detail = "its backup \(backup.path) can't be read: \(failure.detail); move it away to restore another one"
      throw failure
    }
  }

  /// The readable content of the damaged store, and of other damaged files that are newer than every good backup;
  /// oldest first, and none older than one that is complete.
  private func readable(_ backups: [UserStoreBackup.Copy]) throws -> [UserStoreSalvage] {
    var found: [UserStoreSalvage] = []
    if file.exists {
      var result = try read(file.path)
      result.isOfStore = true
      if result.isComplete { return [result] }
      found.append(result)
    }
    let best = backups.first { $0.problem == nil }
    let damaged = try backups.filter(\.isDamaged).map { backup in
      var result = try read(backup.path)
      result.revision = UserStoreBackup.revision(inName: backup.path) ?? result.revision
      return result
    }
    let others = (try setAside(after: best) + damaged).sorted { $0.revision > $1.revision }
    for other in others where best.map({ other.revision > $0.revision }) ?? true {
      found.insert(other, at: 0)
      if other.isComplete { break }
    }
    return found
  }

  /// The readable content of the last few stores that were set aside. Earlier ones were read by the recoveries that
  /// followed them.
  private func setAside(after best: UserStoreBackup.Copy?) throws -> [UserStoreSalvage] {
    let paths = try UserStoreTraces(path: file.path).setAside().filter(Path.isRegular)
    return try paths.prefix(Self.mostSetAside).compactMap { path in
      do {
        return try read(path)
      } catch var failure as StoreError {
        // Files older than a good backup aren't needed.
        if let written = best?.written, let status = StoreFile.status(path),
          Int64(status.modified.seconds) <= written.secondsSince1970
        {
          return nil
        }
        failure.path = file.path
        failure.detail =
          "\(path), which was set aside, can't be read: \(failure.detail); move it away to restore without it"
        throw failure
      }
    }
  }

  private static let mostSetAside = 5

  private func read(_ path: String) throws -> UserStoreSalvage {
    try UserStoreSalvage(StoreFile(kind: file.kind, path: path), rules)
  }

  /// Adds what was read from damaged files.
  ///
  /// - Returns: a lower bound for the number of facts, saved searches and use counts that the backup lacked: the most
  ///   that any one file added.
  private mutating func fill(_ writer: UserWriter) throws -> Int {
    if salvages.isEmpty { return 0 }
    try writer.log.recordReset()
    var most = 0
    for salvage in salvages {
      var count = 0
      // A sound table replaces what older files had for it, which could only bring back rows that were deleted since.
      try writer.remove(salvage.complete)
      // The salvaged data is newer. Searches are not checked: what they refer to may be lost, but they are worth
      // keeping.
      for search in salvage.data.searches { count += try writer.save(search, replacing: true) }
      var others = salvage.data
      others.searches = []
      count += try writer.merge(others)
      try writer.restore(salvage.steps)
      if count > 0 && !salvage.isOfStore { usesOthers = true }
      most = max(most, count)
    }
    return most
  }

  /// The sources of the new store, for the user.
  var account: String {
    if isComplete {
      return "one with all of its \(salvaged) tags, marks, saved searches and use counts has replaced it"
    }
    let source =
      backup.map { backup in
        let date = backup.written.map { " of \($0)" } ?? ""
        return
          "the backup \(backup.path) has replaced it (\(Count.text(backup.entries, "entry", plural: "entries"))\(date))"
      } ?? "there is no good backup of it, so a new one has replaced it"
    return "\(source); \(rest)"
  }

  private var rest: String {
    guard salvaged == 0 else {
      let found = salvaged == 1 ? "1 more entry was" : "\(salvaged) more entries were"
      let source = usesOthers ? "damaged files beside it" : "the damaged one"
      return
        "\(found) read from \(source); some may be missing, and some that you had removed may be back"
    }
    switch (backup, !salvages.isEmpty) {
    case (nil, true): return "nothing could be read from the damaged one"
    case (nil, false): return "nothing of it is left"
    case (_, true):
      return "nothing more could be read from the damaged one: changes after the backup may be missing"
    case (_, false): return "changes after the backup may be missing"
    }
  }
}
