internal import Linux
package import SQLite

/// Why a store could not be read or written. Earlier commits are kept.
package struct StoreError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The kind of the error.
  package enum Code: CaseIterable, Hashable, Sendable {
    /// The file or its directory can't be read.
    case unreadable
    /// A link on the path is broken, or a file is in the place of a directory.
    case unreachable
    /// The file or its directory can't be written.
    case unwritable
    /// The disk reported an error, which does not mean that the file is damaged.
    case diskFailed
    /// The system has no descriptor or memory left.
    case exhausted
    /// The index of the write-ahead log can't be created or mapped.
    case unmappable
    /// The file is damaged or not a database.
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

  /// The kind of the error.
  package var code: Code
  /// The store that failed.
  package var store: StoreKind
  /// Path of the store.
  package var path: String
  /// The description that SQLite or the operating system gives, on one line.
  package var detail: String

  /// An error about the store at a path.
  package init(_ code: Code, _ store: StoreKind, path: String, detail: String) {
    self.code = code
    self.store = store
    self.path = path
    self.detail = detail.onOneLine
  }

  /// Translates an error that the operating system reported for a file that was to be read.
  init(_ error: SystemError, _ store: StoreKind, path: String) {
    let code: Code =
      if error.isExhaustion {
        .exhausted
      } else if error.isDiskFailure {
        .diskFailed
      } else if error.isDirectory {
        .foreign
      } else {
        .unreadable
      }
    self.init(code, store, path: path, detail: "\(error)")
  }

  /// Translates an SQLite error.
  package init(_ error: SQLiteError, _ store: StoreKind, path: String) {
    let system = Self.cause(error, path)
    let detail = system.map { "\(error.message): \($0)" } ?? error.message
    self.init(Self.code(error.code, system), store, path: path, detail: detail)
  }

  /// The operating system's error; nil if there was none.
  private static func cause(_ error: SQLiteError, _ path: String) -> SystemError? {
    if error.systemError == 0 { return nil }
    let system = SystemError(error.systemError)
    guard system.isBadDescriptor else { return system }
    // SQLite failed to open a file, and then to close it, which hides the cause. If permissions allow the access, too
    // many files were open.
    let isAllowed = Path.isReadable(path) && PrivateCopy.companions.allSatisfy { isWritable(path + $0) }
    return isAllowed && isWritable(path + "-shm") ? .tooManyFiles : system
  }

  private static func isWritable(_ path: String) -> Bool { !Path.exists(path) || Path.isWritable(path) }

  private static func code(_ code: SQLiteError.Code, _ system: SystemError?) -> Code {
    // SQLite maps the WAL index into memory, and the disk has no room for its file.
    if code == .noRoomForSharedMemory { return .full }
    if code.lacksSharedMemory { return system?.isDescriptorExhaustion == true ? .exhausted : .unmappable }
    if system?.isExhaustion == true { return .exhausted }
    return switch code.primary {
    // A value of the wrong type is damage that SQLite's own checks don't find.
    case .notADatabase, .corrupt, .mismatch: .damaged
    case _ where code == .shortRead: .damaged
    case .full: .full
    case .noMemory: .exhausted
    case .busy, .locked, .lockProtocol: .busy
    case .inputOutput where code == .failedRead || system?.isDiskFailure == true: .diskFailed
    case .readOnly, .inputOutput: .unwritable
    default: .unreadable
    }
  }

  /// Whether the file can be read if nothing is written beside it.
  var lacksIndex: Bool { code == .full || code == .unmappable }

  /// Whether it concerns the catalog that the users of the machine share.
  private var isMachines: Bool { store == .catalog && SystemCatalog.isPlace(path) }

  /// What happened, where, and the remedy, in one line.
  package var description: String {
    let name = path.isEmpty ? "the \(store.name) in memory" : "the \(store.name) \(path)"
    let variable = isMachines ? SystemCatalog.variable : store.variable
    let remedy = "check its permissions or set \(variable)"
    return switch code {
    case .unreadable: "\(name) can't be read (\(detail)); \(remedy)"
    case .unreachable:
      "\(name) can't be reached (\(detail)); mount its disk, create what is missing, or remove that link"
    case .unwritable:
      "\(name) can't be written (\(detail)); check its permissions and its disk, or set \(variable)"
    case .diskFailed: "\(name) can't be read or written (\(detail)); check its disk, or set \(variable)"
    case .exhausted: "\(name) can't be opened (\(detail)); close other programs, or raise the limit on open files"
    case .unmappable:
      "\(name) can't be used (\(detail)): its file system can't map files into memory; set \(variable)"
    case .damaged where isMachines:
      "\(name) is damaged (\(detail)); a full scan for the whole machine, by root, rebuilds it"
    case .damaged where store == .catalog: "\(name) is damaged (\(detail)); the next scan rebuilds it"
    case .damaged: "\(name) is damaged (\(detail)); `aucat doctor` shows the remedy, or set \(variable)"
    case .foreign: "\(path) is not an aucat \(store.name) (\(detail)); set \(variable) to another path"
    case .newer: "\(name) was made by a newer aucat (\(detail)); update aucat. Nothing was changed"
    case .full where store == .catalog:
      "the disk is full, so \(name) was not changed (\(detail)); make room and scan again"
    case .full: "the disk is full, so \(name) was not changed (\(detail)); make room and try again"
    case .busy: "\(name) is in use by another process (\(detail)); try again"
    }
  }
}

/// Runs `body` and translates SQLite's errors.
package func translatingErrors<Result>(_ store: StoreKind, path: String, _ body: () throws -> Result) throws -> Result {
  do {
    return try body()
  } catch let error as SQLiteError {
    throw StoreError(error, store, path: path)
  }
}

extension String {
  /// The text with spaces in place of line breaks: SQLite's checks may report several lines.
  package var onOneLine: String { split(whereSeparator: \.isNewline).joined(separator: " ") }
}
