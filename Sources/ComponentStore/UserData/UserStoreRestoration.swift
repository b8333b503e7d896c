internal import ComponentModel
internal import Linux
internal import SQLite

/// Builds the store that replaces a damaged or lost one: the newest good backup, and what can still be read of the
/// damaged file.
struct UserStoreRestoration {
  private let file: StoreFile
  private let rules: any TextRules
  private var backup: UserStoreBackup.Copy?
  /// Whether there was a damaged file to read.
  private var wasRead = false
  private var salvaged = 0
  /// Whether every row of the damaged file was sound.
  private var isComplete = false

  init(_ file: StoreFile, _ rules: any TextRules) {
    self.file = file
    self.rules = rules
  }

  /// Builds the store's successor and syncs it to the disk.
  mutating func build() throws {
    let examined = try UserStoreBackup(file.path).examined()
    let every = examined.filter { $0.problem == nil }
    let salvages = try readable(after: every.first)
    wasRead = !salvages.isEmpty
    let first = (every.map(\.firstRevision) + salvages.map(\.firstRevision)).max() ?? 0
    let backups = every.filter { $0.revision >= first }
    isComplete = salvages.contains { $0.complete.isSuperset(of: UserTable.entered) }
    if !isComplete { try refuseUnread(examined, unless: backups.first) }
    let unfinished = StoreFile(kind: file.kind, path: file.path + UserStoreRecovery.unfinishedEnding)
    unfinished.removeFiles()
    do {
      if let backup = backups.first { try copy(backup.path, to: unfinished) }
      backup = backups.first
      let known = (every.map(\.revision) + salvages.map(\.revision)).max() ?? 0
      try unfinished.build { connection in
        salvaged = try UserWriter.transaction(connection, rules: rules) { writer in
          try writer.raise(revision: known, first: first)
          return try salvages.reduce(0) { try $0 + fill(writer, with: $1) }
        }
      }
      if let damage = try unfinished.damage() { throw damage }
      try unfinished.move(to: file.successor(.restored).path)
      // The check has left behind a log's index.
      unfinished.removeFiles()
    } catch {
      unfinished.removeFiles()
      throw error
    }
  }

  /// Stops the restoration while a backup that may be better can't be read: the next command may be able to.
  private func refuseUnread(_ backups: [UserStoreBackup.Copy], unless best: UserStoreBackup.Copy?) throws {
    for backup in backups {
      guard var failure = backup.obstacle else { continue }
      if let best, let content = backup.content, content.revision <= best.revision { continue }
      failure.path = file.path
      failure.detail = "its backup \(backup.path) can't be read: \(failure.detail); move it away to restore another one"
      throw failure
    }
  }

  private func copy(_ backup: String, to other: StoreFile) throws {
    do throws(SystemError) {
      try copyFile(backup, to: other.path)
    } catch {
      throw StoreError(
        error.isDiskFull ? .full : .unwritable, .userStore, path: file.path, detail: "no restoration: \(error)")
    }
  }

  /// The readable content of the damaged file or, if there is none, of one set aside, unless a backup is newer.
  private func readable(after backup: UserStoreBackup.Copy?) throws -> [UserStoreSalvage.Result] {
    if file.exists { return try [UserStoreSalvage.read(file, rules: rules)] }
    for aside in try UserStoreTraces(file.path).setAside() {
      let result = try UserStoreSalvage.read(StoreFile(kind: file.kind, path: aside), rules: rules)
      if result.revision > backup?.revision ?? 0 { return [result] }
    }
    return []
  }

  /// Adds what was read from the damaged store.
  ///
  /// - Returns: the number of facts, saved searches and use counts that the backup lacked.
  private func fill(_ writer: UserWriter, with salvage: UserStoreSalvage.Result) throws -> Int {
    try writer.log.recordReset()
    // For a table whose rows are all sound and present, the backup could only add what was deleted since.
    try writer.remove(salvage.complete)
    try writer.restore(salvage.steps)
    // The salvaged data is newer than the backup. Searches are not checked: what they refer to may be lost, but they
    // are worth keeping.
    let replaced = try salvage.data.searches.reduce(0) { $0 + (try writer.save($1, replacing: true)) }
    return try replaced + writer.merge(salvage.data)
  }

  /// The sources of the new store, for the user.
  var account: String {
    if isComplete {
      return "one with all of its \(salvaged) tags, marks, saved searches and use counts has taken its place"
    }
    let source =
      backup.map { backup in
        let date = backup.written.map { " of \($0)" } ?? ""
        return
          "the backup \(backup.path) has taken its place (\(Count.text(backup.entries, "entry", plural: "entries"))\(date))"
      } ?? "there is no good backup of it, so a new one has taken its place"
    return "\(source); \(rest)"
  }

  private var rest: String {
    guard salvaged == 0 else {
      return
        "\(salvaged) more tags, marks, saved searches and use counts were read from the damaged one; some may be missing, in lower case, or back though they were taken away"
    }
    switch (backup, wasRead) {
    case (nil, true): return "nothing could be read of the damaged one"
    case (nil, false): return "nothing of it is left"
    case (_, true):
      return "the damaged one had nothing more that could be read: what was changed after the backup may be missing"
    case (_, false): return "what was changed after the backup may be missing"
    }
  }
}
