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
    // A library that complains without end fills its file in memory no further; the signal for that is ignored.
    limit(RLIMIT_FSIZE, ScanLimits.diagnostics)
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
