internal import CLinux
internal import Glibc

/// The system's clock, which may be set and therefore may jump.
package enum SystemClock {
  /// The seconds since the beginning of 1970, without leap seconds: `time(2)`.
  package static var seconds: Int { time(nil) }

  /// The current time, in the form that files have: `clock_gettime(2)`.
  package static var now: FileStatus.Time {
    var time = timespec()
    clock_gettime(CLOCK_REALTIME, &time)
    return FileStatus.Time(time)
  }
}
