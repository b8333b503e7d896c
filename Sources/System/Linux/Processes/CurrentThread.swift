internal import CLinux
internal import Glibc

/// The thread that runs this code.
package enum CurrentThread {
  /// The operating system's number for it: `gettid(2)`. Reading it makes a system call, and does not lock or allocate.
  package static var identifier: UInt32 { aucatThread() }

  /// The processor time that it has used, in nanoseconds: `clock_gettime(2)`.
  package static var processorTime: UInt64 {
    var time = timespec()
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
    return UInt64(time.tv_sec) * 1_000_000_000 + UInt64(time.tv_nsec)
  }

  /// Lets this thread handle signals even when its own stack is used up.
  package static func useSignalStack() { aucatUseSignalStack() }

  /// Waits this long, or until a signal has been handled: `usleep(3)`.
  package static func sleep(milliseconds: Int) { usleep(UInt32(clamping: milliseconds * 1_000)) }
}

extension CurrentProcess {
  /// Cuts this process, and those that it starts, off from the network: `seccomp(2)`. Open sockets stay open.
  ///
  /// - Returns: false if the system has no such filter.
  @discardableResult
  package static func closeNetwork() -> Bool { aucatCloseNetwork() == 0 }

  /// The variable, and its value, with which ``fillNewMemory(with:)`` reaches all memory of a program.
  package static let wholeMemoryVariable = (name: "GLIBC_TUNABLES", value: "glibc.malloc.tcache_count=0")

  /// Makes `malloc(3)` fill memory with a byte: `mallopt(3)`; nil to stop.
  package static func fillNewMemory(with byte: UInt8?) { aucatFillNewMemory(byte.map { Int32($0) } ?? -1) }

  /// The amount of memory allocated by `malloc(3)`, in bytes. Meant for comparison; 0 if a sanitizer allocates.
  package static var allocatedBytes: Int { Int(aucatAllocatedBytes()) }
}

extension CurrentThread {
  /// Fills 64 KiB of the unused part of the stack with a byte.
  package static func fillStack(with byte: UInt8) { aucatFillStack(Int32(byte)) }
}
