internal import Glibc

/// Making and removing directories, and second names of files.
extension Path {
  /// Makes a directory: `mkdir(2)`. What has that name already stays, and is no error.
  ///
  /// - Parameter permissions: before the process's mask.
  package static func makeFolder(_ path: String, permissions: UInt32 = 0o700) throws(SystemError) {
    do throws(SystemError) {
      try SystemCall.run { mkdir(path, mode_t(permissions)) }
    } catch {
      if !error.isExisting { throw error }
    }
  }

  /// Removes an empty directory: `rmdir(2)`.
  package static func removeFolder(_ path: String) throws(SystemError) {
    try SystemCall.run { rmdir(path) }
  }

  /// Gives a file a second name, which nothing may have: a hard link, `link(2)`.
  package static func addName(_ name: String, to path: String) throws(SystemError) {
    try SystemCall.run { Glibc.link(path, name) }
  }
}
