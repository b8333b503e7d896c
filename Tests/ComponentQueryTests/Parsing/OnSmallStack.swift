import Glibc
import TestSupport

/// Runs `body` on a thread with a stack of 256 KiB, what a host's helper thread may have, and gives its result.
/// Under a sanitizer, whose frames are larger, the stack is larger, too.
func onSmallStack<Result: Sendable>(_ body: @escaping @Sendable () -> Result) -> Result? {
  let job = Job { body() }
  var attributes = pthread_attr_t()
  pthread_attr_init(&attributes)
  defer { pthread_attr_destroy(&attributes) }
  pthread_attr_setstacksize(&attributes, Sanitizer.frameFactor * 256 << 10)
  var thread = pthread_t()
  let context = Unmanaged.passRetained(job).toOpaque()
  // SAFETY: the thread takes over the reference that `context` holds, and ends before `job` is read.
  let status = pthread_create(
    &thread, &attributes,
    { context in
      guard let context else { return nil }
      Unmanaged<AnyJob>.fromOpaque(context).takeRetainedValue().run()
      return nil
    }, context)
  guard status == 0 else { return nil }
  pthread_join(thread, nil)
  return job.result
}

/// Runs `body` on a small stack and gives its result with the processor time that it took.
func timedOnSmallStack<Result: Sendable>(
  _ body: @escaping @Sendable () -> Result
) -> (result: Result, time: Duration)? {
  onSmallStack { ProcessorTime.measure(body) }
}

private class AnyJob {
  func run() {}
}

private final class Job<Result>: AnyJob {
  private let body: () -> Result
  private(set) var result: Result?

  init(_ body: @escaping () -> Result) { self.body = body }

  override func run() { result = body() }
}
