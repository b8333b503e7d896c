internal import Glibc

extension FileDescriptor {
  /// What a file is opened for.
  package enum Access: Sendable {
    case reading, writing, readingAndWriting

    fileprivate var flag: Int32 {
      switch self {
      case .reading: O_RDONLY
      case .writing: O_WRONLY
      case .readingAndWriting: O_RDWR
      }
    }
  }

  /// How a file is opened: flags of `open(2)`.
  package struct Options: OptionSet, Sendable {
    package let rawValue: Int32
    package init(rawValue: Int32) { self.rawValue = rawValue }

    /// Makes the file if it doesn't exist.
    package static let create = Options(rawValue: O_CREAT)
    /// With ``create``: fails if the file exists.
    package static let exclusive = Options(rawValue: O_EXCL)
    /// Empties the file.
    package static let truncate = Options(rawValue: O_TRUNC)
    /// Neither opening nor reading waits: a FIFO opens without its other end.
    package static let nonBlocking = Options(rawValue: O_NONBLOCK)
    /// Fails if the path isn't a directory.
    package static let directory = Options(rawValue: O_DIRECTORY)
    /// Fails if the path is a symbolic link.
    package static let noFollow = Options(rawValue: O_NOFOLLOW)
  }

  /// Opens a path. Programs that this one starts don't get the descriptor, and no terminal takes over the process.
  ///
  /// - Parameters:
  ///   - directory: where a relative path starts; nil for the working directory.
  ///   - permissions: of a file that is made, before the process's mask.
  package init(
    _ path: String, in directory: BorrowedDescriptor? = nil, for access: Access, options: Options = [],
    permissions: UInt32 = 0o600
  ) throws(SystemError) {
    // C would see only what is before the null character.
    if path.utf8.contains(0) { throw SystemError(options.contains(.create) ? EINVAL : ENOENT) }
    let flags = access.flag | options.rawValue | O_CLOEXEC | O_NOCTTY
    self.init(
      owning: try SystemCall.run { openat(directory?.number ?? AT_FDCWD, path, flags, mode_t(permissions)) })
  }

  /// A second descriptor of the same open file.
  package init(duplicating descriptor: borrowing some Descriptor & ~Copyable) throws(SystemError) {
    let number = descriptor.number
    self.init(owning: try SystemCall.run { fcntl(number, F_DUPFD_CLOEXEC, 0) })
  }
}
