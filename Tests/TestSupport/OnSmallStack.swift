internal import Foundation
import Synchronization

/// Runs `body` on a thread with a stack of 256 KiB, what a host's helper thread may have, and gives its result.
/// Under a sanitizer, whose frames are larger, the stack is larger, too.
public func onSmallStack<Result: Sendable>(_ body: @escaping @Sendable () -> Result) -> Result? {
  let result = SharedResult<Result>()
  let ended = DispatchSemaphore(value: 0)
  let thread = Thread {
    result.value.withLock { $0 = body() }
    ended.signal()
  }
  thread.stackSize = Sanitizer.frameFactor * 256 << 10
  thread.start()
  ended.wait()
  return result.value.withLock(\.self)
}

/// Runs `body` on a small stack and gives its result with the processor time that it took.
public func timedOnSmallStack<Result: Sendable>(
  _ body: @escaping @Sendable () -> Result
) -> (result: Result, time: Duration)? {
  onSmallStack { ProcessorTime.measure(body) }
}

private final class SharedResult<Result: Sendable>: Sendable {
  let value = Mutex<Result?>(nil)
}
