internal import Glibc
internal import Linux
internal import SQLite

/// Opens a store's file, whatever state it is in.
struct StoreFile {
  let kind: StoreKind
  let path: String

  /// An opened file.
  struct Opened {
    var connection: Connection
    /// The path that was opened; not the requested one if that has a newer schema.
    var path: String
    /// Whether later commits are invisible.
    var isSnapshot = false
  }

  /// Whether there is a file that is not empty.
  var exists: Bool { (Self.status(path)?.size ?? 0) > 0 }

  /// Opens the store for reading.
  ///
  /// - Parameter prepare: run with each connection when it is opened.
  /// - Returns: nil if there is none yet, or an empty file, or a catalog of an older schema. A user store of an
  ///   older schema is read as it is: later ones only add.
  func openForReading(prepare: (Connection) throws -> Void = { _ in }) throws -> Opened? {
    guard try isReadable() else { return nil }
    let (opened, state) = try inspected(prepare)
    switch state {
    case .current: return opened
    case .newer where kind == .catalog: return try besides.openForReading(prepare: prepare)
    case .newer: throw StoreError(.newer, kind, path: path, detail: "this version supports schema \(kind.version)")
    case .older where kind == .catalog: return nil
    case .older: return opened
    case .empty: return nil
    case .foreign(let application): throw foreign(application)
    }
  }

  /// Whether there is a file to read.
  ///
  /// - Throws: ``StoreError`` if there is one and it can't be read.
  func isReadable() throws -> Bool {
    let status: FileStatus
    do throws(SystemError) {
      status = try FileStatus(path)
    } catch {
      if error.isPermission { throw StoreError(.unreadable, kind, path: path, detail: "\(error)") }
      return false
    }
    try refuseDirectory(status)
    guard status.size > 0 else {
      try refuseEmptied()
      return false
    }
    guard Path.isReadable(path) else {
      throw StoreError(.unreadable, kind, path: path, detail: Self.reason)
    }
    return true
  }

  /// Opens the store for writing; creates it if needed.
  ///
  /// - Parameter beforeMigration: called before a store of an older schema is migrated.
  func openForWriting(beforeMigration: (Connection) throws -> Void = { _ in }) throws -> Opened {
    try makeDirectory()
    var isOlder = false
    if let status = Self.status(path), status.size > 0 {
      try refuseDirectory(status)
      guard Path.isWritable(path) else { throw StoreError(.unwritable, kind, path: path, detail: Self.reason) }
      // Checked before anything is written: a write connection changes the journal mode, but another program's database
      // must stay untouched.
      switch try inspected({ _ in }).state {
      case .newer where kind == .catalog: return try besides.openForWriting()
      case .newer: throw StoreError(.newer, kind, path: path, detail: "this version supports schema \(kind.version)")
      case .foreign(let application): throw foreign(application)
      case .older: isOlder = true
      case .current, .empty: break
      }
    } else {
      if Self.status(path) != nil { try refuseEmptied() }
      try makeFile()
    }
    return try translatingErrors(kind, path: path) {
      let connection = try Connection(path, for: .writing)
      try connection.execute("PRAGMA journal_mode = WAL; PRAGMA synchronous = \(kind.synchronous)")
      if isOlder { try beforeMigration(connection) }
      try kind.migrate(connection)
      return Opened(connection: connection, path: path)
    }
  }

  /// An empty user store that has backups is damaged: it was not always empty.
  private func refuseEmptied() throws {
    guard kind == .userStore, !UserStoreBackup(path).paths.isEmpty else { return }
    throw StoreError(.damaged, kind, path: path, detail: "the file is empty")
  }

  /// Creates an empty file that only its owner may read. SQLite gives its companion files the same permissions.
  private func makeFile() throws {
    do throws(SystemError) {
      _ = try FileDescriptor(path, for: .writing, options: .create)
    } catch {
      throw StoreError(.unwritable, kind, path: path, detail: "\(error)")
    }
  }

  private func foreign(_ application: Int) -> StoreError {
    StoreError(.foreign, kind, path: path, detail: "its application_id is \(application)")
  }

  /// The place of this schema's catalog if the usual place has one with a newer schema.
  private var besides: StoreFile {
    let other = path.hasSuffix(".sqlite") ? "\(path.dropLast(7))-\(kind.version).sqlite" : "\(path)-\(kind.version)"
    return StoreFile(kind: kind, path: other)
  }

  /// Renames the file and its companions, adding a timestamp.
  ///
  /// - Returns: its new path.
  func setAside(_ word: String) throws -> String {
    var aside = "\(path).\(word)-\(time(nil))"
    while Self.status(aside) != nil { aside += "x" }
    guard rename(path, aside) == 0 else { throw StoreError(.damaged, kind, path: path, detail: Self.reason) }
    for ending in ["-wal", "-shm"] { rename(path + ending, aside + ending) }
    return aside
  }

  /// Whether SQLite can read the file in place, for which it must write beside it, if only the WAL index.
  var isReadInPlace: Bool { Path.isWritable(Self.parent(path)) && Path.isWritable(path) }

  /// The file's name as a URI for SQLite.
  var uri: String {
    // Two slashes would begin the name of a host.
    let name = path.hasPrefix("//") ? "/" + String(path.drop { $0 == "/" }) : path
    return "file:\(Self.percentEncoded(name))"
  }

  /// The URI by which SQLite reads the file in place without writing beside it, or a private copy if a
  /// write-ahead log prevents that.
  func snapshot() throws -> (uri: String, copy: PrivateCopy?) {
    guard (Self.status(path + "-wal")?.size ?? 0) == 0 else {
      let copy = try PrivateCopy(of: self)
      return ("file:\(Self.percentEncoded(copy.path))", copy)
    }
    return (uri + "?immutable=1", nil)
  }

  /// Opens a file without writing, and determines its state.
  func inspected(
    _ prepare: (Connection) throws -> Void = { _ in }
  ) throws -> (opened: Opened, state: StoreKind.State) {
    if isReadInPlace {
      do {
        let (connection, state) = try connect(path, for: .reading, prepare)
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

  private func connect(
    _ name: String, for mode: Connection.Mode, _ prepare: (Connection) throws -> Void
  ) throws -> (connection: Connection, state: StoreKind.State) {
    try translatingErrors(kind, path: path) {
      let connection = try Connection(name, for: mode)
      try prepare(connection)
      return (connection, try kind.state(connection))
    }
  }

  /// What is wrong with the file, by SQLite's own check of all its pages; nil if it is sound, of whatever schema.
  var damage: StoreError? {
    do {
      guard try isReadable() else { return nil }
      let connection = try inspected { _ in }.opened.connection
      let complaint = try translatingErrors(kind, path: path) { try connection.texts("PRAGMA quick_check(1)").first }
      return complaint == "ok" ? nil : StoreError(.damaged, kind, path: path, detail: complaint ?? "no answer")
    } catch let error as StoreError where error.code == .damaged {
      return error
    } catch {
      return nil
    }
  }

  /// Whether it is a sound store that this version can use, if necessary after a migration.
  var isGood: Bool {
    guard exists, damage == nil, let state = try? inspected({ _ in }).state else { return false }
    return state == .current || state == .older
  }

  /// Creates the file's directory, which only its owner may enter.
  func makeDirectory() throws {
    var missing: [String] = []
    var folder = Self.parent(path)
    while !folder.isEmpty, folder != "/", !Path.exists(folder) {
      missing.append(folder)
      folder = Self.parent(folder)
    }
    for folder in missing.reversed() where mkdir(folder, 0o700) != 0 && !SystemError.current.isExisting {
      throw StoreError(.unwritable, kind, path: path, detail: "\(folder): \(Self.reason)")
    }
    guard Path.isWritable(Self.parent(path)) else {
      throw StoreError(.unwritable, kind, path: path, detail: "\(Self.parent(path)): \(Self.reason)")
    }
  }

  private func refuseDirectory(_ status: FileStatus) throws {
    guard status.isDirectory else { return }
    throw StoreError(.unreadable, kind, path: path, detail: "\(SystemError.directory)")
  }

  /// The description of `errno`.
  static var reason: String { SystemError.current.description }

  static func parent(_ path: String) -> String {
    path.lastIndex(of: "/").map { $0 == path.startIndex ? "/" : String(path[..<$0]) } ?? "."
  }

  static func status(_ path: String) -> FileStatus? { try? FileStatus(path) }

  static func percentEncoded(_ path: String) -> String {
    path.utf8.reduce(into: "") { text, byte in
      let isPlain =
        (0x30...0x39).contains(byte) || (0x41...0x5A).contains(byte) || (0x61...0x7A).contains(byte)
        || "/-_.~".utf8.contains(byte)
      let digits = String(byte, radix: 16)
      text += isPlain ? String(Unicode.Scalar(byte)) : "%" + (digits.count == 1 ? "0" : "") + digits
    }
  }
}
