private import CSQLite
private import Glibc

/// Why SQLite refused a call: corresponds to `sqlite3_extended_errcode` and `sqlite3_errmsg`.
package struct SQLiteError: Error, Hashable, Sendable, CustomStringConvertible {
  /// A result code of SQLite, with its extended bits.
  package struct Code: RawRepresentable, Hashable, Sendable {
    package var rawValue: Int32
    package init(rawValue: Int32) { self.rawValue = rawValue }

    /// The code without its extended bits, such as `SQLITE_IOERR` of `SQLITE_IOERR_SHMSIZE`.
    package var primary: Code { Code(rawValue: rawValue & 0xFF) }

    /// Whether the database is undamaged but can't store a value.
    package var refusesContent: Bool { primary == .constraint || primary == .tooBig }

    /// `SQLITE_BUSY`: another connection holds a lock.
    package static let busy = Code(rawValue: SQLITE_BUSY)
    /// `SQLITE_LOCKED`: another statement of this connection is in the way.
    package static let locked = Code(rawValue: SQLITE_LOCKED)
    /// `SQLITE_READONLY`: the file can't be written.
    package static let readOnly = Code(rawValue: SQLITE_READONLY)
    /// `SQLITE_IOERR`: the operating system reported an error.
    package static let inputOutput = Code(rawValue: SQLITE_IOERR)
    /// Whether the index of the write-ahead log can't be created or mapped, which readers of the file in place need
    /// (`SQLITE_IOERR_SHMOPEN`, `_SHMSIZE`, `_SHMLOCK`, `_SHMMAP`).
    package var lacksSharedMemory: Bool { primary == .inputOutput && (18...21).contains(rawValue >> 8) }

    /// `SQLITE_IOERR_SHMSIZE`: there is no room for the index of the write-ahead log.
    package static let noRoomForSharedMemory = Code(rawValue: SQLITE_IOERR | (19 << 8))
    /// `SQLITE_IOERR_READ`: the disk can't be read.
    package static let failedRead = Code(rawValue: SQLITE_IOERR | (1 << 8))
    /// `SQLITE_IOERR_CORRUPTFS`: the disk can't be read; statements that run report it as ``corrupt``.
    static let corruptFileSystem = Code(rawValue: SQLITE_IOERR | (33 << 8))
    /// `SQLITE_IOERR_SHORT_READ`: the file ends before the bytes that were to be read.
    package static let shortRead = Code(rawValue: SQLITE_IOERR | (2 << 8))
    /// `SQLITE_CANTOPEN`: the file can't be opened.
    package static let cannotOpen = Code(rawValue: SQLITE_CANTOPEN)
    /// `SQLITE_NOMEM`: memory is exhausted.
    package static let noMemory = Code(rawValue: SQLITE_NOMEM)
    /// `SQLITE_IOERR_LOCK`: the file system has no lock for the file.
    package static let noLock = Code(rawValue: SQLITE_IOERR | (15 << 8))
    /// `SQLITE_CORRUPT`: the file is damaged.
    package static let corrupt = Code(rawValue: SQLITE_CORRUPT)
    /// `SQLITE_NOTADB`: the file isn't a database.
    package static let notADatabase = Code(rawValue: SQLITE_NOTADB)
    /// `SQLITE_FULL`: the disk is full.
    package static let full = Code(rawValue: SQLITE_FULL)
    /// `SQLITE_PROTOCOL`: the locks of a write-ahead log are contended.
    package static let lockProtocol = Code(rawValue: SQLITE_PROTOCOL)
    /// `SQLITE_CONSTRAINT`: a row violates a constraint of its table.
    package static let constraint = Code(rawValue: SQLITE_CONSTRAINT)
    /// `SQLITE_TOOBIG`: a string or row exceeds SQLite's limit.
    package static let tooBig = Code(rawValue: SQLITE_TOOBIG)
    /// `SQLITE_MISMATCH`: a column holds a value of a type other than the one requested.
    package static let mismatch = Code(rawValue: SQLITE_MISMATCH)
    /// `SQLITE_RANGE`: a statement has no such parameter or column.
    package static let range = Code(rawValue: SQLITE_RANGE)
    /// `SQLITE_ERROR`: anything else, such as a mistake in the SQL.
    package static let error = Code(rawValue: SQLITE_ERROR)
  }

  /// The result code that SQLite gave.
  package var code: Code
  /// The message, in SQLite's words.
  package var message: String
  /// The path or URI that the connection was opened with.
  package var path: String
  /// The operating system's `errno` behind ``Code/inputOutput`` and ``Code/cannotOpen`` (`sqlite3_system_errno`); 0 for
  /// other codes.
  package var systemError: Int32

  package init(_ code: Code, _ message: String, path: String, systemError: Int32 = 0) {
    self.code = code
    self.message = message
    self.path = path
    self.systemError = code.primary == .inputOutput || code.primary == .cannotOpen ? systemError : 0
  }

  /// The error for a disk that can't read a database.
  package static func failedRead(_ path: String) -> SQLiteError {
    SQLiteError(.failedRead, "a page can't be read", path: path, systemError: EIO)
  }

  package var description: String { "\(path): \(message)" }
}
