internal import CLinux
internal import Glibc

/// The calling thread.
package enum CurrentThread {
  /// The operating system's number of it: `gettid(2)`. A system call; does not lock or allocate.
  package static var identifier: UInt32 { aucatThread() }

  /// From now on, signals of this thread are handled even where its own stack is used up.
  package static func useSignalStack() { aucatUseSignalStack() }

  /// Waits so long, or until a signal has been handled: `usleep(3)`.
  package static func sleep(milliseconds: Int) { usleep(UInt32(clamping: milliseconds * 1_000)) }
}
