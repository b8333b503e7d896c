internal import Glibc

/// A descriptor with one owner, closed when the owner releases it.
package struct FileDescriptor: ~Copyable, Descriptor, Sendable {
  package let number: Int32

  /// Takes over an open descriptor; -1 stands for none, and every call fails with `EBADF`.
  package init(owning number: Int32) { self.number = number }

  deinit { if number >= 0 { Glibc.close(number) } }

  /// Closes the descriptor and reports what the file system could only say now, such as that there was no room.
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
