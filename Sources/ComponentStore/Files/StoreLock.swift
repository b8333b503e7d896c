internal import Glibc

/// A lock of the whole store, between processes and threads: held by a file beside it, and gone with the process.
struct StoreLock {
  private let kind: StoreKind
  private let path: String
  /// How long to wait for another process before the store counts as busy.
  private static let patience = 30_000

  init(_ kind: StoreKind, _ path: String) {
    self.kind = kind
    self.path = path
  }

  /// Runs `body` while nobody else holds the lock.
  func exclusively<Result>(_ body: () throws -> Result) throws -> Result { try locked(LOCK_EX, body) }

  /// Runs `body` while nobody holds the lock exclusively.
  func shared<Result>(_ body: () throws -> Result) throws -> Result { try locked(LOCK_SH, body) }

  private func locked<Result>(_ operation: Int32, _ body: () throws -> Result) throws -> Result {
    try StoreFile(kind: kind, path: path).makeDirectory()
    let descriptor = open(path + ".lock", O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else { throw StoreError(.unwritable, kind, path: path, detail: StoreFile.reason) }
    defer { close(descriptor) }
    var waited = 0
    while flock(descriptor, operation | LOCK_NB) != 0 {
      guard errno == EWOULDBLOCK || errno == EINTR else {
        throw StoreError(.unwritable, kind, path: path, detail: "no lock: \(StoreFile.reason)")
      }
      guard waited < Self.patience else {
        throw StoreError(.busy, kind, path: path, detail: "another process holds its lock")
      }
      usleep(1_000)
      waited += 1
    }
    return try body()
  }
}
