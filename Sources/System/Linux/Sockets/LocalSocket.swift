internal import CLinux
internal import Glibc

/// Local sockets, which have a path: `unix(7)`.
package enum LocalSocket {
  /// Creates a listening socket, to which only processes of its owner may connect.
  ///
  /// - Parameter path: a path at which nothing exists.
  package static func listening(at path: String) throws(SystemError) -> FileDescriptor {
    let socket = try unconnected(isBlocking: false)
    try withAddress(of: path) { address, size in bind(socket.number, address, size) }
    do throws(SystemError) {
      try SystemCall.run { chmod(path, 0o600) }
      try SystemCall.run { listen(socket.number, SOMAXCONN) }
      return socket
    } catch {
      unlink(path)
      throw error
    }
  }

  /// Connects to a socket.
  ///
  /// - Parameter patience: how long connecting may take, and later each part of a ``Descriptor/sendAll(_:)``: both wait for a
  ///   program that doesn't accept or read.
  /// - Throws: a ``SystemError`` for which ``SystemError/wouldBlock`` is true if that takes too long.
  package static func connected(
    to path: String, patience: Duration = .seconds(5)
  ) throws(SystemError) -> FileDescriptor {
    let socket = try unconnected(isBlocking: true)
    aucatLimitSending(socket.number, max(1, Int(patience / .milliseconds(1))))
    try withAddress(of: path) { address, size in connect(socket.number, address, size) }
    return socket
  }

  /// Removes the socket at a path.
  package static func remove(_ path: String) { unlink(path) }

  private static func unconnected(isBlocking: Bool) throws(SystemError) -> FileDescriptor {
    let kind =
      Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue) | (isBlocking ? 0 : Int32(SOCK_NONBLOCK.rawValue))
    return FileDescriptor(owning: try SystemCall.run { socket(AF_UNIX, kind, 0) })
  }

  /// The maximum length of a path in an address, in bytes, including the null byte that ends it.
  private static var longest: Int { MemoryLayout.size(ofValue: sockaddr_un().sun_path) }

  /// Makes a call with the address of a path. A path that is too long for an address is reached through its folder.
  private static func withAddress(
    of path: String, _ call: (UnsafePointer<sockaddr>, socklen_t) -> Int32
  ) throws(SystemError) {
    if path.utf8.count < longest { return try withShortAddress(of: path, call) }
    let folder = try FileDescriptor(LexicalPath.folder(of: path), for: .reading, options: .directory)
    try withShortAddress(of: "/proc/self/fd/\(folder.number)/\(LexicalPath.name(of: path))", call)
  }

  private static func withShortAddress(
    of path: String, _ call: (UnsafePointer<sockaddr>, socklen_t) -> Int32
  ) throws(SystemError) {
    var address = sockaddr_un()
    guard path.utf8.count < longest, !path.utf8.contains(0) else { throw SystemError(ENAMETOOLONG) }
    address.sun_family = sa_family_t(AF_UNIX)
    // SAFETY: the path is shorter than the field, which is zero; the system copies the address during the call.
    withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8) }
    try SystemCall.run {
      withUnsafePointer(to: &address) { pointer in
        pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
          call($0, socklen_t(MemoryLayout<sockaddr_un>.size))
        }
      }
    }
  }
}

extension Descriptor where Self: ~Copyable {
  /// The user of the process that has connected: `SO_PEERCRED` of `unix(7)`; nil if there is none.
  package var peerUser: UInt32? {
    // pid, uid and gid: Swift does not expose `ucred`.
    var numbers: [UInt32] = [0, 0, 0]
    var size = socklen_t(12)
    guard getsockopt(number, SOL_SOCKET, SO_PEERCRED, &numbers, &size) == 0, size == 12 else { return nil }
    return numbers[1]
  }

  /// Accepts the next connection: `accept(2)`; nil if there is none. Reading and writing it never wait.
  package func accept() throws(SystemError) -> FileDescriptor? {
    while true {
      do throws(SystemError) {
        return FileDescriptor(owning: try SystemCall.run { aucatAccept(number) })
      } catch {
        // A program may have gone before it was accepted.
        if error.code == ECONNABORTED { continue }
        if error.wouldBlock { return nil }
        throw error
      }
    }
  }

  /// Sends as many bytes as there is room for, without waiting.
  ///
  /// - Returns: the number of bytes; nil if the connection is broken.
  package func sendSome(_ bytes: ArraySlice<UInt8>) -> Int? {
    do throws(SystemError) {
      // SAFETY: memory is only passed on for the duration of the call, with its own count as the bound.
      return try SystemCall.run {
        bytes.withUnsafeBytes { send(number, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL) | Int32(MSG_DONTWAIT)) }
      }
    } catch {
      return error.wouldBlock ? 0 : nil
    }
  }
}
