internal import ComponentScan
internal import Glibc

/// The limits that a worker sets on itself before it reads anything.
package enum WorkerLimits {
  package static func apply() {
    // AddressSanitizer reserves terabytes of addresses at its start.
    if dlsym(nil, "__asan_init") == nil { limit(RLIMIT_AS, ScanLimits.memory) }
    limit(RLIMIT_STACK, ScanLimits.stack)
    limit(RLIMIT_NOFILE, ScanLimits.openFiles)
    limit(RLIMIT_CORE, 0)
    // What a worker writes is a copy of a manifest, and what a library complains of; the signal for more is ignored.
    limit(RLIMIT_FSIZE, ScanLimits.fileSize + (1 << 20))
    signal(SIGXFSZ, SIG_IGN)
  }

  /// Ends the process when a request takes longer than it may, should the scan not be there to do it.
  package static func startClock(seconds: Int) { alarm(UInt32(clamping: max(1, seconds))) }

  static func stopClock() { alarm(0) }

  private static func limit(_ resource: __rlimit_resource, _ value: Int) {
    var limit = rlimit(rlim_cur: rlim_t(value), rlim_max: rlim_t(value))
    setrlimit(__rlimit_resource_t(resource.rawValue), &limit)
  }
}
