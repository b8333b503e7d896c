internal import Glibc
internal import GRDB

/// Opens catalog files, whatever state they are in.
enum CatalogFile {
  /// What became of the attempt to open a file.
  struct Opened {
    var database: any DatabaseWriter
    /// The path that was opened; another one than asked for where that has a newer schema.
    var path: String
    /// Whether what is committed later is not seen.
    var isSnapshot = false
    /// The private copy that was made to read the file, to be deleted as soon as it has been read from.
    var copy: String?
  }

  /// Opens a catalog to read it.
  ///
  /// - Returns: nil where there is none yet, or an empty file.
  static func openForReading(_ path: String, pooled: Bool) throws -> Opened? {
    guard let status = status(path) else { return nil }
    try refuseDirectory(status, path)
    guard status.st_size > 0 else { return nil }
    guard access(path, R_OK) == 0 else {
      throw StoreError(.unreadable, path: path, detail: String(cString: strerror(errno)))
    }
    let (opened, state) = try inspected(path, pooled: pooled)
    switch state {
    case .current: return opened
    case .newer: return try openForReading(besides(path), pooled: pooled)
    case .older, .empty: return nil
    }
  }

  /// Opens a catalog to write it, and makes it where there is none.
  static func openForWriting(_ path: String, pooled: Bool) throws -> Opened {
    try makeDirectory(of: path)
    if let status = status(path), status.st_size > 0 {
      try refuseDirectory(status, path)
      guard access(path, W_OK) == 0 else {
        throw StoreError(.unwritable, path: path, detail: String(cString: strerror(errno)))
      }
      // Asked before anything is written: a writing connection changes the journal mode, and another program's database
      // keeps its bytes.
      let (opened, present) = try inspected(path, pooled: false)
      try? opened.database.close()
      if present == .newer { return try openForWriting(besides(path), pooled: pooled) }
    }
    return try translatingErrors(path: path) {
      let database = try connect(path, configuration(readonly: false), pooled: pooled)
      try Schema.migrate(database)
      return Opened(database: database, path: path)
    }
  }

  /// Renames a damaged catalog, so that the next scan makes a new one.
  ///
  /// - Returns: its new path.
  static func setAside(_ path: String) throws -> String {
    let aside = "\(path).damaged-\(time(nil))"
    guard rename(path, aside) == 0 else {
      throw StoreError(.damaged, path: path, detail: String(cString: strerror(errno)))
    }
    unlink(path + "-wal")
    unlink(path + "-shm")
    return aside
  }

  private enum State { case empty, older, current, newer }

  private static func state(of database: any DatabaseWriter, path: String) throws -> State {
    let (application, version, isEmpty) = try translatingErrors(path: path) {
      try database.unsafeRead { connection in
        let application = try Schema.number("application_id", connection)
        let isEmpty = try application == 0 && connection.number("SELECT count(*) FROM sqlite_schema") == 0
        return (application, try Schema.number("user_version", connection), isEmpty)
      }
    }
    if isEmpty { return .empty }
    guard application == Schema.applicationID else {
      throw StoreError(.foreign, path: path, detail: "its application_id is \(application)")
    }
    return version == Schema.version ? .current : version < Schema.version ? .older : .newer
  }

  /// Where the catalog of this schema lies when the usual place has one of a newer schema.
  private static func besides(_ path: String) -> String {
    path.hasSuffix(".sqlite") ? "\(path.dropLast(7))-\(Schema.version).sqlite" : "\(path)-\(Schema.version)"
  }

  /// Opens a file without writing it, and looks what it is.
  private static func inspected(_ path: String, pooled: Bool) throws -> (Opened, State) {
    if access(parent(path), W_OK) == 0 && access(path, W_OK) == 0 {
      do {
        let database = try translatingErrors(path: path) {
          try connect(path, configuration(readonly: true), pooled: pooled)
        }
        return (Opened(database: database, path: path), try state(of: database, path: path))
      } catch let error as StoreError where error.code == .full {
        // SQLite keeps the index of a write-ahead log beside the file, and there is no room for it.
      }
    }
    let opened = try translatingErrors(path: path) { try openSnapshot(path) }
    return (opened, try state(of: opened.database, path: path))
  }

  private static func openSnapshot(_ path: String) throws -> Opened {
    // SQLite can't read a write-ahead log without writing beside it.
    guard (status(path + "-wal")?.st_size ?? 0) == 0 else { return try openCopy(of: path) }
    let uri = "file:\(percentEncoded(path))?immutable=1"
    let database = try DatabaseQueue(path: uri, configuration: configuration(readonly: true))
    return Opened(database: database, path: path, isSnapshot: true)
  }

  private static func openCopy(of path: String) throws -> Opened {
    let folder = getenv("TMPDIR").map { String(cString: $0) } ?? "/tmp"
    var template = Array("\(folder)/aucat-XXXXXX".utf8CString)
    guard mkdtemp(&template) != nil else {
      throw StoreError(.unreadable, path: path, detail: "no private copy: \(String(cString: strerror(errno)))")
    }
    let copy = template.withUnsafeBufferPointer {
      String(decoding: $0.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self)
    }
    for ending in ["", "-wal"] {
      try copyFile(path + ending, to: "\(copy)/catalog.sqlite\(ending)", of: path)
    }
    let database = try DatabaseQueue(path: "\(copy)/catalog.sqlite", configuration: configuration(readonly: false))
    return Opened(database: database, path: path, isSnapshot: true, copy: copy)
  }

  private static func copyFile(_ source: String, to target: String, of path: String) throws {
    let input = open(source, O_RDONLY | O_CLOEXEC)
    let output = open(target, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
    defer {
      close(input)
      close(output)
    }
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      let count = read(input, &buffer, buffer.count)
      if count == 0 { return }
      guard count > 0, write(output, buffer, count) == count else {
        throw StoreError(.unreadable, path: path, detail: "no private copy: \(String(cString: strerror(errno)))")
      }
    }
  }

  private static func connect(_ path: String, _ configuration: Configuration, pooled: Bool) throws -> any DatabaseWriter
  {
    pooled
      ? try DatabasePool(path: path, configuration: configuration)
      : try DatabaseQueue(path: path, configuration: configuration)
  }

  private static func configuration(readonly: Bool) -> Configuration {
    var configuration = Configuration()
    configuration.readonly = readonly
    configuration.busyMode = .timeout(30)
    if !readonly {
      configuration.prepareDatabase { connection in
        try connection.execute(sql: "PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL")
      }
    }
    return configuration
  }

  private static func makeDirectory(of path: String) throws {
    var missing: [String] = []
    var folder = parent(path)
    while !folder.isEmpty, folder != "/", access(folder, F_OK) != 0 {
      missing.append(folder)
      folder = parent(folder)
    }
    for folder in missing.reversed() where mkdir(folder, 0o700) != 0 && errno != EEXIST {
      throw StoreError(.unwritable, path: path, detail: "\(folder): \(String(cString: strerror(errno)))")
    }
    guard access(parent(path), W_OK) == 0 else {
      throw StoreError(.unwritable, path: path, detail: "\(parent(path)): \(String(cString: strerror(errno)))")
    }
  }

  private static func parent(_ path: String) -> String {
    path.lastIndex(of: "/").map { $0 == path.startIndex ? "/" : String(path[..<$0]) } ?? "."
  }

  private static func refuseDirectory(_ status: stat, _ path: String) throws {
    guard status.st_mode & S_IFMT == S_IFDIR else { return }
    throw StoreError(.unreadable, path: path, detail: String(cString: strerror(EISDIR)))
  }

  private static func status(_ path: String) -> stat? {
    var status = stat()
    return stat(path, &status) == 0 ? status : nil
  }

  private static func percentEncoded(_ path: String) -> String {
    path.utf8.reduce(into: "") { text, byte in
      let isPlain =
        (0x30...0x39).contains(byte) || (0x41...0x5A).contains(byte) || (0x61...0x7A).contains(byte)
        || "/-_.~".utf8.contains(byte)
      let digits = String(byte, radix: 16)
      text += isPlain ? String(Unicode.Scalar(byte)) : "%" + (digits.count == 1 ? "0" : "") + digits
    }
  }
}
