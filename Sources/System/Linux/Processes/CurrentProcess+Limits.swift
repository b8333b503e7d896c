internal import CLinux
internal import Glibc

/// The resources that the operating system limits: `setrlimit(2)`.
package enum ResourceLimit: Sendable {
  case addressSpace, data, stack, openFiles, coreSize, fileSize

  fileprivate var resource: __rlimit_resource_t {
    let resource =
      switch self {
      case .addressSpace: RLIMIT_AS
      case .data: RLIMIT_DATA
      case .stack: RLIMIT_STACK
      case .openFiles: RLIMIT_NOFILE
      case .coreSize: RLIMIT_CORE
      case .fileSize: RLIMIT_FSIZE
      }
    return __rlimit_resource_t(resource.rawValue)
  }
}

extension CurrentProcess {
  /// Limits this process permanently. A limit that is already lower stays.
  ///
  /// - Returns: whether the limit is now the value, and not a lower one that others have set.
  @discardableResult
  package static func limit(_ kind: ResourceLimit, to value: Int) -> Bool {
    var limit = rlimit()
    guard getrlimit(kind.resource, &limit) == 0, limit.rlim_max >= rlim_t(value) else { return false }
    limit = rlimit(rlim_cur: rlim_t(value), rlim_max: rlim_t(value))
    return setrlimit(kind.resource, &limit) == 0
  }

  /// Makes all threads share one memory arena: `mallopt(3)`. The C library reserves 64 MiB of address space or more for
  /// each further one. Only for a program of our own, at its start.
  package static func shareMemoryArena() { aucatLimitArenas(1) }

  /// Whether there is a limit.
  package static func hasLimit(_ kind: ResourceLimit) -> Bool {
    var limit = rlimit()
    return getrlimit(kind.resource, &limit) == 0 && limit.rlim_cur != rlim_t.max
  }

  /// Whether a sanitizer is part of this program.
  package static var isSanitized: Bool {
    dlsym(nil, "__asan_init") != nil || dlsym(nil, "__tsan_init") != nil
  }

  /// Makes `SIGALRM` end this process after this many seconds; 0 cancels that.
  package static func setAlarm(seconds: Int) { alarm(UInt32(clamping: seconds)) }
}
