internal import Glibc

/// A folder such as `/tmp`: everybody can add files, and only a file's owner can rename or remove it (the sticky bit).
///
/// Another user can put a link, a file or a FIFO there under the name that this process is about to write to. The kernel
/// refuses to follow such a link and to create through such a file (`protected_symlinks`, `protected_regular` and
/// `protected_fifos` in proc(5)). That doesn't cover a program that reads a link itself, or renames a file over another,
/// so this is the same rule for those, whatever the kernel's settings are.
package enum SharedFolder {
  private static let everybodyWrites: UInt32 = S_ISVTX | S_IWOTH

  /// Throws `EACCES` if another user may have put an entry where it is.
  ///
  /// - Parameter folder: the folder that the entry is in.
  static func check(_ entry: FileStatus, in folder: String) throws(SystemError) {
    let folder = try FileStatus(folder)
    guard isTrusted(owner: entry.owner, folder: folder.mode, of: folder.owner, user: geteuid()) else {
      throw SystemError(EACCES)
    }
  }

  /// Whether a user can trust what is in a folder: it isn't shared, or the entry belongs to that user or to the folder's
  /// owner.
  ///
  /// - Parameters:
  ///   - owner: the user ID of the entry's owner.
  ///   - mode: the folder's mode.
  ///   - folderOwner: the user ID of the folder's owner.
  ///   - user: the user ID that asks.
  package static func isTrusted(owner: UInt32, folder mode: UInt32, of folderOwner: UInt32, user: UInt32) -> Bool {
    mode & everybodyWrites != everybodyWrites || owner == user || owner == folderOwner
  }
}
