internal import CLV2Host

/// Runs a plugin's work off the render thread: `work:schedule`.
final class PluginWorker: @unchecked Sendable {
  // SAFETY: The thread's work refers to this object without keeping it: `stop` joins the thread before the object can
  // be released. Each ring has one thread at each end, and `stop` clears them when only one thread is left.

  private static let capacity = 1 << 18
  private let memory = MemoryPool()
  let realtime: UnsafeMutablePointer<RealtimeWorker>
  private let thread = WakeableThread()

  init() {
    realtime = memory.array(copying: [
      RealtimeWorker(
        progress: memory.array(copying: [RealtimeWorker.Progress()]), done: memory.atomic(0),
        requests: MessageRing(memory, capacity: Self.capacity),
        responses: MessageRing(memory, capacity: Self.capacity),
        scratch: UnsafeMutableRawPointer(memory.array(Self.capacity, of: UInt8(0))), wake: thread.wake)
    ])
  }

  deinit { stop() }

  /// The structure of the feature, which points to this worker.
  var feature: LV2_Worker_Schedule {
    LV2_Worker_Schedule(handle: realtime) { handle, size, data in
      guard let worker = handle?.assumingMemoryBound(to: RealtimeWorker.self) else { return LV2_WORKER_ERR_UNKNOWN }
      return RealtimeWorker.schedule(worker, size: size, data: data)
    }
  }

  /// Starts a thread for the work.
  func start() throws(ChainError) {
    guard realtime.pointee.interface != nil, !thread.isRunning else { return }
    // SAFETY: `stop` joins the thread before this object is released.
    unowned(unsafe) let worker = self
    try thread.start { worker.serve() }
    realtime.pointee.progress.pointee.isImmediate = false
  }

  /// Hands over the responses to work that the plugin has scheduled outside its runs, such as while it is restored: that
  /// work is done when it is scheduled. Nothing while the thread works, when the responses are the render thread's.
  func settle() { if !thread.isRunning { callingPlugin { RealtimeWorker.respond(realtime) } } }

  /// Ends the thread after its current work. No block may be rendered during the call.
  func stop() {
    guard thread.isRunning else { return }
    thread.stop()
    // The results of finished work are delivered; requests that still wait would be void after the next activation.
    callingPlugin { RealtimeWorker.deliver(realtime) }
    realtime.pointee.requests.clear()
    realtime.pointee.responses.clear()
    realtime.pointee.progress.pointee = RealtimeWorker.Progress()
    realtime.pointee.done.pointee.publish(0)
  }

  /// See ``MemoryPool/lock()``.
  func lockMemory() -> MemoryLock { memory.lock() }

  private func serve() {
    let scratch = UnsafeMutableRawPointer.allocate(byteCount: Self.capacity, alignment: 16)
    defer { scratch.deallocate() }
    var word: UInt32 = 0
    var size: UInt32 = 0
    while thread.waitForWork() {
      guard realtime.pointee.requests.pop(into: scratch, word: &word, size: &size) else { continue }
      if let interface = realtime.pointee.interface {
        _ = callingPlugin { interface.pointee.work(realtime.pointee.instance, respondToWork, realtime, size, scratch) }
      }
      realtime.pointee.done.pointee.publish(realtime.pointee.done.pointee.read() &+ 1)
    }
  }
}
