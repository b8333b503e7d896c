import Glibc

/// Time of a processor: what else runs on the machine makes no difference to it, as it does to a clock.
public enum ProcessorTime {
  /// What `body` takes on this thread, with its result.
  public static func measure<Result>(_ body: () throws -> Result) rethrows -> (result: Result, time: Duration) {
    let start = thisThread()
    let result = try body()
    return (result, thisThread() - start)
  }

  /// What is counted in `usage`, for the program and for the system.
  static func total(_ usage: rusage) -> Duration {
    let (user, system) = (usage.ru_utime, usage.ru_stime)
    return .seconds(user.tv_sec + system.tv_sec) + .microseconds(user.tv_usec + system.tv_usec)
  }

  private static func thisThread() -> Duration {
    var usage = rusage()
    // `RUSAGE_THREAD`, which is not imported.
    getrusage(__rusage_who_t(1), &usage)
    return total(usage)
  }
}

extension Duration {
  /// Processor time that no test's work needs, not even on a slow machine, and that work far exceeds once it is
  /// exponential in a test's input, or quadratic in a large one. It tells whether work ends; how fast it is, the
  /// benchmarks say.
  public static let runaway: Duration = .seconds(60) * Sanitizer.timeFactor
}
