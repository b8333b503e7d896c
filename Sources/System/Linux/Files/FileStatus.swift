internal import Glibc

/// What the file system knows about a file: `stat(2)`.
package struct FileStatus: Sendable {
  private let status: stat

  /// The kernel's own form.
  var raw: stat { status }

  /// Reads the status of a path's target.
  ///
  /// - Parameters:
  ///   - directory: where a relative path starts; nil for the working directory.
  ///   - followsLinks: whether a symbolic link at the end is followed.
  package init(
    _ path: String, in directory: BorrowedDescriptor? = nil, followsLinks: Bool = true
  ) throws(SystemError) {
    if path.utf8.contains(0) { throw SystemError(ENOENT) }
    status = try SystemCall.filling(stat()) {
      fstatat(directory?.number ?? AT_FDCWD, path, &$0, followsLinks ? 0 : AT_SYMLINK_NOFOLLOW)
    }
  }

  /// Reads the status of an open file.
  package init(of descriptor: borrowing some Descriptor & ~Copyable) throws(SystemError) {
    let number = descriptor.number
    status = try SystemCall.filling(stat()) { fstat(number, &$0) }
  }

  package var kind: FileKind { FileKind(mode: status.st_mode) }
  package var isRegular: Bool { kind == .regular }
  package var isDirectory: Bool { kind == .directory }
  /// The size in bytes.
  package var size: Int { Int(status.st_size) }
  /// The file's kind and permissions.
  package var mode: UInt32 { status.st_mode }
  /// The permissions without the kind.
  package var permissions: UInt32 { status.st_mode & 0o7777 }
  /// The user ID of the owner.
  package var owner: UInt32 { status.st_uid }
  /// The group ID of the file.
  package var group: UInt32 { status.st_gid }
  /// When the content last changed.
  package var modified: Time { Time(status.st_mtim) }
  /// When the content or anything about the file last changed.
  package var changed: Time { Time(status.st_ctim) }
  /// Which file it is, whatever its name.
  package var identity: Identity { Identity(device: UInt64(status.st_dev), inode: UInt64(status.st_ino)) }

  /// A time in a file's status.
  package struct Time: Hashable, Comparable, Sendable {
    /// Seconds since the start of 1970.
    package let seconds: Int
    /// From 0 to 999,999,999.
    package let nanoseconds: Int

    init(_ time: timespec) {
      seconds = time.tv_sec
      nanoseconds = time.tv_nsec
    }

    package static func < (time: Time, other: Time) -> Bool {
      (time.seconds, time.nanoseconds) < (other.seconds, other.nanoseconds)
    }

    /// The seconds from another time to this one.
    package func seconds(since other: Time) -> Double {
      Double(seconds - other.seconds) + Double(nanoseconds - other.nanoseconds) / 1e9
    }
  }

  /// Distinguishes a file from all others that exist at the same time on this machine.
  package struct Identity: Hashable, Sendable {
    package let device: UInt64
    package let inode: UInt64
  }
}

/// The kind of a path's target.
package enum FileKind: Hashable, Sendable {
  case regular, directory, symbolicLink, pipe, socket, characterDevice, blockDevice
  /// The file system doesn't give the kind.
  case unknown

  /// The kind in a mode of `stat(2)`.
  init(mode: mode_t) {
    self =
      switch mode & S_IFMT {
      case S_IFREG: .regular
      case S_IFDIR: .directory
      case S_IFLNK: .symbolicLink
      case S_IFIFO: .pipe
      case S_IFSOCK: .socket
      case S_IFCHR: .characterDevice
      case S_IFBLK: .blockDevice
      default: .unknown
      }
  }

  /// The kind in an entry's type from `readdir(3)`: the same numbers, shifted right by 12 bits.
  init(entryType: UInt8) { self.init(mode: mode_t(entryType) << 12) }
}
