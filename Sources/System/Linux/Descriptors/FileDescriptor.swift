internal import CLinux
internal import Glibc

/// A descriptor with one owner, closed when the owner releases it.
package struct FileDescriptor: ~Copyable, Descriptor, Sendable {
  package let number: Int32

  /// Takes ownership of an open descriptor; -1 stands for none, with which every call fails with `EBADF`.
  package init(owning number: Int32) { self.number = number }

  deinit { if number >= 0 { Glibc.close(number) } }

  /// Closes the descriptor, and throws errors that the file system reports only now, such as a full disk.
  package consuming func close() throws(SystemError) {
    let number = release()
    // After EINTR Linux has closed the descriptor: a second call could close someone else's.
    if Glibc.close(number) == -1 && errno != EINTR { throw .current }
  }

  /// Gives the descriptor to the caller, who closes it from now on.
  package consuming func release() -> Int32 {
    let number = number
    discard self
    return number
  }
}

extension FileDescriptor {
  /// The purposes for which a file is opened.
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

    /// Creates the file if it doesn't exist.
    package static let create = Options(rawValue: O_CREAT)
    /// With ``create``: fails if the file exists.
    package static let exclusive = Options(rawValue: O_EXCL)
    /// Empties a file that exists.
    package static let truncate = Options(rawValue: O_TRUNC)
    /// Neither opening nor reading waits: a FIFO can be opened for reading before it has a writer.
    package static let nonBlocking = Options(rawValue: O_NONBLOCK)
    /// Fails if the path isn't a directory.
    package static let directory = Options(rawValue: O_DIRECTORY)
    /// Fails if the path is a symbolic link.
    package static let noFollow = Options(rawValue: O_NOFOLLOW)
  }

  /// Opens a path. Programs that this one starts don't inherit the descriptor, and no terminal becomes the process's
  /// controlling terminal.
  ///
  /// - Parameters:
  ///   - directory: where a relative path starts; nil for the working directory.
  ///   - permissions: the permissions of a file that is created, before the umask is applied.
  package init(
    _ path: String, in directory: BorrowedDescriptor? = nil, for access: Access, options: Options = [],
    permissions: UInt32 = 0o600
  ) throws(SystemError) {
    // C would see only the part before the null character.
    if path.utf8.contains(0) { throw SystemError(options.contains(.create) ? EINVAL : ENOENT) }
    let flags = access.flag | options.rawValue | O_CLOEXEC | O_NOCTTY
    self.init(
      owning: try SystemCall.run { openat(directory?.number ?? AT_FDCWD, path, flags, mode_t(permissions)) })
  }

  /// Creates a second descriptor of the same open file.
  package init(duplicating descriptor: borrowing some Descriptor & ~Copyable) throws(SystemError) {
    let number = descriptor.number
    self.init(owning: try SystemCall.run { fcntl(number, F_DUPFD_CLOEXEC, 0) })
  }
}

extension FileDescriptor {
  /// Creates a file in memory, which disappears when its last descriptor is closed: `memfd_create(2)`.
  ///
  /// - Parameters:
  ///   - name: its name in `/proc`.
  ///   - fixedSize: the size it has from the beginning and can't exceed, in bytes; nil for an empty file that grows.
  package init(inMemory name: String, fixedSize: Int? = nil) throws(SystemError) {
    self.init(
      owning: try SystemCall.run {
        if let fixedSize { aucatBoundedMemoryFile(name, fixedSize) } else { aucatMemoryFile(name) }
      })
  }
}

extension FileDescriptor {
  /// Gives the file these permissions, whatever the umask is: `fchmod(2)`.
  package func setPermissions(_ permissions: UInt32) throws(SystemError) {
    try SystemCall.run { fchmod(number, mode_t(permissions)) }
  }
}
