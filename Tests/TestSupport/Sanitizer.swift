import Glibc
public import Testing

/// What the tests were built with, where it changes what they can measure.
public enum Sanitizer {
  /// Whether the address sanitizer is there, which keeps freed memory and makes frames larger.
  public static let isAddress = isLoaded("__asan_init")
  /// Whether the thread sanitizer is there, which has a shadow of all memory.
  public static let isThread = isLoaded("__tsan_init")

  /// How many times larger frames may be.
  public static let frameFactor = isAddress || isThread ? 16 : 1

  /// How many times more of a processor the same work may take.
  public static let timeFactor = isThread ? 16 : isAddress ? 4 : 1

  /// Whether memory doesn't come from the C library, which counts what is in use and leaves it as it was.
  public static let hasOwnHeap = isAddress || isThread

  /// Whether a limit of memory can be set: these sanitizers reserve terabytes of addresses at their start.
  public static let allowsMemoryLimits = !isAddress && !isThread

  /// Whether a limit of files' sizes can be set: the thread sanitizer keeps its shadow of the memory in a file.
  public static let allowsFileLimits = !isThread

  /// Whether programs print nothing of their own accord where `/proc` is missing.
  public static let worksWithoutProc = !isAddress && !isThread

  /// Whether programs that tests compile can load what was built with the tests: they don't have the sanitizer's functions.
  public static let allowsForeignHosts = !isAddress && !isThread

  private static func isLoaded(_ symbol: String) -> Bool { dlsym(nil, symbol) != nil }
}

extension Trait where Self == TimeLimitTrait {
  /// Ends a test that hangs. The clock of a time limit runs while a test waits for a thread of the pool, which every other
  /// test may hold before it: the limit exceeds what a whole run takes, which is more where parts run that take long.
  public static var endsIfItHangs: Self { .timeLimit(.minutes(getenv("AUCAT_TEST_PARTS") == nil ? 10 : 40)) }
}
