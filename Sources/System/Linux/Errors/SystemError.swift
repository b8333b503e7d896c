internal import Glibc

/// An error of the operating system: a value of `errno`.
package struct SystemError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The number, such as `ENOENT`.
  package let code: Int32

  /// Creates the error with a number.
  package init(_ code: Int32) { self.code = code }

  /// The error of the call that failed last on this thread.
  package static var current: SystemError { SystemError(errno) }

  /// A directory is where a file should be.
  package static let directory = SystemError(EISDIR)

  /// Something else is in the place of a directory.
  package static let noDirectory = SystemError(ENOTDIR)

  /// A process or thread has ended.
  package static let noProcess = SystemError(ESRCH)

  /// A pipe can't seek.
  package static let notSeekable = SystemError(ESPIPE)

  /// A signal arrived before the call was done.
  package static let interrupted = SystemError(EINTR)

  /// Nobody has answered in time.
  package static let timedOut = SystemError(ETIMEDOUT)

  /// This process has as many open descriptors as it may have.
  package static let tooManyFiles = SystemError(EMFILE)

  /// The operating system's message: `strerror(3)`.
  package var description: String {
    // SAFETY: glibc's text is a constant or this thread's own, and is copied before the thread's next call.
    String(cString: strerror(code))
  }

  /// ``description`` in a form that continues a sentence: "no such file or directory".
  package var phrase: String {
    let words = description
    // An abbreviation keeps its capitals: "RPC version wrong".
    guard words.dropFirst().first?.isUppercase != true else { return words }
    return words.prefix(1).lowercased() + words.dropFirst()
  }

  /// Whether nothing is at the path: a name in it doesn't exist, or isn't a directory.
  package var isMissing: Bool { code == ENOENT || code == ENOTDIR }
  /// Whether a directory is where a file should be.
  package var isDirectory: Bool { code == EISDIR }
  /// Whether permissions forbid it.
  package var isPermission: Bool { code == EACCES || code == EPERM }
  /// Whether the path exists already.
  package var isExisting: Bool { code == EEXIST }
  /// Whether the reader has closed its end.
  package var isBrokenPipe: Bool { code == EPIPE }
  /// Whether the cause is the machine's state at the moment, not the file: memory, descriptors, processes or disk space
  /// are exhausted, or a disk or server doesn't answer. The same call may succeed later.
  package var isTransient: Bool {
    [ENOMEM, EMFILE, ENFILE, ENOSPC, EDQUOT, EAGAIN, ENOBUFS, EIO, ESTALE, ETIMEDOUT, EINTR].contains(code)
  }

  /// The remedy for ``isTransient`` errors, as an imperative clause; nil if there is no general one.
  package var remedy: String? {
    switch code {
    case ENOMEM: "free memory, or raise the memory limits (ulimit -v, ulimit -d)"
    case EMFILE, ENFILE: "raise the limit on open files (ulimit -n)"
    case EAGAIN: "close other programs, or raise the limit on processes (ulimit -u)"
    case ENOSPC, EDQUOT: "free disk space"
    default: nil
    }
  }

  /// ``description`` with ``remedy``, if there is one.
  package var reasonAndRemedy: String { remedy.map { "\(self); \($0)" } ?? description }

  /// Whether the call would have to wait.
  package var wouldBlock: Bool { code == EAGAIN || code == EWOULDBLOCK }
  /// Whether the disk, or the user's quota, is full.
  package var isDiskFull: Bool { code == ENOSPC || code == EDQUOT }
  /// Whether a file may not grow any further.
  package var isTooLarge: Bool { code == EFBIG }
  /// Whether descriptors or memory have run out, of this process or of the system.
  package var isExhaustion: Bool { isDescriptorExhaustion || code == ENOMEM }
  /// Whether descriptors have run out, of this process or of the system.
  package var isDescriptorExhaustion: Bool { code == EMFILE || code == ENFILE }
  /// Whether a call was given a number that no open file has.
  package var isBadDescriptor: Bool { code == EBADF }
  /// Whether the disk itself failed.
  package var isDiskFailure: Bool { code == EIO || code == ENXIO || code == EREMOTEIO }
}

/// Turns the result of a call that returns -1 for an error into a value or a ``SystemError``.
enum SystemCall {
  /// Makes a call that returns -1 for an error, and makes it again whenever a signal interrupts it.
  ///
  /// - Returns: what the call returned; never -1.
  @discardableResult
  static func run<Result: SignedInteger>(_ call: () -> Result) throws(SystemError) -> Result {
    while true {
      let result = call()
      if result != -1 { return result }
      if errno != EINTR { throw .current }
    }
  }

  /// Makes a call that fills in a value, such as a structure, which starts out as `initial`.
  static func filling<Value>(_ initial: Value, _ call: (inout Value) -> Int32) throws(SystemError) -> Value {
    var value = initial
    try run { call(&value) }
    return value
  }
}
