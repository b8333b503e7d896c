internal import AudioComponents
internal import AudioFiles

/// The program's exit status, for scripts.
package enum ExitStatus: Int32 {
  /// Success.
  case done = 0
  /// Nothing matched, or there is no such component; for `lint`, a bundle is not clean.
  case nothing = 1
  /// Bad usage, an invalid predicate, or a file of the wrong kind.
  case usage = 2
  /// A store, a file or standard output can't be read or written.
  case storeFailed = 3
  /// Partly done.
  case partly = 4
  /// A plugin failed: it crashed, hung, refused to start, or produced samples that are not finite.
  case pluginFailed = 5
  /// Interrupted.
  case interrupted = 130
}

extension ExitStatus {
  /// The status for an error of the library; nil for any other error.
  fileprivate init?(_ error: ComponentManagerError) {
    switch error {
    case .damagedStore, .newerStore, .foreignStore, .unreadableStore, .unwritableStore, .failedDisk, .fullDisk,
      .busyStore,
      .workerMissing, .workerUnusable, .systemFailure:
      self = .storeFailed
    case .noPlaceForCatalog, .noPlaceForUserStore, .undecodablePath, .invalidPredicate, .savedSearchInUse,
      .undoRefused,
      .invalidLabel,
      .invalidUserData:
      self = .usage
    case .interrupted: self = .interrupted
    case .testFailed: return nil
    }
  }
}

/// A failure: an exit status, and a message for standard error unless that is empty.
package struct CommandFailure: Error {
  package var status: ExitStatus
  package var message: String

  package init(_ status: ExitStatus, _ message: String = "") {
    self.status = status
    self.message = message
  }

  /// The failure for an error of the library; nil for any other error.
  init?(library error: any Error) {
    if let error = error as? AudioFileError {
      self.init(error)
      return
    }
    let known = ComponentManagerError(error)
    guard let status = ExitStatus(known) else { return nil }
    self.init(status, known.message)
  }

  /// A file that can't be accessed fails like a store; one that holds no audio is bad usage.
  private init(_ error: AudioFileError) {
    let status: ExitStatus =
      switch error.code {
      case .absent, .unreadable, .unwritable, .full, .tooLarge, .closed: .storeFailed
      case .notAFile, .notAudio, .damaged, .unsupported, .libraryMissing: .usage
      }
    self.init(status, error.description)
  }
}
