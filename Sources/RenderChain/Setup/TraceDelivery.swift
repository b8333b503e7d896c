/// Delivers the traces of a live chain's plugins, on a thread of its own.
final class TraceDelivery: @unchecked Sendable {
  // SAFETY: The thread's work keeps the logs and not this object, and `stop` joins the thread. The chain keeps this object
  // as long as the instances, whose threads may post `wake`; only this thread takes traces while it runs.

  private let logs: [PluginLog]
  private let thread = WakeableThread()

  init(_ logs: [PluginLog]) { self.logs = logs }

  deinit { stop() }

  /// Starts the thread.
  func start() throws(ChainError) {
    guard !thread.isRunning else { return }
    unowned(unsafe) let thread = thread
    try thread.start { [logs] in
      while thread.waitForWork() { for log in logs { log.deliverTraces() } }
    }
    for log in logs { log.setRunning(true, wake: thread.wake) }
  }

  /// Ends the thread, and delivers what is left.
  func stop() {
    guard thread.isRunning else { return }
    for log in logs { log.setRunning(false) }
    thread.stop()
    for log in logs { log.deliverTraces() }
  }
}
