internal import CLinux
internal import Synchronization

/// A number in memory that processes may share, which grows with each event: `futex(2)`. A thread that waits for the
/// next event sleeps.
///
/// Unlike a semaphore, it can't harm this process, whatever another one writes there: a wait always ends.
package struct EventCount {
  private let word: UnsafeMutablePointer<Atomic<UInt32>>

  // SAFETY: the caller keeps the memory, four aligned bytes that are 0 at first, at least as long as this value.
  /// Refers to the count at an address in memory.
  package init(at memory: UnsafeMutableRawPointer) { word = memory.assumingMemoryBound(to: Atomic<UInt32>.self) }

  /// The number of events so far; it wraps around.
  package var value: UInt32 { word.pointee.load(ordering: .acquiring) }

  /// Waits until the count differs from `value`, or the time is up; may also return without a reason.
  package func wait(while value: UInt32, milliseconds: UInt32) { aucatFutexWait(word, value, milliseconds) }

  /// Counts an event, and wakes all threads that wait.
  package func signal() {
    word.pointee.add(1, ordering: .releasing)
    aucatFutexWake(word)
  }
}
