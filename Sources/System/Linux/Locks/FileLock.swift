internal import Glibc

/// A lock between processes and threads, held on a file: `flock(2)`. It is released with this value, or when the
/// process ends, however that happens.
package struct FileLock: ~Copyable, Sendable {
  /// The modes of a lock.
  package enum Mode: Sendable {
    /// One holder, which excludes all others.
    case exclusive
    /// Any number of shared holders.
    case shared
  }

  /// Why the lock could not be taken.
  package enum Failure: Error, Hashable, Sendable {
    /// The file can't be created or opened.
    case file(SystemError)
    /// The file system refuses to lock it.
    case lock(SystemError)
    /// Others held the lock for as long as the caller was willing to wait.
    case timedOut
    /// The caller no longer wants it.
    case cancelled
  }

  private let file: FileDescriptor

  /// Waits for the lock.
  ///
  /// - Parameters:
  ///   - path: the path of the file. If it doesn't exist, it is created, accessible only to its owner. It is not
  ///     deleted.
  ///   - patience: how long to wait; nil for as long as it takes.
  ///   - interval: how often to try.
  ///   - isCancelled: called before each further try; if it returns true, the wait fails.
  package init(
    _ path: String, mode: Mode = .exclusive, patience: Duration? = nil, interval: Duration = .milliseconds(1),
    isCancelled: () -> Bool = { false }
  ) throws(Failure) {
    let file = try Self.open(path)
    let deadline = patience.map { ContinuousClock.now + $0 }
    while try !Self.take(file, mode) {
      if isCancelled() { throw .cancelled }
      if let deadline, ContinuousClock.now >= deadline { throw .timedOut }
      usleep(UInt32(interval / .microseconds(1)))
    }
    self.file = file
  }

  /// Releases the lock immediately.
  package consuming func release() {}

  private static func open(_ path: String) throws(Failure) -> FileDescriptor {
    do throws(SystemError) {
      // Following a link would create a file wherever another user wants one.
      return try FileDescriptor(path, for: .readingAndWriting, options: [.create, .noFollow])
    } catch {
      throw .file(error)
    }
  }

  /// - Returns: false if someone else holds it.
  private static func take(_ file: borrowing FileDescriptor, _ mode: Mode) throws(Failure) -> Bool {
    let number = file.number
    do throws(SystemError) {
      try SystemCall.run { flock(number, (mode == .shared ? LOCK_SH : LOCK_EX) | LOCK_NB) }
      return true
    } catch {
      if error.wouldBlock { return false }
      throw .lock(error)
    }
  }
}
