internal import CLinux

/// The calling thread.
package enum CurrentThread {
  /// The operating system's number of it: `gettid(2)`. A system call; does not lock or allocate.
  package static var identifier: UInt32 { aucatThread() }

  /// From now on, signals of this thread are handled even where its own stack is used up.
  package static func useSignalStack() { aucatUseSignalStack() }
}
