internal import CLinux
internal import Glibc

/// The state that the parts of a process share, and that a library should leave alone.
package struct ProcessSurroundings: Hashable, Sendable {
  private let locale: String
  private let directory: String
  private let mask: mode_t
  private let handlers: [UInt]
  private let streams: [StreamIdentity?]
  /// The number of open descriptors.
  package let descriptors: Int
  /// The number of threads.
  package let threads: Int

  private struct StreamIdentity: Hashable {
    var device: UInt
    var file: UInt
  }

  /// Records the state of this process now. No other thread may create files meanwhile.
  package init() {
    // SAFETY: C's strings are copied before the next call that could change them.
    locale = setlocale(LC_ALL, nil).map { String(cString: $0) } ?? ""
    let path = getcwd(nil, 0)
    directory = path.map { String(cString: $0) } ?? ""
    free(path)
    mask = umask(0o22)
    umask(mask)
    handlers = (1..<32).map { UInt(aucatSignalHandler($0)) }
    streams = (0..<3).map { number in
      var status = stat()
      return fstat(Int32(number), &status) == 0
        ? StreamIdentity(device: UInt(status.st_dev), file: UInt(status.st_ino)) : nil
    }
    descriptors = DirectoryReader.entries(of: "/proc/self/fd").count
    threads = DirectoryReader.entries(of: "/proc/self/task").count
  }

  /// The differences from an earlier state, in words, except those in descriptors and threads.
  package func changes(since before: ProcessSurroundings) -> [String] {
    // SAFETY: glibc's text is a constant or this thread's own, and is copied before the thread's next call.
    var changes: [String] = []
    if locale != before.locale { changes.append("the locale") }
    if directory != before.directory { changes.append("the current directory") }
    if mask != before.mask { changes.append("the umask") }
    for (index, handler) in handlers.enumerated() where handler != before.handlers[index] {
      let name = strsignal(Int32(index + 1)).map { String(cString: $0).lowercased() } ?? ""
      changes.append("the handler of signal \(index + 1) (\(name))")
    }
    for (number, stream) in streams.enumerated() where stream != before.streams[number] {
      changes.append(["standard input", "standard output", "standard error"][number])
    }
    return changes
  }
}
