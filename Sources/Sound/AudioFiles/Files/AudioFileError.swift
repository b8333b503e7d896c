package import Linux

/// Why a file could not be read or written as audio.
public struct AudioFileError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The kind of the error.
  public enum Code: Hashable, Sendable {
    /// There is no such file or directory.
    case absent
    /// It can't be opened or read.
    case unreadable
    /// It can't be created or written.
    case unwritable
    /// The folder that it would be written to does not exist.
    case noFolder
    /// It is a directory, a pipe or a device.
    case notAFile
    /// It is not in a supported audio format.
    case notAudio
    /// Its header contradicts itself or the file.
    case damaged
    /// The encoding can't be read or written, or the caller asked for a format that the file does not have.
    case unsupported
    /// libsndfile is needed but not installed.
    case libraryMissing
    /// The disk, or the user's quota, is full.
    case full
    /// It would exceed the maximum file size.
    case tooLarge
    /// The reading end of the pipe is closed.
    case closed
    /// The process or the machine has run out of descriptors or memory.
    case exhausted
  }

  /// The kind of the error.
  public var code: Code
  /// The file's path, or `descriptor N`.
  public var path: String
  /// What happened, in words.
  public var detail: String

  /// Creates an error about a file.
  public init(_ code: Code, path: String, detail: String) {
    self.code = code
    self.path = path
    self.detail = detail
  }

  /// What happened, where, and how to fix it, in one line.
  public var description: String {
    switch code {
    case .absent: "\(path) does not exist; check its name"
    case .unreadable: "\(path) can't be read (\(detail)); check its permissions and its disk"
    case .unwritable: "\(path) can't be written (\(detail)); check its permissions and its disk"
    case .noFolder: "\(path) can't be written: its folder does not exist; create it, or name another file"
    case .notAFile: "\(path) is \(detail), not a file; name a file"
    case .notAudio: "\(path) is not an audio file (\(detail)); name an audio file"
    case .damaged: "\(path) is damaged (\(detail)); create it again"
    case .unsupported: "\(path) can't be used: \(detail)"
    case .libraryMissing: "\(path) needs libsndfile (\(detail)); install libsndfile1, or use WAV"
    case .full: "\(path) can't be written (\(detail)); make room"
    case .tooLarge: "\(path) can't grow further (\(detail)); raise the limit or write less"
    case .closed: "nothing reads \(path) any more (\(detail))"
    case .exhausted:
      "\(path) can't be opened (\(detail)); close other programs, or raise the limit on open files (ulimit -n)"
    }
  }

  /// Converts an error that the operating system reports while a file is opened or read.
  static func reading(_ path: String, _ error: SystemError) -> AudioFileError {
    let code: Code = error.isMissing ? .absent : error.isExhaustion ? .exhausted : .unreadable
    return AudioFileError(code, path: path, detail: error.description)
  }

  /// Converts an error that the operating system reports while a file is created or written.
  package static func writing(_ path: String, _ error: SystemError) -> AudioFileError {
    let code: Code =
      if error.isDiskFull {
        .full
      } else if error.isMissing && !path.isEmpty {
        .noFolder
      } else if error.isTooLarge {
        .tooLarge
      } else if error.isBrokenPipe {
        .closed
      } else if error.isExhaustion {
        .exhausted
      } else {
        .unwritable
      }
    return AudioFileError(code, path: path, detail: error.description)
  }
}
