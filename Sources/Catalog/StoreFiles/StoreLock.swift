internal import Linux

/// A lock on the whole store between processes and threads: a lock file beside it, released at the latest when the
/// process exits.
package struct StoreLock {
  private let kind: StoreKind
  private let path: String
  private let patience: StorePatience

  /// The lock on the store at a path.
  package init(_ kind: StoreKind, _ path: String, patience: StorePatience = .usual) {
    self.kind = kind
    self.path = path
    self.patience = patience
  }

  /// Runs `body` with an exclusive lock.
  package func exclusively<Result>(_ body: () throws -> Result) throws -> Result { try locked(.exclusive, body) }

  /// Runs `body` with a shared lock.
  package func shared<Result>(_ body: () throws -> Result) throws -> Result { try locked(.shared, body) }

  /// The content of the lock file once there has been a store of ours.
  private var mark: String { "aucat \(kind.name)\n" }

  /// Whether a store of ours has been in this place, whatever is there now.
  var hasMark: Bool { content == Array(mark.utf8) }

  /// Whether there is a lock file of ours, even if the program that created it exited before it had created the store.
  ///
  /// The file is read only once: between two readings, another thread or process might leave the mark.
  var isThere: Bool { content.map { mark.utf8.starts(with: $0) } ?? false }

  private var content: [UInt8]? { try? WholeFile.bytes(path + ".lock", limit: 64) }

  /// Notes that there is a store of ours in this place.
  package func leaveMark() {
    guard StoreFile.status(path + ".lock")?.size == 0 else { return }
    // Without the mark, a damaged file in a place of the user's choice is treated as another program's, which is safe.
    let file = try? FileDescriptor(path + ".lock", for: .writing)
    try? file?.writeAll(Array(mark.utf8))
  }

  private func locked<Result>(_ mode: FileLock.Mode, _ body: () throws -> Result) throws -> Result {
    try StoreFile(kind: kind, path: path).makeDirectory()
    let lock = try lock(mode)
    let result = try body()
    // Without this use after the body, the compiler might release the lock too early.
    lock.release()
    return result
  }

  private func lock(_ mode: FileLock.Mode) throws -> FileLock {
    do throws(FileLock.Failure) {
      return try FileLock(path + ".lock", mode: mode, patience: .milliseconds(patience.milliseconds))
    } catch {
      switch error {
      case .file(let reason): throw StoreError(.unwritable, kind, path: path, detail: "\(reason)")
      case .lock(let reason): throw StoreError(.unwritable, kind, path: path, detail: "no lock: \(reason)")
      case .timedOut, .cancelled: throw StoreError(.busy, kind, path: path, detail: "another process holds its lock")
      }
    }
  }
}
