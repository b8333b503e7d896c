internal import CLV2Host
internal import Glibc
internal import Linux
internal import Synchronization

/// Delivers the traces of a live chain's plugins, on a thread of its own.
final class TraceDelivery: @unchecked Sendable {
  // SAFETY: The thread holds no reference to this object: `stop` joins it before the object can be released. Its chain
  // keeps it as long as the instances, whose threads may post `wake`; only this thread takes traces while it runs.

  private let logs: [PluginLog]
  private let memory = MemoryPool()
  private let wake: UnsafeMutablePointer<sem_t>
  private let isStopping = Atomic<UInt32>(0)
  private var thread: pthread_t?

  init(_ logs: [PluginLog]) {
    self.logs = logs
    wake = memory.array(copying: [sem_t()])
    sem_init(wake, 0, 0)
  }

  deinit {
    stop()
    sem_destroy(wake)
  }

  /// Starts the thread.
  func start() throws(ChainError) {
    guard thread == nil else { return }
    isStopping.publish(0)
    var thread = pthread_t()
    let status = pthread_create(
      &thread, nil,
      { handle in
        if let handle { Unmanaged<TraceDelivery>.fromOpaque(handle).takeUnretainedValue().serve() }
        return nil
      }, Unmanaged.passUnretained(self).toOpaque())
    guard status == 0 else { throw ChainError(.noThread(reason: "\(SystemError(status))")) }
    self.thread = thread
    for log in logs { log.setRunning(true, wake: wake) }
  }

  /// Ends the thread, and delivers what is left.
  func stop() {
    guard let thread else { return }
    for log in logs { log.setRunning(false) }
    isStopping.publish(1)
    sem_post(wake)
    pthread_join(thread, nil)
    self.thread = nil
    for log in logs { log.deliverTraces() }
  }

  private func serve() {
    while true {
      while sem_wait(wake) != 0 {}
      if isStopping.read() != 0 { return }
      for log in logs { log.deliverTraces() }
    }
  }
}
