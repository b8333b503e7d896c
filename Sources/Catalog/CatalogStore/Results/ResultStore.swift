package import StoreFiles
internal import Linux
internal import SQLite

/// The file of results: data that can't be read again from the bundles, and isn't entered by the user.
///
/// The catalog has a copy. A new catalog adopts the results from here, and a new file here those of the catalog. Safe
/// to use from any thread and process.
package struct ResultStore: Sendable {
  /// The path of the file.
  package let path: String
  /// Receives messages for the user, such as that a damaged file was set aside.
  private let notice: @Sendable (String) -> Void
  private var file: StoreFile { StoreFile(kind: .results, path: path) }

  /// The file at a path, which need not exist yet.
  package init(_ path: String, notice: @escaping @Sendable (String) -> Void) {
    self.path = path
    self.notice = notice
  }

  /// Whether there is a file that is not empty.
  package var exists: Bool { file.exists }

  /// Why the file can't keep results; nil if it can. Nothing is written.
  package func problem() -> StoreError? {
    do {
      if let damage = try file.damage() { return damage }
      try file.rejectForeign()
      _ = try file.openForReading()
      let isWritable = exists ? Path.isWritable(path) : Path.canMake(path)
      return isWritable ? nil : StoreError(.unwritable, .results, path: path, detail: StoreFile.reason)
    } catch {
      return error as? StoreError
    }
  }

  /// The damaged files that were set aside.
  package var filesAside: [String] { file.filesAside("damaged").map(\.path) }

  /// A connection for reading as much of the file as can be read; nil if nothing can.
  func reading() -> Connection? { file.readableAsIs() }

  /// Stores what scans have found since the last call. A new catalog first adopts the results stored since its scan
  /// began.
  ///
  /// - Throws: ``StoreError``. The next call tries again.
  package func follow(_ catalog: Catalog) throws {
    let (known, last) = try catalog.read { connection in
      (
        try connection.number("SELECT results_to FROM catalog") ?? 0,
        try connection.number("SELECT max(sequence) FROM latest_change") ?? 0
      )
    }
    guard known < last || !exists else { return }
    if known == 0, let own = reading() { try catalog.write { try Catalog.takeOver([own], by: $0) } }
    let isComplete = try write(copying: catalog) { target, isNew in
      try isNew
        || copy(from: catalog, to: target) { copy in
          if known > 0 { return try copy.copyChanges(since: known) }
          try copy.copyAll()
          return true
        }
    }
    guard isComplete else { return }
    try catalog.write { try $0.run("UPDATE catalog SET results_to = ?", [Value(last)]) }
  }

  /// Keeps results of running components.
  ///
  /// - Throws: ``StoreError``.
  func keep<Result: KeptRow>(_ results: [Result], copying catalog: Catalog) throws {
    try write(copying: catalog) { target, _ in
      for result in results { try target.run(Result.insertion, result.values) }
    }
  }

  /// Runs `body` in one transaction on the file; its second argument is whether the file is new. A damaged file is set
  /// aside, and a new one begins with the catalog's results.
  private func write<Outcome>(copying catalog: Catalog, _ body: (Connection, Bool) throws -> Outcome) throws -> Outcome
  {
    do {
      return try writeOnce(copying: catalog, body)
    } catch let error as StoreError where error.code == .damaged && error.store == .results {
      try setAside(error)
      return try writeOnce(copying: catalog, body)
    }
  }

  private func writeOnce<Outcome>(
    copying catalog: Catalog, _ body: (Connection, Bool) throws -> Outcome
  ) throws -> Outcome {
    try file.rejectForeign()
    let lock = StoreLock(.results, path)
    var isNew = false
    let connection = try lock.exclusively {
      let opened = try file.openForWriting(filling: { target in
        isNew = true
        try copy(from: catalog, to: target) { try $0.copyAll() }
      })
      lock.leaveMark()
      return opened.connection
    }
    return try file.translating { try connection.transaction { try body(connection, isNew) } }
  }

  /// Copies from the catalog. An error in the target is not reported as one in the catalog.
  private func copy<Outcome>(
    from catalog: Catalog, to target: Connection, _ body: (ResultCopy) throws -> Outcome
  ) throws -> Outcome {
    try catalog.read { source in try file.translating { try body(ResultCopy(source: source, target: target)) } }
  }

  private func setAside(_ error: StoreError) throws {
    let aside = try StoreLock(.results, path).exclusively { () -> String? in
      // Another process may have replaced it meanwhile.
      guard try file.damage() != nil else { return nil }
      let aside = try file.setAside("damaged")
      file.removeAside("damaged", keeping: 1)
      return aside
    }
    guard let aside else { return }
    notice(
      "the \(error.store.name) \(path) was damaged (\(error.detail)); it was moved to \(aside), and recreated from the catalog"
    )
  }
}
