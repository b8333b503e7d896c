/// An outside reason why a bundle could not be read, such as a lack of memory: it is read again later, and there is no
/// verdict.
public enum ScanInterruption: Error, Hashable, Sendable, CustomStringConvertible {
  /// A signal that no fault of the worker raises, by its number and name.
  case killed(signal: String)
  /// A signal has suspended the worker.
  case stopped
  /// The worker got too little processor time to answer in this many seconds.
  case timedOut(seconds: Int)
  /// It was not read in the time that an answer has.
  case cutOff
  /// The worker gave no valid answer, for an unknown reason.
  case noAnswer
  /// The operating system's error.
  case system(String)
  /// Another file took the place of one of the bundle's files.
  case replacedFile
  /// lilv's copy of the manifest can't be stored in shared memory or a temporary folder, for the reason that the system
  /// gave.
  case noPlaceForManifest(reason: String)
  /// lilv's copy of the manifest can't be opened, for the reason that the system gave.
  case unreadableManifestCopy(reason: String)

  /// The event in one clause.
  public var description: String {
    switch self {
    case .killed(let signal): "killed from outside by \(signal)"
    case .stopped: "stopped from outside"
    case .timedOut(let seconds): WorkerFailure.timedOut(seconds).description
    case .cutOff: "it was not read in the time that an answer has"
    case .noAnswer: WorkerFailure.noAnswer.description
    case .system(let words): words
    case .replacedFile: "it was replaced meanwhile"
    case .noPlaceForManifest(let reason):
      "lilv's copy of the manifest can't be stored in memory, TMPDIR or /tmp: \(reason)"
    case .unreadableManifestCopy(let reason): "lilv's copy of the manifest can't be opened: \(reason)"
    }
  }
}
