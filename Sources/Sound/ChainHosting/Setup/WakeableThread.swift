internal import CLV2Host
internal import Glibc
internal import Linux
internal import Synchronization

/// A thread that sleeps until it is woken. The render thread, too, may wake it, through the semaphore.
final class WakeableThread: @unchecked Sendable {
  // SAFETY: The thread holds no reference to this object: `stop`, which the owner calls before it releases the object,
  // joins it. `work` and `thread` are only touched while no thread runs, and the semaphore is in memory of its own.

  private let memory = MemoryPool()
  /// The semaphore that wakes the thread.
  let wake: UnsafeMutablePointer<sem_t>
  private let isStopping = Atomic<UInt32>(0)
  private var work: () -> Void = {}
  private var thread: pthread_t?

  init() {
    wake = memory.array(copying: [sem_t()])
    sem_init(wake, 0, 0)
  }

  deinit {
    stop()
    sem_destroy(wake)
  }

  var isRunning: Bool { thread != nil }

  /// Starts the thread.
  ///
  /// - Parameter work: what it does, while ``waitForWork()`` returns true. Must not keep the object that owns this one.
  func start(_ work: @escaping () -> Void) throws(ChainError) {
    guard thread == nil else { return }
    isStopping.publish(0)
    self.work = work
    var thread = pthread_t()
    let status = pthread_create(
      &thread, nil,
      { handle in
        if let handle { Unmanaged<WakeableThread>.fromOpaque(handle).takeUnretainedValue().work() }
        return nil
      }, Unmanaged.passUnretained(self).toOpaque())
    guard status == 0 else { throw ChainError(.noThread(reason: "\(SystemError(status))")) }
    self.thread = thread
  }

  /// Wakes the thread. The render thread posts ``wake`` itself.
  func wakeUp() { sem_post(wake) }

  /// Waits in the thread until it is woken.
  ///
  /// - Returns: false if the thread is to end.
  func waitForWork() -> Bool {
    // This thread may already have taken the one wake-up that announces the end, so it must not wait again.
    guard isStopping.read() == 0 else { return false }
    while sem_wait(wake) != 0 {}
    return isStopping.read() == 0
  }

  /// Ends the thread after its current work.
  func stop() {
    guard let thread else { return }
    isStopping.publish(1)
    sem_post(wake)
    pthread_join(thread, nil)
    self.thread = nil
    work = {}
  }
}
