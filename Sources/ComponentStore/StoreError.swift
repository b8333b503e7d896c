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
    /// The file was made by a newer version of this program.
    case newer
    /// The disk is full.
    case full
    /// Another process held the store for too long.
    case busy
  }

  /// What kind of error.
  public var code: Code
  /// Which of the stores.
  public var store: StoreKind
  /// Path of the store.
  public var path: String
  /// What happened, in the words of SQLite or the operating system.
  public var detail: String

  /// An error about the store at a path.
  public init(_ code: Code, _ store: StoreKind, path: String, detail: String) {
    self.code = code
    self.store = store
    self.path = path
    self.detail = detail
  }

  /// SQLite's error in our terms.
  init(_ error: DatabaseError, _ store: StoreKind, path: String) {
    let detail = error.message ?? "SQLite error \(error.resultCode.rawValue)"
    let code: Code =
      switch error.resultCode {
      // There is no room for the index of the write-ahead log, a file that SQLite maps into memory.
      case _ where error.extendedResultCode == .SQLITE_IOERR_SHMSIZE: .full
      case .SQLITE_NOTADB, .SQLITE_CORRUPT: .damaged
      case .SQLITE_FULL: .full
      case .SQLITE_BUSY, .SQLITE_LOCKED, .SQLITE_PROTOCOL: .busy
      case .SQLITE_READONLY, .SQLITE_IOERR: .unwritable
      default: .unreadable
      }
    self.init(code, store, path: path, detail: detail)
  }

  /// What, where and the remedy, in one line.
  public var description: String {
    let name = "the \(store.name) \(path)"
    let remedy = "check its permissions or set \(store.variable)"
    return switch code {
    case .unreadable: "\(name) can't be read (\(detail)); \(remedy)"
    case .unwritable:
      "\(name) can't be written (\(detail)); check its permissions and its disk, or set \(store.variable)"
    case .damaged where store == .catalog: "\(name) is damaged (\(detail)); delete it, the next scan makes it anew"
    case .damaged: "\(name) is damaged (\(detail)) and there is no good backup; move it away or set \(store.variable)"
    case .foreign: "\(path) is not an aucat \(store.name) (\(detail)); set \(store.variable) to another path"
    case .newer: "\(name) was made by a newer aucat (\(detail)); update aucat. Nothing was changed"
    case .full where store == .catalog:
      "the disk is full, \(name) was not changed (\(detail)); make room and scan again"
    case .full: "the disk is full, \(name) was not changed (\(detail)); make room and try again"
    case .busy: "\(name) is in use by another process (\(detail)); try again"
    }
  }
}

/// Runs `body` and translates what SQLite throws.
func translatingErrors<Result>(_ store: StoreKind, path: String, _ body: () throws -> Result) throws -> Result {
  do {
    return try body()
  } catch let error as DatabaseError {
    throw StoreError(error, store, path: path)
  }
}
