internal import GRDB

/// Why a store could not be read or written. What had been committed before is kept.
public struct StoreError: Error, Hashable, Sendable, CustomStringConvertible {
  /// What kind of error.
  public enum Code: Hashable, Sendable {
    /// The file or its directory can't be read.
    case unreadable
    /// The file or its directory can't be written.
    case unwritable
    /// The file is no database, or a damaged one.
    case damaged
    /// The file is another program's database.
    case foreign
    /// The disk is full.
    case full
    /// Another process held the store for too long.
    case busy
  }

  /// What kind of error.
  public var code: Code
  /// Path of the store.
  public var path: String
  /// What happened, in the words of SQLite or the operating system.
  public var detail: String

  /// An error about the store at a path.
  public init(_ code: Code, path: String, detail: String) {
    self.code = code
    self.path = path
    self.detail = detail
  }

  /// SQLite's error in our terms.
  init(_ error: DatabaseError, path: String) {
    let detail = error.message ?? "SQLite error \(error.resultCode.rawValue)"
    // There is no room for the index of the write-ahead log, a file that SQLite maps into memory.
    if error.extendedResultCode == .SQLITE_IOERR_SHMSIZE {
      self.init(.full, path: path, detail: detail)
      return
    }
    switch error.resultCode {
    case .SQLITE_NOTADB, .SQLITE_CORRUPT: self.init(.damaged, path: path, detail: detail)
    case .SQLITE_FULL: self.init(.full, path: path, detail: detail)
    case .SQLITE_BUSY, .SQLITE_LOCKED: self.init(.busy, path: path, detail: detail)
    case .SQLITE_READONLY, .SQLITE_IOERR: self.init(.unwritable, path: path, detail: detail)
    default: self.init(.unreadable, path: path, detail: detail)
    }
  }

  /// What, where and the remedy, in one line.
  public var description: String {
    switch code {
    case .unreadable: "the catalog \(path) can't be read (\(detail)); check its permissions or set AUCAT_CATALOG"
    case .unwritable:
      "the catalog \(path) can't be written (\(detail)); check its permissions and its disk, or set AUCAT_CATALOG"
    case .damaged: "the catalog \(path) is damaged (\(detail)); delete it, the next scan makes it anew"
    case .foreign: "\(path) is not an aucat catalog (\(detail)); set AUCAT_CATALOG to another path"
    case .full: "the disk is full, the catalog \(path) was not changed (\(detail)); make room and scan again"
    case .busy: "the catalog \(path) is in use by another process (\(detail)); try again"
    }
  }
}

/// Runs `body` and translates what SQLite throws.
func translatingErrors<Result>(path: String, _ body: () throws -> Result) throws -> Result {
  do {
    return try body()
  } catch let error as DatabaseError {
    throw StoreError(error, path: path)
  }
}
