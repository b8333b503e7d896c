private import CSQLite
private import Glibc
internal import Synchronization

/// How connections read and write their files: as SQLite does by itself (its default `sqlite3_vfs`), except for two things.
///
/// SQLite takes a read that fails with EIO for a damaged file (`SQLITE_IOERR_CORRUPTFS`, which becomes `SQLITE_CORRUPT`),
/// and its own checks go on after it. Here such a read is tried once more, then is `SQLITE_IOERR_READ`, and is counted.
///
/// Pages of a database that leaves room for it are sealed when they are written to the file, and verified when they are
/// read from it: see ``PageSeal``. A page that is not as it was written is `SQLITE_CORRUPT`.
enum FileAccess {
  /// The name of the layer for `sqlite3_open_v2`. It is not the default one, so a host's own connections don't use it.
  static let name = "aucat"

  /// Reads that have failed since the process began.
  static let failedReads = Atomic(0)

  /// Whether SQLite knows the layer.
  static let isInstalled: Bool = install()

  /// SQLite's own layer.
  fileprivate static let original = Original()

  fileprivate struct Original: @unchecked Sendable {
    // SAFETY: SQLite keeps a registered layer as long as the process runs, and doesn't change it.
    let layer = sqlite3_vfs_find(nil)
  }

  private static func install() -> Bool {
    guard let original = original.layer, let name = strdup(name) else { return false }
    // SAFETY: SQLite keeps both as long as the process runs.
    let layer = UnsafeMutablePointer<sqlite3_vfs>.allocate(capacity: 1)
    layer.initialize(to: original.pointee)
    layer.pointee.pNext = nil
    layer.pointee.zName = UnsafePointer(name)
    layer.pointee.xOpen = openFile
    return sqlite3_vfs_register(layer, 0) == SQLITE_OK
  }
}

/// `sqlite3_vfs.xOpen`: the file is SQLite's own, with our methods.
private func openFile(
  _: UnsafeMutablePointer<sqlite3_vfs>?, _ name: UnsafePointer<CChar>?, _ file: UnsafeMutablePointer<sqlite3_file>?,
  _ flags: Int32, _ outcome: UnsafeMutablePointer<Int32>?
) -> Int32 {
  // SAFETY: SQLite passes a file of `szOsFile` bytes, as many as its own layer wants, and its methods are set if
  // opening has succeeded.
  guard let layer = FileAccess.original.layer, let open = layer.pointee.xOpen, let file else { return SQLITE_CANTOPEN }
  let status = open(layer, name, file, flags, outcome)
  if status == SQLITE_OK, let methods = file.pointee.pMethods {
    FileMethods.table(of: methods, for: flags & SQLITE_OPEN_MAIN_DB != 0 ? .database : .other).install(on: file)
  }
  return status
}

/// The methods of a file, of which reading and writing are ours. SQLite knows only the first part.
private struct FileMethods {
  var methods: sqlite3_io_methods
  let original: UnsafePointer<sqlite3_io_methods>
  let role: Role

  enum Role { case database, sealedDatabase, other }

  /// A table that is never changed or freed.
  struct Table: @unchecked Sendable {
    // SAFETY: A table is written before another thread can know it, then only read.
    let pointer: UnsafePointer<FileMethods>

    func install(on file: UnsafeMutablePointer<sqlite3_file>) {
      // SAFETY: A table begins with the methods that SQLite wants, and outlives every file.
      file.pointee.pMethods = UnsafeRawPointer(pointer).assumingMemoryBound(to: sqlite3_io_methods.self)
    }
  }

  /// SQLite has as many tables as ways to lock a file; each has one of ours for each role.
  private static let tables = Mutex<[Table]>([])

  static func table(of original: UnsafePointer<sqlite3_io_methods>, for role: Role) -> Table {
    // SAFETY: SQLite's tables are constants.
    nonisolated(unsafe) let original = original
    return tables.withLock { tables in
      if let known = tables.first(where: { $0.pointer.pointee.original == original && $0.pointer.pointee.role == role })
      {
        return known
      }
      let made = UnsafeMutablePointer<FileMethods>.allocate(capacity: 1)
      made.initialize(to: FileMethods(methods: original.pointee, original: original, role: role))
      made.pointee.methods.xRead = readFile
      if role != .other { made.pointee.methods.xWrite = writeFile }
      // Without the methods for files that are mapped into memory, of which no page is read here.
      made.pointee.methods.iVersion = min(2, original.pointee.iVersion)
      tables.append(Table(pointer: UnsafePointer(made)))
      return tables[tables.count - 1]
    }
  }

  static func table(of file: UnsafeMutablePointer<sqlite3_file>) -> UnsafePointer<FileMethods>? {
    // SAFETY: `openFile` has given the file one of our tables.
    file.pointee.pMethods.map { UnsafeRawPointer($0).assumingMemoryBound(to: FileMethods.self) }
  }
}

/// `sqlite3_io_methods.xRead`.
private func readFile(
  _ file: UnsafeMutablePointer<sqlite3_file>?, _ bytes: UnsafeMutableRawPointer?, _ count: Int32, _ offset: Int64
) -> Int32 {
  // SAFETY: SQLite has room for `count` bytes, which its own method has filled when it succeeds. Only `openFile`
  // installs this method, so the file has one of our tables.
  guard let file, let table = FileMethods.table(of: file), let read = table.pointee.original.pointee.xRead else {
    return SQLITE_IOERR
  }
  var status = read(file, bytes, count, offset)
  if isFailure(status) { status = read(file, bytes, count, offset) }
  if isFailure(status) {
    FileAccess.failedReads.add(1, ordering: .relaxed)
    return SQLiteError.Code.failedRead.rawValue
  }
  let part = UnsafeRawBufferPointer(start: bytes, count: Int(count))
  return table.pointee.role == .other || isIntact(part, at: offset, of: file, methods: table.pointee)
    ? status : SQLITE_CORRUPT
}

/// Whether the system could not read. The end of a file is no failure.
private func isFailure(_ status: Int32) -> Bool {
  let corruptFileSystem = SQLITE_IOERR | (33 << 8)
  return status == SQLiteError.Code.failedRead.rawValue || status == corruptFileSystem
}

/// Whether what was read of a database is as it was written, as far as that can be seen: SQLite reads the header, or pages.
private func isIntact(
  _ part: UnsafeRawBufferPointer, at offset: Int64, of file: UnsafeMutablePointer<sqlite3_file>,
  methods table: FileMethods
) -> Bool {
  if offset == 0, table.role == .database, part.count > PageSeal.sizeOffset {
    guard part[PageSeal.sizeOffset] == PageSeal.size else { return !hasLostItsMark(part) }
    FileMethods.table(of: table.original, for: .sealedDatabase).install(on: file)
  } else if table.role == .database {
    return true
  }
  return !isPage(part.count, offset) || PageSeal.isIntact(part, number: UInt64(offset) / UInt64(part.count))
}

/// Whether a first page has a seal, and a header that says that pages have none.
private func hasLostItsMark(_ page: UnsafeRawBufferPointer) -> Bool {
  guard isPage(page.count, 0) else { return false }
  // SAFETY: The copy has as many bytes as the page, at least 512, and is written whole before it is read.
  return withUnsafeTemporaryAllocation(byteCount: page.count, alignment: 16) { copy in
    copy.copyMemory(from: page)
    copy[PageSeal.sizeOffset] = UInt8(PageSeal.size)
    return PageSeal.isIntact(UnsafeRawBufferPointer(copy), number: 0)
  }
}

private func isPage(_ count: Int, _ offset: Int64) -> Bool { count >= 512 && offset % Int64(count) == 0 }

/// `sqlite3_io_methods.xWrite`.
private func writeFile(
  _ file: UnsafeMutablePointer<sqlite3_file>?, _ bytes: UnsafeRawPointer?, _ count: Int32, _ offset: Int64
) -> Int32 {
  // SAFETY: SQLite has `count` bytes to write, and changes none during the call. The sealed copy has as many, and
  // SQLite's own method does not keep it. The file has one of our tables, as in `readFile`.
  guard let file, let bytes, let table = FileMethods.table(of: file), let write = table.pointee.original.pointee.xWrite
  else { return SQLITE_IOERR }
  let page = UnsafeRawBufferPointer(start: bytes, count: Int(count))
  var isSealed = table.pointee.role == .sealedDatabase
  if offset == 0, !isSealed, page.count > PageSeal.sizeOffset, page[PageSeal.sizeOffset] == PageSeal.size {
    FileMethods.table(of: table.pointee.original, for: .sealedDatabase).install(on: file)
    isSealed = true
  }
  guard isSealed, isPage(page.count, offset) else { return write(file, bytes, count, offset) }
  return withUnsafeTemporaryAllocation(byteCount: page.count, alignment: 16) { copy in
    copy.copyMemory(from: page)
    PageSeal.seal(copy, number: UInt64(offset) / UInt64(page.count))
    return write(file, copy.baseAddress, count, offset)
  }
}
