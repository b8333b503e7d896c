internal import Glibc

/// Two sockets that are connected to each other; bytes flow both ways.
package struct SocketPair: ~Copyable, Sendable {
  /// The end that stays with this process.
  package let near: FileDescriptor
  /// The end for a child.
  package private(set) var far: FileDescriptor

  /// Creates a connected pair, which programs that are started don't inherit.
  package init(isBlocking: Bool = true) throws(SystemError) {
    let kind =
      Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue) | (isBlocking ? 0 : Int32(SOCK_NONBLOCK.rawValue))
    let ends = try SystemCall.filling([-1, -1] as [Int32]) { socketpair(AF_UNIX, kind, 0, &$0) }
    near = FileDescriptor(owning: ends[0])
    far = FileDescriptor(owning: ends[1])
  }

  /// Closes this process's copy of the far end, once the child has its own. Only then can `near` see the connection
  /// end.
  package mutating func closeFar() { far = FileDescriptor(owning: -1) }

  /// Makes sending over the near end fail once the other end has read nothing for this long.
  package func limitSending(seconds: Int) {
    var limit = timeval(tv_sec: seconds, tv_usec: 0)
    setsockopt(near.number, SOL_SOCKET, SO_SNDTIMEO, &limit, socklen_t(MemoryLayout<timeval>.size))
  }
}
