internal import AucatProgram
internal import AudioComponents
internal import Glibc
internal import Linux

/// A fix for a finding, applied by `--fix`.
enum Fix: Hashable {
  /// Reads every bundle again, into a new catalog if the present one is damaged.
  case scan
  /// Opens the user store for writing, which recovers it and removes leftovers of an interrupted command.
  case openUserStore
  /// Backs up the user's data, and reads the backup.
  case backUp
  /// Deletes a file or folder that an interrupted command left behind.
  case remove(String)
  /// Removes other users' write permission from a folder, or from a store and the files beside it.
  case protect(String)
}

/// A fix that was attempted.
struct Repair: Equatable {
  /// What was or should have been done.
  let action: String
  /// Why it failed; nil if it was done.
  let failure: String?
  /// The library's messages during the fix, such as the date of the restored backup.
  let messages: [String]

  /// Tries each fix once, in an order in which none undoes another one.
  static func all(_ fixes: [Fix], session: Session, log: MessageLog) -> [Repair] {
    let distinct = Set(fixes)
    return distinct.sorted { ($0.rank, $0.action) < ($1.rank, $1.action) }.map { fix in
      let known = log.all.count
      let failure = failure(of: fix, session)
      return Repair(action: fix.action, failure: failure, messages: Array(log.all.dropFirst(known)))
    }
  }

  /// - Returns: nil if the fix was done.
  private static func failure(of fix: Fix, _ session: Session) -> String? {
    do {
      try fix.apply(session)
      return nil
    } catch let failure as CommandFailure {
      return failure.message
    } catch {
      return ComponentManagerError(error).message
    }
  }
}

extension Fix {
  /// A line that says what it does.
  var action: String {
    switch self {
    case .scan: "scan every bundle again"
    case .openUserStore: "recover your data and remove leftovers of interrupted commands"
    case .backUp: "back up your data"
    case .remove(let path): "remove \(path)"
    case .protect(let path): "remove other users' write permission from \(path)"
    }
  }

  /// Orders repairs: a user's data comes before anything that can be rebuilt.
  fileprivate var rank: Int {
    switch self {
    case .protect: 0
    case .openUserStore: 1
    case .backUp: 2
    case .remove: 3
    case .scan: 4
    }
  }

  fileprivate func apply(_ session: Session) throws {
    switch self {
    case .scan:
      var options = ScanOptions()
      options.readsEverything = true
      _ = try session.scan(options)
    // A change, even an empty one, recovers the store if necessary.
    case .openUserStore: _ = try session.manager.apply([])
    case .backUp: try session.manager.backUpUserData()
    case .remove(let path): try Leftovers.remove(path)
    case .protect(let path): try Self.withdrawWriting(from: path)
    }
  }

  private static func withdrawWriting(from path: String) throws {
    for file in files(of: path) where Path.exists(file) {
      let permissions = try FileStatus(file).permissions
      guard permissions & 0o002 != 0 else { continue }
      guard chmod(file, permissions & ~0o002) == 0 else { throw SystemError.current }
    }
  }

  /// A store and what SQLite keeps beside it, which gets the store's permissions when it is created.
  static func files(of store: String) -> [String] { ["", "-wal", "-shm", "-journal"].map { store + $0 } }
}
