internal import Glibc

extension Descriptor where Self: ~Copyable {
  /// Where the next reading or writing happens; nil if there are no places, as in a pipe.
  package var position: Int64? {
    let position = lseek(number, 0, SEEK_CUR)
    return position >= 0 ? Int64(position) : nil
  }

  /// Whether places in the file can be written again: not in a pipe, nor in what was opened to append.
  package var canRewrite: Bool { position != nil && fcntl(number, F_GETFL) & O_APPEND == 0 }

  /// From now on, reading and writing wait.
  package func makeBlocking() { _ = fcntl(number, F_SETFL, fcntl(number, F_GETFL) & ~O_NONBLOCK) }

  /// Makes this the descriptor with another number, in place of what that was. Programs that are started inherit it.
  package func replace(_ other: BorrowedDescriptor) throws(SystemError) {
    try SystemCall.run { dup2(number, other.number) }
  }
}
