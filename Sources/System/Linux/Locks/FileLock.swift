internal import Glibc

/// A lock between processes and threads, held by a file: `flock(2)`. It goes with this value, and with the process
/// however that ends.
package struct FileLock: ~Copyable, Sendable {
  /// The modes of a lock.
  package enum Mode: Sendable {
    /// Held by one, who excludes all others.
    case exclusive
    /// Any number of shared holders.
    case shared
  }

  /// Why the lock could not be taken.
  package enum Failure: Error, Hashable, Sendable {
    /// The file can't be made or opened.
    case file(SystemError)
    /// The file system refuses to lock it.
    case lock(SystemError)
    /// Others held the lock for as long as the caller was ready to wait.
    case timedOut
    /// The caller wants it no more.
    case cancelled
  }

  private let file: FileDescriptor

  /// Waits for the lock.
  ///
  /// - Parameters:
  ///   - path: of the file, which is made where it doesn't exist, for its owner alone, and stays.
  ///   - patience: how long to wait; nil for as long as it takes.
  ///   - interval: how often to try.
  ///   - isCancelled: asked before each further try.
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

  /// Lets the lock go.
  package consuming func release() {}

  private static func open(_ path: String) throws(Failure) -> FileDescriptor {
    do throws(SystemError) {
      // A link would make a file wherever another user wants one.
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
