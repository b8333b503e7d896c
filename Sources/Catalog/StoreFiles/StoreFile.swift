internal import ComponentModel
package import Linux
package import SQLite

/// The file of a store, which can be opened whatever state it is in.
package struct StoreFile {
  /// Which store it is.
  package let kind: StoreKind
  /// The path that was requested.
  package let path: String

  /// The file of a store at a path.
  package init(kind: StoreKind, path: String) {
    self.kind = kind
    self.path = path
  }

  /// A store that has been opened.
  package struct Opened {
    /// The connection to it.
    package var connection: Connection
    /// The path that was opened; differs from the requested one if that has a newer schema.
    package var path: String
    /// Whether later commits are invisible.
    package var isSnapshot: Bool

    /// A connection that has opened a path.
    package init(connection: Connection, path: String, isSnapshot: Bool = false) {
      self.connection = connection
      self.path = path
      self.isSnapshot = isSnapshot
    }
  }

  /// Opens the store for reading.
  ///
  /// - Parameters:
  ///   - isInPlace: the value of ``isReadInPlace``, if it is known.
  ///   - prepare: run with each connection when it is opened.
  /// - Returns: nil if there is no store yet, if the file is empty, or if it has an older schema and is to be rebuilt.
  /// - Throws: ``StoreError``; a user store that is missing or empty beside its backups counts as damaged.
  package func openForReading(
    isInPlace: Bool? = nil, prepare: (Connection) throws -> Void = { _ in }
  ) throws -> Opened? {
    guard try isReadable() else { return nil }
    let (opened, state) = try inspected(isInPlace: isInPlace, prepare)
    switch state {
    case .current: return opened
    case .newer where kind == .catalog: return try besides.openForReading(prepare: prepare)
    case .newer: throw newer
    case .older where isRebuilt: return nil
    case .empty:
      try rejectEmpty()
      return nil
    case .older, .mislabelled, .foreign: throw rejection(state)
    }
  }

  /// Opens the store for writing; creates it if needed, and rebuilds one of an older schema unless it is a user store.
  /// The caller must hold the store's lock.
  ///
  /// - Parameters:
  ///   - origin: gives the path of a store at rest, which a new one copies; nil to start empty.
  ///   - fill: adds content to a new store, while the one that it replaces is still in its place.
  ///   - patience: how long the connection waits for others.
  /// - Throws: as ``openForReading(isInPlace:prepare:)``.
  package func openForWriting(
    copying origin: () -> String? = { nil }, filling fill: (Connection) throws -> Void = { _ in },
    patience: StorePatience = .usual
  ) throws -> Opened {
    try makeDirectory()
    if let status = try status(), status.size > 0 {
      try rejectSpecial(status)
      try rejectImplausible()
      guard Path.isWritable(path) else { throw StoreError(.unwritable, kind, path: path, detail: Self.reason) }
      // Checked before anything is written: a write connection changes the journal mode, but another program's database
      // must stay untouched.
      let state = try inspected({ _ in }).state
      switch state {
      case .newer where kind == .catalog:
        return try besides.openForWriting(copying: origin, filling: fill, patience: patience)
      case .newer: throw newer
      case .older where isRebuilt: try makeWhole(copying: origin(), filling: fill)
      case .older, .mislabelled, .foreign: throw rejection(state)
      case .empty: try rejectEmpty()
      case .current: break
      }
    } else {
      try makeWhole(copying: origin(), filling: fill)
    }
    return try translating {
      let connection = try Connection(name, for: .writing, busyTimeout: Int32(patience.milliseconds))
      try connection.execute("PRAGMA journal_mode = WAL; PRAGMA synchronous = \(kind.synchronous)")
      // Savepoints' journals are then in memory, too. In temporary files, they would be most of what a first scan
      // writes.
      try connection.execute("PRAGMA temp_store = MEMORY")
      try kind.create(connection)
      return Opened(connection: connection, path: path)
    }
  }

  /// Whether a store of an older schema gives way to a new one: the bundles and the other stores have its content. A
  /// user store has what nothing else has, so it is left alone.
  private var isRebuilt: Bool { kind != .userStore }

  /// The error for a file that this program can't use.
  package func rejection(_ state: StoreKind.State) -> StoreError {
    switch state {
    case .foreign(let application):
      StoreError(.foreign, kind, path: path, detail: "its application_id is \(application)")
    case .older(let number):
      StoreError(
        .foreign, kind, path: path, detail: "its schema is \(number), and this version supports only \(kind.version)")
    default:
      StoreError(.damaged, kind, path: path, detail: "its schema or mark is not the one that its header names")
    }
  }

  /// The place for this schema's catalog if the catalog in the usual place has a newer schema.
  private var besides: StoreFile {
    let other = path.hasSuffix(".sqlite") ? "\(path.dropLast(7))-\(kind.version).sqlite" : "\(path)-\(kind.version)"
    return StoreFile(kind: kind, path: other)
  }

  /// Opens a file without changing it, and determines its state.
  package func inspected(
    isInPlace: Bool? = nil, _ prepare: (Connection) throws -> Void = { _ in }
  ) throws -> (opened: Opened, state: StoreKind.State) {
    if isInPlace ?? isReadInPlace {
      do {
        try settleJournal()
        let (connection, state) = try connect(name, for: .reading, prepare)
        return (Opened(connection: connection, path: path), state)
      } catch let error as StoreError where error.lacksIndex && error.store == kind {
        // There is no room for the WAL index beside the file, or no way to map it.
      }
    }
    let (name, copy) = try snapshot()
    let (connection, state) = try connect(name, for: copy == nil ? .reading : .writing, prepare)
    copy?.forgetNames()
    return (Opened(connection: connection, path: path, isSnapshot: true), state)
  }

  /// A connection for reading the file, whatever its schema and state; nil if there is none or it can't be opened.
  package func readableAsIs() -> Connection? { exists ? try? inspected().opened.connection : nil }

  /// Rolls back what an interrupted writer has left in a rollback journal, which requires a connection that may write.
  /// A store has such a journal only while its file is being created.
  package func settleJournal() throws {
    try rejectSpecialCompanions()
    guard Path.exists(path + "-journal") else { return }
    try translating {
      _ = try Connection(name, for: .writing).number("SELECT count(*) FROM sqlite_schema")
    }
  }

  /// Rejects a FIFO, a folder or the like in the place of a log or its index: SQLite would wait for a FIFO's writer, or
  /// fail with a misleading error.
  private func rejectSpecialCompanions() throws {
    for ending in PrivateCopy.companions + ["-shm"] {
      guard let status = Self.status(path + ending), !status.isRegular else { continue }
      throw StoreError(.unreadable, kind, path: path, detail: "`\(ending)` beside it is not a regular file")
    }
  }

  func connect(
    _ name: String, for mode: Connection.Mode, _ prepare: (Connection) throws -> Void
  ) throws -> (connection: Connection, state: StoreKind.State) {
    try translating {
      let connection = try Connection(name, for: mode)
      try prepare(connection)
      var state = try kind.state(connection)
      if mayBeMislabelled(state), isOurs, try kind.hasOwnTables(connection) { state = .mislabelled }
      return (connection, state)
    }
  }

  /// Whether a state can be due to a header of ours that is damaged.
  private func mayBeMislabelled(_ state: StoreKind.State) -> Bool {
    switch state {
    case .foreign: true
    case .older: !isRebuilt
    default: false
    }
  }

  /// Runs `body`, and translates SQLite's errors. A file that isn't a database of ours belongs to another program.
  package func translating<Result>(_ body: () throws -> Result) throws -> Result {
    do {
      return try translatingErrors(kind, path: path, body)
    } catch let error as StoreError where error.store == kind {
      guard error.code == .damaged, !isOurs else { throw error }
      throw StoreError(.foreign, kind, path: path, detail: error.detail)
    }
  }
}

/// Reads a store without writing beside it.
extension StoreFile {
  /// Whether SQLite can read the file in place, which requires writing beside it, if only the WAL index.
  package var isReadInPlace: Bool { Path.isWritable(Self.parent(path)) && Path.isWritable(path) }

  /// Opens a catalog that is replaced as a whole and never changed, without locks and without writing beside it.
  ///
  /// - Returns: nil if there is none, if it has another schema, or if a change in place has left a log.
  package func openAtRest(prepare: (Connection) throws -> Void = { _ in }) throws -> Opened? {
    guard try isReadable(), !hasLog else { return nil }
    let (connection, state) = try connect(uri + "?immutable=1", for: .reading, prepare)
    switch state {
    case .current: return Opened(connection: connection, path: path)
    case .older, .newer: return nil
    case .empty:
      try rejectEmpty()
      return nil
    case .mislabelled, .foreign: throw rejection(state)
    }
  }

  /// Whether there may be committed changes that are not in the file yet.
  private var hasLog: Bool { PrivateCopy.companions.contains { (Self.status(path + $0)?.size ?? 0) > 0 } }

  /// The URI with which SQLite reads the file in place without writing beside it, or that of a private copy if a
  /// write-ahead log or a rollback journal prevents that.
  package func snapshot() throws -> (uri: String, copy: PrivateCopy?) {
    guard hasLog else { return (uri + "?immutable=1", nil) }
    let copy = try PrivateCopy(of: self)
    return ("file:\(Self.percentEncoded(copy.path))", copy)
  }
}

/// The names of a store's files, for SQLite and for this program.
extension StoreFile {
  /// The name with which SQLite opens the path itself: it would treat `file:x` as a URI and `:memory:` as no file at
  /// all.
  package var name: String { LexicalPath.isAbsolute(path) ? path : "./\(path)" }

  /// The file's name as a URI for SQLite.
  package var uri: String {
    // Two slashes would introduce a host name.
    let rest = path.utf8.drop { $0 == UInt8(ascii: "/") }
    let name = LexicalPath.isAbsolute(path) ? "/" + String(Substring(rest)) : path
    return "file:\(Self.percentEncoded(name))"
  }

  /// The description of `errno`.
  package static var reason: String { SystemError.current.description }

  /// The folder of a path.
  package static func parent(_ path: String) -> String { LexicalPath.folder(of: path) }

  /// The status of the file at a path; nil if it can't be determined.
  package static func status(_ path: String) -> FileStatus? { try? FileStatus(path) }

  static func percentEncoded(_ path: String) -> String {
    path.utf8.reduce(into: "") { text, byte in
      let isPlain = byte.isASCIILetterOrDigit || "/-_.~".utf8.contains(byte)
      text += isPlain ? String(Unicode.Scalar(byte)) : "%" + String(byte, radix: 16, width: 2)
    }
  }
}
