internal import Glibc

extension FileDescriptor {
  /// Gives the file these permissions, whatever the process's mask: `fchmod(2)`.
  package func setPermissions(_ permissions: UInt32) throws(SystemError) {
    try SystemCall.run { fchmod(number, mode_t(permissions)) }
  }
}
