internal import Glibc

/// The clock that never jumps: `CLOCK_MONOTONIC`.
enum MonotonicClock {
  /// Nanoseconds since an unspecified start.
  static var nanoseconds: Int64 {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
  }

  /// Sleeps at least until a time: `clock_nanosleep(2)`.
  static func sleep(until nanoseconds: Int64) {
    var time = timespec(tv_sec: Int(nanoseconds / 1_000_000_000), tv_nsec: Int(nanoseconds % 1_000_000_000))
    while clock_nanosleep(CLOCK_MONOTONIC, TIMER_ABSTIME, &time, nil) == EINTR {}
  }
}
