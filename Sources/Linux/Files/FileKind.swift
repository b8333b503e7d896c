internal import Glibc

/// What a path leads to.
package enum FileKind: Hashable, Sendable {
  case regular, directory, symbolicLink, pipe, socket, characterDevice, blockDevice
  /// The file system doesn't tell.
  case unknown

  /// Of a mode as `stat(2)` gives it.
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

  /// Of an entry's type as `readdir(3)` gives it: the same numbers, 12 bits lower.
  init(entryType: UInt8) { self.init(mode: mode_t(entryType) << 12) }
}
